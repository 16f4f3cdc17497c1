// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Automatic backups", .timeLimit(.minutes(1)))
struct AutomaticBackupTests {

    private func make() async throws -> (EngineHarness, AutomaticBackup, Client) {
        let harness = await harness(jokes: 80)
        let backup = await onLoop {
            AutomaticBackup(harness.engine, log: Log(environment: Environment([:], userID: 1_000)))
        }
        return (harness, backup, try await harness.client())
    }

    /// Decides about jokes, and waits for the replies.
    private func decide(_ count: Int, _ client: Client) throws {
        for number in 0..<count {
            #expect(try client.call(#"{"id":\#(number),"method":"joke.like"}"#)["result"] != nil)
        }
    }

    @Test("the first decision of a day is backed up, and then every 25 decisions, at most every ten minutes")
    func everyTwentyFive() async throws {
        let (harness, backup, client) = try await make()
        try decide(1, client)
        await runIterations(4)
        #expect(harness.archive.backups == [.daily])
        try decide(30, client)
        await runIterations(4)
        #expect(harness.archive.backups == [.daily])
        await onLoop { harness.clock.ahead += .seconds(601) }
        try decide(1, client)
        await runIterations(4)
        #expect(harness.archive.backups == [.daily, .again])
        await onLoop { harness.clock.ahead += .seconds(601) }
        try decide(24, client)
        await runIterations(4)
        #expect(harness.archive.backups == [.daily, .again])
        try decide(1, client)
        await runIterations(4)
        #expect(harness.archive.backups == [.daily, .again, .again])
        withExtendedLifetime(backup) {}
    }

    @Test("before the idle exit, decisions since the last backup are backed up")
    func idleExit() async throws {
        let (harness, backup, client) = try await make()
        #expect(await onLoop { backup.isUpToDate() })
        try decide(2, client)
        await runIterations(4)
        #expect(harness.archive.backups == [.daily])
        #expect(await onLoop { !backup.isUpToDate() })
        await runIterations(4)
        #expect(await onLoop { backup.isUpToDate() })
        #expect(harness.archive.backups == [.daily, .again])
    }
}
