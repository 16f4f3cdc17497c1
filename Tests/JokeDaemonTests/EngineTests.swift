// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Synchronization
import Testing

@Suite("The engine and the archive", .serialized, .timeLimit(.minutes(1)))
struct EngineTests {
    private let full = ArchiveError(.full, "The disk is full.")
    private let drag = #"{"id":"d","method":"card.drag","params":[0.1,5,10]}"#

    @Test("changes of all clients in one iteration are one transaction")
    func groupCommit() async throws {
        let harness = await harness()
        let (first, second) = (try await harness.client(), try await harness.client())
        let before = harness.archive.memory.commits.count
        await onLoop {
            first.send(#"{"id":1,"method":"joke.like"}"#)
            second.send(#"{"id":2,"method":"joke.next"}"#)
        }
        #expect(try first.message()["result"]?["joke"]?["id"] == "q1")
        #expect(try second.message()["result"]?["joke"]?["id"] == "q2")
        #expect(harness.archive.memory.commits.count == before + 1)
    }

    @Test("changes during a commit form the next transaction")
    func changesDuringCommit() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        let before = harness.archive.memory.commits.count
        harness.archive.hold(commits: true)
        for number in 1...3 {
            client.send(#"{"id":\#(number),"method":"joke.next"}"#)
            try other.settle()
        }
        harness.archive.release()
        #expect(try client.messages(3).map { $0["id"]?.integerValue } == [1, 2, 3])
        #expect(harness.archive.memory.commits.count == before + 2)
    }

    @Test("changes that arrive during a commit share the next one, though each needs a query")
    func sharedCommit() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        let before = harness.archive.memory.commits.count
        // Otherwise a busy machine ends the group before it has all of them.
        await harness.clock.stop()
        harness.archive.hold(commits: true)
        for number in 1...5 {
            client.send(#"{"id":\#(number),"method":"joke.like","params":{"joke":"q\#(number)"}}"#)
            try other.settle()
        }
        harness.archive.release()
        #expect(try client.messages(5).map { $0["id"]?.integerValue } == [1, 2, 3, 4, 5])
        #expect(harness.archive.memory.commits.count <= before + 2)
        #expect(harness.archive.memory.kept.savedCount == 5)
    }

    @Test("connections take turns, so many requests of a client delay another one's by one")
    func turns() async throws {
        let harness = await harness()
        let (busy, other, watcher) = (
            try await harness.client(), try await harness.client(), try await harness.client()
        )
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe","params":{"topics":["log"]}}"#)
        harness.archive.hold(queries: true)
        func like(_ number: Int) -> String {
            #"{"id":\#(number),"method":"joke.like","params":{"joke":"q\#(number)"}}"#
        }
        busy.send((1...6).map(like))
        try watcher.settle()
        other.send(like(7), #"{"id":8,"method":"joke.like","params":{"joke":"q8"}}"#)
        try watcher.settle()
        harness.archive.release()
        let liked = try watcher.messages(8).map { $0["params"]?["joke"]?["id"]?.stringValue }
        #expect(liked == ["q1", "q2", "q7", "q3", "q8", "q4", "q5", "q6"])
    }

    @Test("a change is committed soon, although another client's requests need long queries")
    func commitBesideLongQueries() async throws {
        let harness = await harness()
        let (busy, other) = (try await harness.client(), try await harness.client())
        for _ in 1...3 { _ = try other.call(#"{"id":0,"method":"joke.like"}"#) }
        let before = harness.archive.memory.commits.count
        harness.archive.whenAsked { LoopActor.assumeIsolated { harness.clock.ahead += .milliseconds(20) } }
        let requests = (1...8).map { #"{"id":\#($0),"method":"joke.next","params":{"source":"saved"}}"# }
        harness.archive.hold(queries: true)
        busy.send(requests)
        try other.settle()
        harness.archive.release()
        _ = try busy.messages(8)
        #expect(harness.archive.memory.commits.count >= before + 7)
    }

    @Test("an iteration handles a bounded number of changes, however many wait and arrive")
    func boundedIterations() async throws {
        let harness = await harness()
        let (first, other) = (try await harness.client(), try await harness.client())
        var busy: [Client] = []
        for _ in 0..<5 { busy.append(try await harness.client()) }
        harness.archive.hold(queries: true)
        first.send(#"{"id":1,"method":"joke.like","params":{"joke":"q5"}}"#)
        try other.settle()
        for client in busy { client.send(Array(repeating: drag, count: 64)) }
        // They wait for the query, with 16 more in each iteration.
        await runIterations(5 * 64 / 16 + 4)
        let before = await onLoop {
            harness.archive.release()
            other.send(Array(repeating: drag, count: 64))
            return LoopActor.shared.loop.iterations
        }
        for client in busy { _ = try client.messages(64) }
        let after = await onLoop { LoopActor.shared.loop.iterations }
        #expect(after - before >= 5 * 64 / 32)
    }

    @Test("a wait ends in time, although other clients always have requests that need queries")
    func timeLimitUnderLoad() async throws {
        let harness = await harness()
        let (waiting, watcher) = (try await harness.client(), try await harness.client())
        let busy = [try await harness.client(), try await harness.client()]
        waiting.send(#"{"id":1,"method":"joke.next","params":{"wait":true}}"#)
        try watcher.settle()
        harness.archive.hold(queries: true)
        let request = #"{"id":2,"method":"saved.delete","params":{"jokes":["unknown"]}}"#
        for client in busy { client.send(Array(repeating: request, count: 500)) }
        try watcher.settle()
        let during = Mutex(0)
        await onLoop {
            harness.archive.whenAsked {
                let waits = LoopActor.assumeIsolated { !harness.engine.committed.pending.entries.isEmpty }
                if waits { during.withLock { $0 += 1 } }
            }
            harness.clock.ahead += .seconds(30)
            harness.archive.release()
        }
        #expect(try waiting.message()["id"] == 1)
        for client in busy { _ = try client.messages(500) }
        // There are 1,000 requests, each with a query.
        #expect(during.withLock { $0 } < 500)
    }

    @Test("a query that fails rolls back the earlier changes of its transaction")
    func failedQueryInTransaction() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(commits: true)
        client.send(#"{"id":1,"method":"joke.next"}"#)
        try other.settle()
        client.send(
            #"{"id":2,"method":"joke.next"}"#, #"{"id":3,"method":"joke.like","params":{"joke":"q5"}}"#)
        try other.settle()
        harness.archive.memory.fail(afterCommits: 1, with: full)
        harness.archive.release()
        let replies = try client.messages(3)
        #expect(replies.map(\.kind) == [nil, nil, "storage"])
        harness.archive.memory.fail(with: nil)
        #expect(try client.call(#"{"id":4,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "q2")
        #expect(try client.call(#"{"id":5,"method":"joke.next"}"#)["result"]?["joke"]?["id"] == "q3")
    }

    @Test("an import that fails because the disk is full shows that in the state")
    func failedImport() async throws {
        let harness = await harness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        _ = try watcher.message()
        let line = #"["{\"value\":\"A joke.\"}"]"#
        _ = try client.call(#"{"id":1,"method":"saved.import","params":{"lines":\#(line),"last":false}}"#)
        harness.archive.memory.fail(with: full)
        let reply = try client.call(#"{"id":2,"method":"saved.import","params":{"lines":[],"last":true}}"#)
        #expect(reply.kind == "storage")
        let state = try watcher.message()["params"]?["state"]
        #expect(state?["error"]?["kind"] == "storage")
        harness.archive.memory.fail(with: nil)
        #expect(try client.call(#"{"id":4,"method":"joke.like"}"#)["result"] != nil)
    }

    @Test("a read waits only for earlier changes of its own connection")
    func readsWaitForOwnChanges() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(commits: true)
        client.send(#"{"id":1,"method":"joke.next"}"#, #"{"id":2,"method":"joke.current"}"#)
        #expect(
            try other.call(#"{"id":3,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "card")
        harness.archive.release()
        #expect(try client.messages(2).map { $0["result"]?["joke"]?["id"] } == ["q1", "q1"])
    }

    @Test("a failed commit refuses all uncommitted decisions, still shows jokes, and later commits succeed")
    func failedCommit() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        let watcher = try await harness.client()
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        _ = try watcher.message()
        harness.archive.hold(commits: true)
        client.send(#"{"id":1,"method":"joke.like"}"#)
        try other.settle()
        client.send(#"{"id":2,"method":"joke.next"}"#, drag, #"{"id":4,"method":"state.get"}"#)
        try other.settle()
        harness.archive.memory.fail(with: full)
        harness.archive.release()
        let replies = try client.messages(4)
        #expect(replies.map(\.kind) == ["storage", nil, "storage", nil])
        #expect(replies[3]["result"]?["state"]?["joke"]?["id"] == "q1")
        let change = try watcher.message()["params"]
        #expect(change?["changed"] == ["error"])
        #expect(change?["state"]?["error"]?["kind"] == "storage")
        #expect(try watcher.message()["params"]?["changed"] == ["joke", "queue"])
        harness.archive.memory.fail(with: nil)
        #expect(try client.call(#"{"id":5,"method":"joke.like"}"#)["result"]?["joke"]?["id"] == "q2")
        let events = try watcher.messages(3)
        #expect(events[0]["params"]?["state"]?["decisionState"] == "liked")
        #expect(events[1]["params"]?["state"]?["joke"]?["id"] == "q2")
        #expect(events[2]["params"]?["state"]?["error"] == .null)
    }

    @Test("the jokes of a fetch enter the queue although they cannot be stored")
    func unstoredFetch() async throws {
        let harness = await harness(jokes: 1, lowWater: 2)
        let client = try await harness.client()
        #expect(harness.source.requests.count == 1)
        harness.archive.hold(commits: true)
        harness.source.answer([.sample("new")])
        await runIterations(4)
        harness.archive.memory.fail(with: full)
        harness.archive.release()
        await runIterations(4)
        let state = try client.call(#"{"method":"state.get"}"#)["result"]?["state"]
        #expect(state?["fetching"] == false)
        #expect(state?["error"]?["kind"] == "storage")
        #expect(state?["queue"]?["count"] == 2)
    }

    @Test("a source fails, and is not exhausted, if the archive cannot tell which jokes are new")
    func failedLookup() async throws {
        let harness = await harness(jokes: 1, lowWater: 2)
        let client = try await harness.client()
        harness.archive.memory.fail(with: full)
        harness.source.answer([.sample("new")])
        await runIterations(4)
        let sources = try client.call(#"{"method":"daemon.status"}"#)["result"]?["sources"]
        #expect(sources?.arrayValue?.first?["state"] == "failing")
    }

    @Test("a failed query refuses only its own change")
    func failedQuery() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.memory.fail(with: full)
        client.send(
            #"{"id":1,"method":"joke.like","params":{"joke":"nobody"}}"#, #"{"id":2,"method":"ping"}"#)
        let replies = try client.messages(2)
        #expect(replies[0].kind == "storage")
        #expect(replies[1]["result"] == [:])
    }

    @Test("a change that follows a read is committed without another event")
    func changeAfterRead() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(commits: true)
        // More requests than may be in flight. The later ones are read as the earlier ones are answered.
        let lines =
            [#"{"id":"first","method":"joke.next"}"#] + Array(repeating: drag, count: 64)
            + [#"{"id":"last","method":"joke.next"}"#]
        client.send(lines)
        await runIterations(4)
        harness.archive.release()
        let replies = try client.messages(66)
        #expect(replies.last?["id"] == "last")
        #expect(replies.last?["result"]?["joke"]?["id"] == "q2")
    }

    @Test("the archive applies the writes of many decisions ahead of their commit")
    func writesAhead() async throws {
        let harness = await harness()
        let jokes = (1...30).map { Joke.sample("j\($0)") }
        harness.archive.memory.commit(jokes.map(Write.upsertJoke), in: -1) { _ in }
        let client = try await harness.client()
        let decisions = jokes.map { #"{"id":1,"method":"joke.like","params":{"joke":"\#($0.id.rawValue)"}}"# }
        harness.archive.hold(queries: true)
        // Otherwise a busy machine ends the group of commits before it has these.
        await harness.clock.stop()
        client.send(decisions)
        while await harness.server.requests < 30 { await runIterations(1) }
        harness.archive.release()
        #expect(try client.messages(30).allSatisfy { $0["result"]?["changed"] == true })
        #expect(harness.archive.writesAhead >= 64)
        #expect(harness.archive.memory.kept.savedCount == 30)
    }

    @Test("a deadline that passes during a query neither spins nor repeats")
    func deadlineDuringQuery() async throws {
        let harness = await harness(jokes: 0)
        let (client, waiting) = (try await harness.client(), try await harness.client())
        // The timer is real, and must not fire by itself if another test holds the loop for seconds.
        waiting.send(#"{"id":0,"method":"joke.next","params":{"wait":true}}"#)
        try client.settle()
        harness.archive.hold(queries: true)
        client.send(#"{"id":1,"method":"joke.next"}"#)
        await runIterations(3)
        await onLoop { harness.clock.ahead = .seconds(60) }
        client.send(drag)
        await runIterations(3)
        let before = await onLoop { harness.clock.readCount }
        await runIterations(30)
        #expect(await onLoop { harness.clock.readCount } == before)
        harness.archive.release()
        #expect(try client.messages(2).map { $0["id"] } == [1, "d"])
    }

    @Test("the shutdown waits for a query whose change is refused")
    func shutdownDuringQuery() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(queries: true)
        client.send(#"{"id":1,"method":"saved.delete","params":[["nobody"]]}"#)
        await runIterations(3)
        let isIdle = Flag()
        await onLoop { harness.engine.finish { isIdle.raise() } }
        #expect(!isIdle.isRaised)
        harness.archive.release()
        #expect(try client.message().kind == "not_found")
        #expect(isIdle.isRaised)
    }

    @Test(
        "the shutdown waits for reads and commits",
        arguments: [#"{"id":1,"method":"saved.list"}"#, #"{"id":1,"method":"joke.next"}"#])
    func shutdownAfterReadsAndCommits(request: String) async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(commits: true, queries: true)
        client.send(request)
        await runIterations(4)
        await onLoop {
            harness.server.stopReading()
            harness.engine.finish { harness.server.close {} }
        }
        harness.archive.release()
        #expect(try client.message()["result"] != nil)
        #expect(client.rest() == [])
    }

    @Test(
        "when the time of a shutdown is over, what is not executed is refused, and what is executed is committed"
    )
    func shutdownWithoutTime() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(commits: true)
        client.send(#"{"id":1,"method":"joke.like"}"#)
        await runIterations(4)
        await onLoop {
            harness.server.refuseRest()
            harness.engine.finish { harness.server.close {} }
        }
        client.send(#"{"id":2,"method":"joke.like"}"# + "\n" + #"[{"id":3,"method":"joke.like"}]"#)
        await runIterations(4)
        harness.archive.release()
        #expect(try client.message()["result"] != nil)
        #expect(try client.message().kind == "closing")
        #expect(try client.message().arrayValue?.first?["error"]?["data"]?["kind"] == "closing")
    }

    @Test("a client that waits for a source is refused at the shutdown")
    func shutdownDuringFetch() async throws {
        let harness = await harness()
        let client = try await harness.client()
        client.send(#"{"id":1,"method":"joke.next","params":[true]}"#)
        try client.settle()
        await onLoop { harness.engine.finish { harness.server.close {} } }
        #expect(try client.message().kind == "closing")
        #expect(client.rest() == [])
    }
}

/// A flag that handlers set.
final class Flag: Sendable {
    private let state = Atomic(false)
    var isRaised: Bool { state.load(ordering: .relaxed) }
    func raise() { state.store(true, ordering: .relaxed) }
}
