// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

extension EventLoop {
    private static let hasOwnThread = Atomic<Bool>(false)

    /// Runs the loop on a thread of its own until the process ends, for a host whose main thread is not ours: a
    /// test runner. Any call after the first does nothing.
    package func runOnOwnThread() {
        guard !Self.hasOwnThread.exchange(true, ordering: .relaxed) else { return }
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { _ in LoopActor.shared.loop.runForEver() }, nil)
        precondition(result == 0, "no thread for the event loop")
        pthread_detach(thread)
    }

    private func runForEver() -> Never {
        do { try run {} } catch { fatalError("the event loop cannot start: \(error)") }
        fatalError("the loop of a host's process is not stopped")
    }
}
