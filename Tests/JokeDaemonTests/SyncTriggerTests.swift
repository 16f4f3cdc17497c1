// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("The trigger of sync", .timeLimit(.minutes(1)))
struct SyncTriggerTests {
    private let directory = TemporaryDirectory()

    /// Returns a trigger as under systemd. An hour means that a test does not wait for that delay.
    private func trigger(
        isOn: Bool = true, _ change: (inout SyncTrigger.Delays) -> Void
    ) async throws -> SyncTrigger {
        if isOn { try Files.write([], to: "\(directory.path)/sync-on") }
        var delays = SyncTrigger.Delays()
        (delays.decision, delays.showing, delays.retry) = (.seconds(3_600), .seconds(3_600), .seconds(3_600))
        change(&delays)
        let trigger = SyncTrigger(
            dataDirectory: directory.path, socket: nil,
            log: Log(environment: Environment([:], userID: 1_000)),
            delays: delays)
        await onLoop { trigger.start() }
        return trigger
    }

    private func decide(_ trigger: SyncTrigger, client: String = "test") async {
        await onLoop {
            let cause = EventCause(method: "joke.like", client: client, connection: 1)
            trigger.note(
                LogEntry(
                    .imported(.init { ($0.added, $0.updated, $0.unchanged, $0.skipped) = (1, 0, 0, 0) }),
                    sequence: 1,
                    at: WallTime(milliseconds: 0), cause: cause))
        }
    }

    private func until(_ condition: @escaping @LoopActor () -> Bool) async throws {
        let deadline = TestDeadline()
        while await !onLoop({ condition() }) { try #require(!deadline.hasPassed) }
    }

    @Test("without a run, the file is touched again, but not for ever")
    func retries() async throws {
        let trigger = try await trigger { ($0.decision, $0.retry) = (.milliseconds(1), .milliseconds(1)) }
        await decide(trigger)
        try await until { !trigger.isWaiting }
        #expect(await onLoop { trigger.touches } == 1 + SyncTrigger.mostRetries)
    }

    @Test("a run that connects ends the repetition, another client does not")
    func connected() async throws {
        let trigger = try await trigger { $0.decision = .milliseconds(1) }
        await decide(trigger)
        try await until { trigger.touches == 1 }
        await onLoop { trigger.noteClient("jokectl") }
        #expect(await onLoop { trigger.isWaiting })
        await onLoop { trigger.noteClient("jokesd-sync") }
        #expect(await onLoop { !trigger.isWaiting })
    }

    @Test("a joke that is shown starts a run later, and a decision sooner")
    func showing() async throws {
        let trigger = try await trigger { $0.decision = .milliseconds(1) }
        await onLoop { trigger.noteShowing() }
        #expect(await onLoop { trigger.isWaiting && trigger.touches == 0 })
        await decide(trigger)
        try await until { trigger.touches == 1 }
        let other = try await self.trigger { $0.showing = .milliseconds(1) }
        await onLoop { other.noteShowing() }
        try await until { other.touches == 1 }
    }

    @Test("an import by sync starts no run, and without the file nothing waits after a showing")
    func silence() async throws {
        let trigger = try await trigger { _ in }
        await decide(trigger, client: "jokesd-sync")
        #expect(await onLoop { !trigger.isWaiting })
        unlink("\(directory.path)/sync-on")
        let off = try await self.trigger(isOn: false) { $0.decision = .milliseconds(1) }
        await onLoop { off.noteShowing() }
        #expect(await onLoop { !off.isWaiting })
        await decide(off)
        try await until { !off.isWaiting }
        #expect(await onLoop { off.touches } == 0)
    }

    @Test("a run that is due is triggered when the daemon stops")
    func stop() async throws {
        let trigger = try await trigger { _ in }
        await decide(trigger)
        await onLoop { trigger.stop() }
        #expect(await onLoop { trigger.touches == 1 && !trigger.isWaiting })
    }
}
