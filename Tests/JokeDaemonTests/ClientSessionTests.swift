// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Replies of a session", .serialized, .timeLimit(.minutes(1)))
struct ClientSessionTests {
    private let ping = #"{"id":"p","method":"ping"}"#

    /// The ids of the replies to a waiting `joke.next` and a ping after it, in their order.
    private func idsAround(_ next: String) async throws -> [JSON?] {
        let harness = await harness()
        let client = try await harness.client()
        let other = try await harness.client()
        client.send(next, ping)
        try other.settle()
        #expect(harness.source.requests.count == 1)
        harness.source.answer([.sample("new")])
        return try client.messages(2).map { $0["id"] }
    }

    @Test(
        "later replies overtake a waiting joke.next with an id",
        arguments: [
            #"{"id":1,"method":"joke.next","params":{"wait":true}}"#,
            #"{"id":1,"method":"joke.next","params":[true]}"#,
            #"{"id":1,"method":"joke.next","params":{"category":"cats"}}"#,
        ])
    func overtakesWithID(next: String) async throws {
        // No source has the category, so the refusal comes late as well.
        #expect(try await idsAround(next) == ["p", 1])
    }

    @Test(
        "later replies do not overtake a waiting joke.next without an id",
        arguments: [
            #"{"method":"joke.next","params":{"wait":true}}"#,
            #"{"id":null,"method":"joke.next","params":{"wait":true}}"#,
        ])
    func keepsOrderWithoutID(next: String) async throws {
        #expect(try await idsAround(next) == [.null, "p"])
    }

    @Test("a waiting notification delays no reply")
    func waitingNotification() async throws {
        let harness = await harness()
        let client = try await harness.client()
        #expect(
            try client.call(
                #"{"jsonrpc":"2.0","method":"joke.next","params":{"wait":true}}"# + "\n" + ping)["id"] == "p")
    }

    @Test("a client has one read of the archive at a time, and all its requests are answered in order")
    func pipelinedReads() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(queries: true)
        client.send(
            (0..<300).map { #"{"id":\#($0),"method":"saved.\#($0 % 2 == 0 ? "list" : "export")"}"# })
        await runIterations(4)
        #expect(harness.archive.queries == 1)
        harness.archive.release()
        #expect(try client.messages(300).map { $0["id"]?.integerValue } == Array(0..<300))
    }

    @Test("the reads of a batch are performed one at a time")
    func batchedReads() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(queries: true)
        let calls = (0..<50).map { #"{"id":\#($0),"method":"saved.get","params":{"joke":"a"}}"# }
        client.send("[\(calls.joined(separator: ","))]")
        await runIterations(4)
        #expect(harness.archive.queries == 1)
        harness.archive.release()
        #expect(try client.messages(1).first?.arrayValue?.count == 50)
    }

    @Test("the reads of a closed connection are dropped")
    func droppedReads() async throws {
        let harness = await harness()
        let other = try await harness.client()
        var client: Client? = try await harness.client()
        harness.archive.hold(queries: true)
        client?.send((0..<3).map { #"{"id":\#($0),"method":"saved.list"}"# })
        try other.settle()
        client = nil
        try other.settle()
        harness.archive.release()
        try other.settle()
        #expect(harness.archive.queries == 1)
    }

    @Test("lists that wait for a change or for an earlier reply are not more than the limit")
    func waitingLists() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(commits: true, queries: true)
        client.send(
            [#"{"id":0,"method":"joke.like","params":{"joke":"q1"}}"#]
                + (1..<300).map { #"{"id":\#($0),"method":"queue.list"}"# })
        await runIterations(8)
        #expect(await onLoop { harness.server.requests } == 1 + Limits.longReplies)
        harness.archive.release()
        #expect(try client.messages(300).map { $0["id"]?.integerValue } == Array(0..<300))
    }

    @Test(
        "the requests of another client come between those of a long pipeline, or of a batch",
        arguments: [true, false])
    func turns(isBatch: Bool) async throws {
        let harness = await harness()
        let (busy, other) = (try await harness.client(), try await harness.client())
        let calls = (0..<Limits.batch).map { #"{"id":\#($0),"method":"ping"}"# }
        // Both are in the kernel before the next iteration.
        await onLoop {
            busy.send(isBatch ? ["[" + calls.joined(separator: ",") + "]"] : calls)
            other.send(#"{"id":"p","method":"daemon.status"}"#)
        }
        let handled = try #require(try other.message()["result"]?["requests"]?.integerValue)
        // The second turn of the pipeline begins to wait in the iteration in which the other request comes.
        #expect(handled <= 2 * Limits.turn.requests + 1)
        let replies = isBatch ? try #require(try busy.message().arrayValue) : try busy.messages(calls.count)
        #expect(replies.map { $0["id"]?.integerValue } == Array(0..<Limits.batch))
    }

    @Test("after a half-close all requests are answered, then the connection is closed")
    func halfClose() async throws {
        let harness = await harness()
        let client = try await harness.client()
        harness.archive.hold(commits: true, queries: true)
        client.send(
            #"{"id":1,"method":"joke.like"}"#, #"{"id":2,"method":"joke.next","params":[true]}"#,
            #"{"id":3,"method":"saved.list"}"#)
        _ = client.sendUntilFull(Array(ping.utf8))
        client.endSending()
        await runIterations(4)
        harness.archive.release()
        await runIterations(6)
        harness.source.answer([.sample("new")])
        let ids = client.rest().map { try? JSON(parsing: $0.utf8)["id"] }
        #expect(ids == [1, 3, "p", 2])
        #expect(await onLoop { harness.server.status(withClients: false).text.contains(#""connections":0"#) })
    }

    @Test("the taste is reported and reset on request")
    func tasteReport() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let reply = try client.call(
            #"[{"id":1,"method":"joke.like"},{"id":2,"method":"taste.get"},{"id":3,"method":"joke.dislike"}]"#
        )
        let report = try #require(reply.arrayValue)[1]["result"]
        #expect(report?["enabled"] == true)
        // A read in a batch sees all changes of the batch.
        #expect(
            report?["arms"]
                == [
                    [
                        "kind": "source", "name": "script", "weight": 1, "likes": 1, "dislikes": 1,
                        "mean": 0.5,
                        "share": 1,
                    ]
                ])
        let before = harness.archive.memory.commits.count
        #expect(try client.call(#"{"id":4,"method":"taste.reset"}"#)["result"]?["changed"] == true)
        #expect(harness.archive.memory.commits.count == before + 1)
        #expect(try client.call(#"{"id":5,"method":"taste.reset"}"#)["result"]?["changed"] == false)
        let arms = try client.call(#"{"id":6,"method":"taste.get"}"#)["result"]?["arms"]?.arrayValue
        #expect(arms?.map { $0["name"] } == ["script"])
    }

    @Test("a batch is executed in order and answered with one line")
    func batchReply() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let before = harness.archive.memory.commits.count
        let reply = try client.call(
            #"[{"id":1,"method":"joke.next"},{"id":2,"method":"joke.current"},{"jsonrpc":"2.0","method":"joke.next"},"#
                + #"5,{"id":3,"method":"joke.next","params":[true]},{"id":4,"method":"joke.like"}]"#)
        let replies = try #require(reply.arrayValue)
        #expect(replies.map { $0["id"] } == [1, 2, .null, 3, 4])
        #expect(replies.map(\.kind) == [nil, nil, "invalid_request", "invalid_request", nil])
        #expect(replies[0]["result"]?["joke"]?["id"] == "q1")
        #expect(replies[4]["result"]?["decided"]?["id"] == "q2")
        #expect(harness.archive.memory.commits.count == before + 1)
    }

    @Test("a batch of notifications gets no reply")
    func silentBatch() async throws {
        let harness = await harness()
        let client = try await harness.client()
        #expect(
            try client.call(#"[{"jsonrpc":"2.0","method":"joke.next"}]"# + "\n" + ping)["id"] == "p")
        #expect(
            try client.call(#"{"id":1,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "q1")
    }

    @Test("replies of a batch beyond the line limit are refused as too large")
    func tooLargeBatch() async throws {
        let harness = await harness(text: String(repeating: "x", count: 4_000))
        let client = try await harness.client()
        let calls = Array(repeating: #"{"id":1,"method":"queue.list"}"#, count: 200).joined(separator: ",")
        client.send("[\(calls)]")
        let line = try #require(client.line())
        #expect(line.utf8.count < Limits.reply + 200 * 200)
        let replies = try #require(try JSON(parsing: line.utf8).arrayValue)
        #expect(replies.count == 200)
        #expect(replies.first?.kind == nil && replies.last?.kind == "too_large")
    }

    @Test("a change whose reply does not fit into a batch's line is answered with a short result")
    func shortenedChanges() async throws {
        let harness = await harness(text: String(repeating: "x", count: 4_000))
        let client = try await harness.client()
        let calls = Array(repeating: #"{"id":1,"method":"joke.like","params":{"joke":"q1"}}"#, count: 400)
        client.send("[\(calls.joined(separator: ","))]")
        let line = try #require(client.line())
        #expect(line.utf8.count <= Limits.reply)
        let results = try #require(try JSON(parsing: line.utf8).arrayValue).map { $0["result"] }
        #expect(results.count == 400)
        #expect(results.first??["joke"] != nil)
        #expect(results.last??["joke"] == nil)
        #expect(results.allSatisfy { $0?["seq"] != nil && $0?["changed"] != nil })
    }

    @Test("a page of long jokes has fewer items than requested, and the next one goes on after it")
    func longJokes() async throws {
        let harness = await harness(jokes: 0)
        let client = try await harness.client()
        let text = String(repeating: "\"", count: 4_000)
        for number in 0..<200 {
            let joke: JSON = ["id": .string("j\(number)"), "value": .string("\(text) \(number)")]
            let lines = JSON.array([.string(joke.jsonText)]).jsonText
            let reply = try client.call(
                #"{"id":1,"method":"saved.import","params":{"lines":\#(lines),"last":true}}"#)
            #expect(reply["result"] != nil, "\(reply.jsonText)")
        }
        var (ids, cursor): (Set<String>, String?) = ([], nil)
        repeat {
            let position = cursor.map { #","cursor":"\#($0)""# } ?? ""
            let page = try client.call(#"{"id":1,"method":"saved.list","params":{"limit":200\#(position)}}"#)
            let items = try #require(page["result"]?["items"]?.arrayValue, "\(page.jsonText.prefix(500))")
            #expect(items.count < 200)
            ids.formUnion(items.compactMap { $0["joke"]?["id"]?.stringValue })
            cursor = page["result"]?["next"]?.stringValue
        } while cursor != nil
        #expect(ids.count == 200)
    }

    @Test("the reply of every method fits into a line, however long the jokes are")
    func longReplies() async throws {
        let harness = await harness(jokes: 150, text: String(repeating: "\"", count: 3_700))
        let client = try await harness.client()
        // The archive of this test does not divide an export.
        for method in Method.allCases where method != .savedExport {
            client.send(#"{"id":1,"method":"\#(method.rawValue)"}"#)
            var line = ""
            repeat { line = try #require(client.line()) } while !line.hasPrefix(#"{"jsonrpc":"2.0","id":1,"#)
            #expect(line.utf8.count <= Limits.reply)
            #expect(try JSON(parsing: line.utf8).kind != "too_large", "\(method)")
        }
    }

    @Test("the cause of a change has the client's name after hello")
    func nameAfterHello() async throws {
        let harness = await harness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        _ = try watcher.message()
        harness.archive.hold(commits: true)
        client.send(
            #"{"id":1,"method":"joke.next"}"#, #"{"id":2,"method":"hello","params":{"client":"bar"}}"#,
            #"{"id":3,"method":"joke.next"}"#)
        try watcher.settle()
        harness.archive.release()
        let causes = try watcher.messages(2).map { $0["params"]?["cause"] }
        #expect(causes.map { $0?["client"] } == [.null, "bar"])
        #expect(causes.map { $0?["connection"] } == [1, 1])
    }

    @Test("a long client name is shortened at a character")
    func longName() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let name = "e" + String(repeating: "\u{301}", count: 10_000)
        _ = try client.call(#"{"id":0,"method":"state.subscribe"}"#)
        _ = try client.message()
        client.send(#"{"id":1,"method":"hello","params":{"client":"\#(name)"}}"#)
        _ = try client.message()
        let event = try client.call(#"{"id":2,"method":"joke.next"}"#)
        #expect(event["params"]?["cause"]?["client"]?.stringValue?.utf8.count ?? .max < 256)
    }
}

extension JSONWritable {
    var text: String {
        var writer = JSONWriter(reserving: 256)
        write(to: &writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }
}
