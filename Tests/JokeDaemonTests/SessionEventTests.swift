// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Events of a client session", .serialized, .timeLimit(.minutes(1)))
struct SessionEventTests {
    private let subscribe = #"{"id":"s","method":"state.subscribe"}"#

    private func drag(_ translation: Double) -> String {
        #"{"id":"d","method":"card.drag","params":[\#(translation),5,10]}"#
    }

    @Test("a client that has the current state receives no snapshot", arguments: [true, false])
    func currentClientGetsNoSnapshot(isCurrent: Bool) async throws {
        let harness = await harness()
        let client = try await harness.client()
        _ = try client.call(drag(0.1))
        let seq = try #require(
            try client.call(#"{"method":"state.get"}"#)["result"]?["seq"]?.integerValue)
        let known = isCurrent ? seq : seq - 1
        let since = #"{"since":{"epoch":"e","seq":\#(known)}}"#
        let reply = try client.call(#"{"id":1,"method":"state.subscribe","params":\#(since)}"#)
        #expect(reply["result"]?["resumed"] == true)
        #expect(try client.call(#"{"id":2,"method":"ping"}"#)["method"] == (isCurrent ? nil : "event"))
    }

    @Test("requests of a client that does not read are not read until it reads")
    func unsentReplies() async throws {
        let harness = await harness(text: String(repeating: "x", count: 4_000))
        let client = try await harness.client()
        let calls = 60
        // Each reply has about 33 KiB.
        client.send((0..<calls).map { #"{"id":\#($0),"method":"queue.list"}"# })
        await runIterations(4)
        let answered = await onLoop { harness.server.requests }
        #expect(answered < calls)
        #expect(answered * 33_000 < Limits.unsentReplies * 3)
        #expect(try client.messages(calls).map { $0["id"]?.integerValue } == Array(0..<calls))
    }

    @Test("a client that does not read for too long is disconnected")
    func slowClientIsDisconnected() async throws {
        let harness = await harness(
            text: String(repeating: "x", count: 4_000), timeouts: .init(stuck: .milliseconds(20)))
        let client = try await harness.client()
        client.send((0..<60).map { #"{"id":\#($0),"method":"queue.list"}"# })
        try await harness.waitForDisconnects()
        #expect(client.rest().count < 60)
    }

    @Test("a client that stops reading below the limit is disconnected too")
    func slowClientBelowLimit() async throws {
        let harness = await harness(
            text: String(repeating: "x", count: 4_000), timeouts: .init(stuck: .milliseconds(50)))
        let client = try await harness.client()
        client.send((0..<60).map { #"{"id":\#($0),"method":"queue.list"}"# })
        await runIterations(4)
        // The kernel's buffer is refilled as it is read.
        #expect(try client.messages(4).count == 4)
        try await harness.waitForDisconnects()
        #expect(client.rest().count < 56)
    }

    @Test("at the shutdown every subscriber receives the closing event and is disconnected")
    func closingEvent() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        _ = try client.call(subscribe)
        _ = try client.message()
        let isOver = Flag()
        await onLoop { harness.server.close { isOver.raise() } }
        #expect(try client.message()["params"]?["event"] == "closing")
        #expect(client.rest() == [] && other.rest() == [])
        await runIterations(2)
        #expect(isOver.isRaised)
    }

    @Test("a subscription to no topic receives only the closing event")
    func noTopic() async throws {
        let harness = await harness()
        let client = try await harness.client()
        client.send(#"{"id":"s","method":"state.subscribe","params":{"topics":[]}}"#)
        #expect(try client.message()["result"]?["resumed"] == false)
        #expect(try client.call(#"{"id":1,"method":"joke.like"}"#)["id"] == 1)
        await onLoop { harness.server.close {} }
        #expect(try client.message()["params"]?["event"] == "closing")
    }

    @Test("a client that does not read cannot delay the shutdown")
    func slowClientAtShutdown() async throws {
        let harness = await harness(
            text: String(repeating: "x", count: 4_000), timeouts: .init(shutdown: .milliseconds(20)))
        let client = try await harness.client()
        client.send((0..<60).map { #"{"id":\#($0),"method":"queue.list"}"# })
        await runIterations(4)
        let isOver = Flag()
        await onLoop { harness.server.close { isOver.raise() } }
        while !isOver.isRaised { await runIterations(1) }
        #expect(client.rest().count < 60)
    }
}
