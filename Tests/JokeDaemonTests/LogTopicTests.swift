// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A subscription to the log", .serialized, .timeLimit(.minutes(1)))
struct LogTopicTests {
    private func subscribe(_ params: String) -> String {
        #"{"id":"s","method":"state.subscribe","params":\#(params)}"#
    }

    private func summary(_ message: JSON) -> [JSON?] {
        [
            message["params"]?["topic"],
            message["params"]?["event"] ?? message["params"]?["state"]?["decisionState"],
        ]
    }

    @Test("states and entries come in the order of their numbers, and the reply has the last one")
    func numberOrder() async throws {
        let harness = await harness()
        let client = try await harness.client()
        _ = try client.call(subscribe(#"{"topics":["state","log"]}"#))
        _ = try client.message()
        client.send(#"{"id":1,"method":"joke.like"}"#)
        let messages = try client.messages(4)
        #expect(
            messages.prefix(3).map(summary)
                == [["state", "liked"], ["log", "liked"], ["state", "undecided"]])
        let numbers = messages.prefix(3).compactMap(\.seq)
        #expect(numbers == numbers.sorted())
        #expect(messages[3]["result"]?["seq"]?.integerValue == numbers.last)
    }

    @Test("with since it starts with the missed entries, even from before a restart")
    func resumesWithSince() async throws {
        let kept = [3, 5, 8].map {
            StoredLogEntry(sequence: $0, members: "\"event\":\"liked\",\"number\":\($0)")
        }
        let harness = await harness(log: kept)
        let client = try await harness.client()
        client.send(subscribe(#"{"topics":["log"],"since":{"epoch":"e","seq":4}}"#))
        let messages = try client.messages(3)
        #expect(messages[0]["result"]?["resumed"] == true)
        #expect(messages.dropFirst().map(\.seq) == [5, 8])
    }

    @Test("a client that was away for too long receives one gap")
    func singleGap() async throws {
        let kept = (1...Limits.logEvents + 1).map {
            StoredLogEntry(sequence: $0 * 10, members: #""event":"liked""#)
        }
        let harness = await harness(log: kept)
        let client = try await harness.client()
        client.send(subscribe(#"{"topics":["log"],"since":{"epoch":"e","seq":7}}"#))
        let messages = try client.messages(2 + Limits.logEvents)
        #expect(messages[1]["params"]?["event"] == "gap")
        #expect(messages[1]["params"]?["from"] == 8)
        #expect(messages[1]["params"]?["to"] == 10)
        #expect(messages.dropFirst(2).compactMap(\.seq) == kept.dropFirst().map(\.sequence))
        let other = try await harness.client()
        other.send(subscribe(#"{"topics":["log"],"since":{"epoch":"e","seq":10}}"#))
        #expect(try other.messages(2)[1].seq == 20, "nothing is missing behind the last one that is gone")
    }

    @Test("a slow reader misses no entry that the log still has, and otherwise receives a gap")
    func slowReader() async throws {
        let harness = await harness(text: String(repeating: "x", count: 4_000))
        let (slow, movingClient) = (try await harness.client(), try await harness.client())
        _ = try slow.call(subscribe(#"{"topics":["log"]}"#))
        for _ in 0..<Limits.logEvents {
            for method in ["joke.like", "joke.undo"] {
                #expect(try movingClient.call(#"{"id":1,"method":"\#(method)"}"#)["error"] == nil)
            }
        }
        let newest = await onLoop { harness.engine.committed.current.sequence }
        let report = try movingClient.call(#"{"id":1,"method":"daemon.status","params":{"clients":true}}"#)
        var events: [JSON] = []
        repeat { events.append(try slow.message()) } while events.last?.seq != newest
        let gaps = events.filter { $0["params"]?["event"] == "gap" }
        #expect(gaps.count == 1)
        let numbers = events.compactMap(\.seq)
        #expect(numbers == numbers.sorted())
        #expect(events.suffix(Limits.logEvents).allSatisfy { $0["params"]?["event"] != "gap" })
        #expect(report["result"]?["clients"]?.arrayValue?.count == 2)
        let after = try movingClient.call(#"{"id":1,"method":"daemon.status","params":{"clients":true}}"#)
        let dropped = try #require(after["result"]?["clients"]?.arrayValue?[0]["dropped"]?.integerValue)
        #expect(dropped + events.count - 1 == 2 * Limits.logEvents)
    }

    @Test("the closing event comes on the subscribed topic")
    func closingEvent() async throws {
        let harness = await harness()
        let client = try await harness.client()
        _ = try client.call(subscribe(#"{"topics":["log"]}"#))
        await onLoop { harness.server.close {} }
        let shutdown = try client.message()
        #expect(summary(shutdown) == ["log", "closing"])
        #expect(client.line() == nil)
    }

    @Test("grease comes only to clients that asked for it")
    func grease() async throws {
        let harness = await harness()
        let (greased, plain) = (try await harness.client(), try await harness.client())
        let hello = try greased.call(#"{"id":1.50,"method":"hello","params":{"grease":true}}"#)
        #expect(hello[Grease.word] != nil)
        _ = try greased.call(subscribe(#"{"topics":["log"]}"#))
        #expect(try plain.call(#"{"id":2,"method":"joke.like"}"#)["result"]?[Grease.word] == nil)
        let messages = try greased.messages(4)
        #expect(messages.map { $0["params"]?["event"] } == ["liked", nil, .string(Grease.word), nil])
    }
}
