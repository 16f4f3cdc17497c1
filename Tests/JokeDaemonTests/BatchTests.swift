// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A batch", .serialized, .timeLimit(.minutes(1)))
struct BatchTests {
    /// Requests of which each but the first one queries the archive.
    private let asking =
        #"[{"id":1,"method":"joke.like"},{"id":2,"method":"joke.like","params":{"joke":"q5"}},"#
        + #"{"id":3,"method":"joke.undo"},{"id":4,"method":"saved.delete","params":{"jokes":["card"]}},"#
        + #"{"id":5,"method":"joke.like","params":{"joke":"nobody"}}]"#

    @Test("a batch is one transaction although its changes query the archive")
    func oneTransaction() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let before = harness.archive.memory.commits.count
        let replies = try #require(try client.call(asking).arrayValue)
        #expect(replies.map(\.kind) == [nil, nil, nil, nil, "not_found"])
        #expect(replies[2]["result"]?["undone"]?["jokes"] == ["q5"])
        #expect(replies[3]["result"]?["deleted"] == ["card"])
        #expect(harness.archive.memory.commits.count == before + 1)
        #expect(harness.archive.memory.kept.savedCount == 0)
    }

    @Test("a batch passes each write to the archive once, though each change needs a query")
    func eachWriteOnce() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let count = harness.archive.memory.commits.count
        let likes = (1...8).map { #"{"id":\#($0),"method":"joke.like","params":{"joke":"q\#($0)"}}"# }
        let replies = try #require(try client.call("[\(likes.joined(separator: ","))]").arrayValue)
        #expect(replies.allSatisfy { $0["result"] != nil })
        let commits = harness.archive.memory.commits.dropFirst(count)
        #expect(commits.count == 1)
        let saved = commits.first?.compactMap { write in
            if case .setStatus(let id, _, _) = write { id.rawValue } else { nil }
        }
        #expect(saved == (1...8).map { "q\($0)" })
    }

    @Test("a batch publishes one state change with all its members, and every entry of the log")
    func oneEvent() async throws {
        let harness = await harness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        _ = try watcher.call(#"{"id":1,"method":"state.subscribe","params":{"topics":["state","log"]}}"#)
        _ = try watcher.message()
        let replies = try #require(try client.call(asking).arrayValue)
        let events = try watcher.messages(5)
        let states = events.filter { $0["params"]?["topic"] == "state" }
        #expect(states.count == 1)
        #expect(states[0]["params"]?["state"]?["joke"]?["id"] == "q1")
        let changed = Set(states[0]["params"]?["changed"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        #expect(changed.isSuperset(of: ["joke", "saved", "queue"]))
        #expect(
            events.compactMap { $0["params"]?["event"]?.stringValue } == [
                "liked", "liked", "undone", "deleted",
            ])
        #expect(events.compactMap(\.seq).max() == replies[3]["result"]?["seq"]?.integerValue)
        #expect(try watcher.call(#"{"id":2,"method":"ping"}"#)["id"] == 2)
    }

    /// Sends a batch, and `joke.next` of another client before the first query of the batch is answered.
    ///
    /// - Returns: The replies to the batch, and the sequence number of the other change.
    private func replies(to batch: String) async throws -> ([JSON], Int) {
        let harness = await harness()
        let watcher = try await harness.client()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(queries: true)
        client.send(batch)
        try watcher.settle()
        other.send(#"{"id":9,"method":"joke.next"}"#)
        try watcher.settle()
        harness.archive.release()
        let replies = try #require(try client.message().arrayValue)
        return (replies, try #require(try other.message()["result"]?["seq"]?.integerValue))
    }

    @Test("no other client's change is made during a batch")
    func noOtherChanges() async throws {
        let (replies, other) = try await replies(to: asking)
        #expect(replies[1]["result"]?["joke"]?["id"] == "q1")
        #expect(replies[3]["result"]?["seq"]?.integerValue ?? 0 < other)
    }

    @Test("a long batch gives way to other clients, and keeps its order")
    func givesWay() async throws {
        let calls = (1...200).map {
            #"{"id":\#($0),"method":"joke.like","params":{"joke":"q\#($0 % 2 + 1)"}}"#
        }
        let (replies, between) = try await replies(to: "[\(calls.joined(separator: ","))]")
        #expect(replies.map { $0["id"]?.integerValue } == Array(1...200))
        let numbers = replies.compactMap { $0["result"]?["seq"]?.integerValue }
        #expect(numbers.count == 200 && numbers == numbers.sorted())
        #expect(
            numbers[Limits.batchTransaction - 1] < between && between <= numbers[2 * Limits.batchTransaction])
    }

    @Test("two backups answer all requests in flight")
    func backups() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(restoring: true)
        let calls = Array(repeating: #"{"id":1,"method":"daemon.backup"}"#, count: 600)
        client.send("[\(calls.joined(separator: ","))]")
        await runIterations(60)
        harness.archive.release()
        #expect(try client.message().arrayValue?.count { $0["result"]?["path"] == "/backup" } == 600)
        #expect(harness.archive.backups == [.onDemand, .onDemand])
    }

    @Test("a drag in a batch is published with the rest")
    func dragInBatch() async throws {
        let harness = await harness()
        let otherClient = try await harness.client()
        let client = try await harness.client()
        _ = try client.call(#"{"id":1,"method":"state.subscribe"}"#)
        _ = try client.message()
        harness.archive.hold(commits: true)
        client.send(
            #"[{"id":1,"method":"card.drag","params":[0.1,5,10]},{"id":2,"method":"card.drag","params":[0.2,5,10]},"#
                + #"{"id":3,"method":"joke.like","params":{"joke":"q2"}}]"#)
        try otherClient.settle()
        harness.archive.release()
        let event = try client.message()
        #expect(event["params"]?["state"]?["cardTranslation"] == 0.2)
        #expect(event["params"]?["state"]?["saved"]?["count"] == 1)
        #expect(try client.message().arrayValue?.count == 3)
    }

    @Test("a batch that cannot be committed is refused as a whole")
    func failedCommit() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(commits: true)
        client.send(asking)
        await runIterations(12)
        harness.archive.memory.fail(with: ArchiveError(.full, "The disk is full."))
        harness.archive.release()
        let replies = try #require(try client.message().arrayValue)
        #expect(replies.map(\.kind) == Array(repeating: "storage", count: 5))
        #expect(harness.archive.memory.kept.savedCount == 0)
    }

    @Test("a batch that cannot be committed refuses no other client's joke")
    func failedCommitOfOthers() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        let settling = try await harness.client()
        harness.archive.hold(commits: true)
        client.send(#"[{"id":1,"method":"joke.like"},{"id":2,"method":"joke.next"}]"#)
        other.send(#"{"id":3,"method":"joke.next"}"#)
        try settling.settle()
        harness.archive.memory.fail(with: ArchiveError(.full, "The disk is full."))
        harness.archive.release()
        let replies = try #require(try client.message().arrayValue)
        #expect(replies.map(\.kind) == ["storage", "storage"])
        #expect(try other.message()["result"]?["joke"]?["id"] == "q1")
    }

    @Test("a batch in progress is refused as a whole if an earlier transaction fails")
    func earlierFailure() async throws {
        let harness = await harness()
        let otherClient = try await harness.client()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(commits: true)
        other.send(#"{"id":0,"method":"joke.like"}"#)
        try otherClient.settle()
        client.send(asking)
        try otherClient.settle()
        harness.archive.memory.fail(with: ArchiveError(.full, "The disk is full."))
        harness.archive.release()
        #expect(try other.message().kind == "storage")
        harness.archive.memory.fail(with: nil)
        let replies = try #require(try client.message().arrayValue)
        #expect(replies.allSatisfy { $0.kind == "storage" })
        #expect(try client.call(#"{"id":1,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "card")
    }
}
