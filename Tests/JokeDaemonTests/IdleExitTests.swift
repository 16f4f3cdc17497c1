// SPDX-License-Identifier: MIT
import JokeDaemon
import JokeLinux
import JokeTestSupport
import Synchronization
import Testing

@Suite("Idle exit", .timeLimit(.minutes(1)))
struct IdleExitTests {
    /// Counts the calls of `stop`.
    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .sequentiallyConsistent) }
        func add() { count.add(1, ordering: .sequentiallyConsistent) }

        func waitForStop() async throws {
            while value == 0 {
                try Task.checkCancellation()
                await onLoop {}
            }
        }
    }

    private func make(_ limit: Duration?, _ counter: Counter) async -> IdleExit {
        await onLoop { IdleExit(after: limit, unless: { false }, stop: { counter.add() }) }
    }

    @Test(
        "the daemon stops after the idle time",
        .promise("Under systemd, it exits after 15 minutes without a client"))
    func stopsAfterIdleTime() async throws {
        let counter = Counter()
        let idle = await make(.milliseconds(10), counter)
        await onLoop { for _ in 0..<3 { idle.update(hasClients: false) } }
        try await counter.waitForStop()
        #expect(counter.value == 1)
    }

    @Test("a client resets the idle time")
    func clientResetsIdleTime() async throws {
        let counter = Counter()
        let idle = await make(.milliseconds(30), counter)
        let began = MonotonicTime.now()
        await onLoop {
            idle.update(hasClients: false)
            idle.update(hasClients: true)
        }
        await passes(.milliseconds(60))
        #expect(counter.value == 0)
        await onLoop { idle.update(hasClients: false) }
        try await counter.waitForStop()
        #expect(MonotonicTime.now() - began >= .milliseconds(90))
    }

    @Test("without an idle time the daemon does not stop, until one is set")
    func withoutIdleTime() async throws {
        let counter = Counter()
        let idle = await make(nil, counter)
        await onLoop { idle.update(hasClients: false) }
        await passes(.milliseconds(30))
        #expect(counter.value == 0)
        await onLoop {
            idle.limit = .milliseconds(10)
            idle.update(hasClients: false)
        }
        try await counter.waitForStop()
    }

    /// Waits for a timer of the loop. A timer that was due before has fired then.
    private func passes(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            LoopActor.shared.loop.post {
                Timer { continuation.resume() }.arm(after: duration)
            }
        }
    }
}
