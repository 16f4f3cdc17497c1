// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A damaged archive", .serialized, .timeLimit(.minutes(1)))
struct EngineRecoveryTests {
    private let damage = ArchiveError(.corrupt, "The store is damaged.")

    /// The contents of a backup that is some days old.
    private func backup(reserved: Int = 5) -> PersistedState {
        let saved = JokeRecord(joke: .sample("old"), status: JokeStatus(savedAt: WallTime(milliseconds: 1)))
        return PersistedState(
            epoch: "restored", reservedSequence: reserved, card: saved,
            queue: [JokeRecord(joke: .sample("b1")), JokeRecord(joke: .sample("b2"))], savedCount: 1,
            recovery: CompletedRecovery(
                at: WallTime(milliseconds: 1_000), cause: damage.message, damaged: "/aside", backup: nil))
    }

    private func damagedHarness() async -> EngineHarness {
        let harness = await harness()
        harness.archive.memory.place(backup: backup())
        harness.archive.memory.fail(with: damage)
        return harness
    }

    @Test("the change that found the damage is refused, and the backup is used from then on")
    func damageFoundByCommit() async throws {
        let harness = await damagedHarness()
        let client = try await harness.client()
        #expect(try client.call(#"{"id":1,"method":"joke.like"}"#).kind == "storage")
        let state = try client.call(#"{"id":2,"method":"state.get"}"#)["result"]
        // A read before the restoration shows what was committed last.
        #expect(["card", "old"].contains(state?["state"]?["joke"]?["id"]?.stringValue))
        let liked = try client.call(#"{"id":3,"method":"joke.next"}"#)["result"]
        #expect(liked?["joke"]?["id"] == "b1")
        #expect(try client.call(#"{"id":4,"method":"state.get"}"#)["result"]?["epoch"] == "restored")
        harness.directory.write("{}", to: "restoration.json")
        let status = try client.call(#"{"id":5,"method":"daemon.status"}"#)["result"]
        #expect(status?["restoration"]?["damaged"] == "/aside")
        #expect(status?["error"] == .null)
        #expect(Method.daemonStatus.description.result.mismatch(in: status ?? .null) == nil)
    }

    @Test("a request for a joke that found the damage is answered from the backup")
    func damageFoundByNext() async throws {
        let harness = await damagedHarness()
        let client = try await harness.client()
        #expect(try client.call(#"{"id":1,"method":"joke.next"}"#)["result"]?["joke"]?["id"] == "b1")
        #expect(harness.archive.restorations == 1)
    }

    @Test("jokes are shown while there is no recovery")
    func nextWithoutRecovery() async throws {
        let harness = await damagedHarness()
        let client = try await harness.client()
        #expect(try client.call(#"{"id":1,"method":"joke.like"}"#).kind == "storage")
        #expect(try client.call(#"{"id":2,"method":"joke.next"}"#)["result"]?["joke"]?["id"] == "b1")
        harness.archive.memory.fail(with: damage)
        #expect(try client.call(#"{"id":3,"method":"joke.like"}"#).kind == "storage")
        #expect(try client.call(#"{"id":4,"method":"joke.next"}"#)["result"]?["joke"]?["id"] == "b2")
        #expect(harness.archive.restorations == 1)
        let state = try client.call(#"{"id":5,"method":"state.get"}"#)["result"]?["state"]
        #expect(state?["error"]?["kind"] == "storage")
        await onLoop { harness.clock.ahead += .seconds(61) }
        #expect(try client.call(#"{"id":6,"method":"joke.next"}"#)["result"]?["joke"] != nil)
        #expect(harness.archive.restorations == 2)
        #expect(try client.call(#"{"id":7,"method":"joke.like"}"#)["result"]?["decided"] != nil)
        let later = try client.call(#"{"id":8,"method":"state.get"}"#)["result"]?["state"]
        #expect(later?["error"]?["kind"] != "storage")
    }

    @Test("a query that found the damage is repeated on the backup, and its change is made")
    func damageFoundByQuery() async throws {
        let harness = await damagedHarness()
        let client = try await harness.client()
        // Only the archive can tell which joke has this prefix.
        let reply = try client.call(#"{"id":1,"method":"joke.like","params":{"joke":"b2"}}"#)
        #expect(reply["result"]?["decided"]?["id"] == "b2")
        #expect(reply["result"]?["joke"]?["id"] == "old")
    }

    @Test("reads are answered and changes wait during the recovery")
    func requestsDuringRecovery() async throws {
        let harness = await damagedHarness()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(restoring: true)
        #expect(try client.call(#"{"id":1,"method":"joke.like"}"#).kind == "storage")
        client.send(#"{"id":2,"method":"joke.like"}"#)
        #expect(try other.call(#"{"id":3,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "card")
        #expect(try other.call(#"{"id":4,"method":"ping"}"#)["result"] != nil)
        harness.archive.release()
        // The change is made on the recovered state.
        #expect(try client.message()["result"]?["decided"]?["id"] == "old")
    }

    @Test("subscribers receive the recovery with continuing sequence numbers")
    func recoveryEvents() async throws {
        let harness = await damagedHarness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        let reply = try watcher.call(
            #"{"id":1,"method":"state.subscribe","params":{"topics":["state","log"]}}"#)
        var known = try #require(reply["result"]?["seq"]?.integerValue)
        _ = try watcher.message()
        #expect(try client.call(#"{"id":1,"method":"joke.like"}"#).kind == "storage")
        let state = try watcher.message()
        #expect(state["params"]?["state"]?["joke"]?["id"] == "old")
        #expect(state["params"]?["state"]?["saved"]?["count"] == 1)
        let log = try watcher.message()
        #expect(log["params"]?["event"] == "storageRestored")
        #expect(log["params"]?["damaged"] == "/aside")
        #expect(
            try #require(EventDescription.of(log["params"] ?? .null)).params.mismatch(
                in: log["params"] ?? .null) == nil)
        for event in [state, log] {
            let seq = try #require(event.seq)
            #expect(seq > known)
            known = seq
        }
        // Numbers that the backup had not reserved are reserved before they are used.
        #expect(harness.archive.memory.kept.reservedSequence > known)
    }

    @Test("a check that finds damage starts the recovery")
    func damageFoundByCheck() async throws {
        let harness = await damagedHarness()
        let client = try await harness.client()
        await onLoop { harness.engine.check() }
        await runIterations(4)
        #expect(try client.call(#"{"id":1,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "old")
    }

    @Test("a batch that found the damage is refused as a whole")
    func damageFoundByBatch() async throws {
        let harness = await damagedHarness()
        let client = try await harness.client()
        let replies = try client.call(
            #"[{"jsonrpc":"2.0","id":1,"method":"joke.next"},{"jsonrpc":"2.0","id":2,"method":"joke.like","params":{"joke":"q1"}}]"#
        )
        #expect(replies.arrayValue?.allSatisfy { $0.kind == "storage" } == true)
        #expect(try client.call(#"{"id":3,"method":"joke.like"}"#)["result"]?["decided"]?["id"] == "old")
    }

    @Test("a failed recovery is reported and not repeated with every change")
    func failedRecovery() async throws {
        let harness = await harness()
        harness.archive.memory.fail(with: damage)
        let client = try await harness.client()
        for number in 1...3 {
            #expect(try client.call(#"{"id":\#(number),"method":"joke.like"}"#).kind == "storage")
        }
        let state = try client.call(#"{"id":9,"method":"state.get"}"#)["result"]?["state"]
        #expect(
            state?["error"]?["message"]
                == "The store is damaged. The last recovery was less than a minute ago; try again in a minute."
        )
        #expect(harness.archive.restorations == 1)
        harness.archive.memory.place(backup: backup())
        await onLoop { harness.clock.ahead += .seconds(61) }
        #expect(try client.call(#"{"id":10,"method":"joke.like"}"#).kind == "storage")
        #expect(try client.call(#"{"id":11,"method":"joke.like"}"#)["result"]?["decided"]?["id"] == "old")
        #expect(harness.archive.restorations == 2)
    }
}
