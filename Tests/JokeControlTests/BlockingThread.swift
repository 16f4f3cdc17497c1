// SPDX-License-Identifier: MIT
import Glibc

/// A thread for blocking work, so that no test blocks another.
final class BlockingThread: Sendable {
    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body)).toOpaque()
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box)
        precondition(code == 0, "no thread")
        self.thread = thread
    }

    /// Waits for the end of the thread. Call this once.
    func join() { pthread_join(thread, nil) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
