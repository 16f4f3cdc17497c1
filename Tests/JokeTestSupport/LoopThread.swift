// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import Synchronization

private let hasLoopThread = Atomic<Bool>(false)

/// Runs `work` on the event loop and waits for its result.
///
/// The first call starts the loop on its own thread, because the main thread belongs to the test runner. The loop runs
/// until the process ends.
package func onLoop<Value: Sendable>(_ work: @LoopActor () throws -> Value) async rethrows -> Value {
    if !hasLoopThread.exchange(true, ordering: .relaxed) {
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { _ in runForever() }, nil)
        precondition(result == 0, "no thread for the event loop")
        pthread_detach(thread)
    }
    return try await hop(work)
}

@LoopActor
private func hop<Value: Sendable>(_ work: @LoopActor () throws -> Value) rethrows -> Value { try work() }

private func runForever() -> Never {
    do { try LoopActor.shared.loop.run {} } catch { fatalError("the event loop cannot start: \(error)") }
    fatalError("the loop of a test runner is not stopped")
}
