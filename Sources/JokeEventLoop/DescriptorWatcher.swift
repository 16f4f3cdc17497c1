// SPDX-License-Identifier: MIT
package import JokeSystem

/// Any descriptor whose readiness the loop tells to a handler, level-triggered, until it is cancelled.
///
/// The loop keeps the watch; the descriptor stays the caller's, who cancels before closing it.
@LoopActor
package final class DescriptorWatcher: EventTarget {
    private var handler: (@LoopActor (Readiness) -> Void)?
    private var registration: Registration?
    private let poller = LoopActor.shared.loop.machinery.poller

    package init(
        _ descriptor: Int32, for interest: Interest, _ handler: @escaping @LoopActor (Readiness) -> Void
    ) throws(SystemError) {
        self.handler = handler
        registration = try poller.add(descriptor, interest: interest, target: self)
    }

    /// With an empty interest only hang-ups and errors are told.
    package func change(to interest: Interest) {
        guard var changed = registration else { return }
        poller.change(&changed, to: interest)
        registration = changed
    }

    /// After this the handler is not called again.
    package func cancel() {
        guard let registration else { return }
        poller.remove(registration)
        self.registration = nil
        handler = nil
    }

    func handle(_ readiness: Readiness) { handler?(readiness) }
}
