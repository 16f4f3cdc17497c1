// SPDX-License-Identifier: MIT

/// Calls a handler with the events of a descriptor (level-triggered) until it is canceled.
///
/// The loop keeps the watcher. The caller keeps the descriptor, and must cancel the watcher before closing it.
@LoopActor
package final class DescriptorWatcher: EventTarget {
    private var handler: (@LoopActor (Readiness) -> Void)?
    private var registration: Registration?
    private let poller = LoopActor.shared.loop.resources.poller

    /// Starts to watch a descriptor, which must be open until `cancel()` is called.
    package init(
        _ descriptor: Int32, for interest: Interest, _ handler: @escaping @LoopActor (Readiness) -> Void
    ) throws(SystemError) {
        self.handler = handler
        registration = try poller.add(descriptor, interest: interest, target: self)
    }

    /// Changes the events to watch for. With an empty set, only hang-ups and errors are reported.
    package func change(to interest: Interest) {
        guard var changed = registration else { return }
        poller.change(&changed, to: interest)
        registration = changed
    }

    /// Stops watching. The handler is not called again.
    package func cancel() {
        guard let registration else { return }
        poller.remove(registration)
        self.registration = nil
        handler = nil
    }

    func handle(_ readiness: Readiness) { handler?(readiness) }
}
