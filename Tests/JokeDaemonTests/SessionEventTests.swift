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

    @Test("the reply to a subscription comes first, then the state")
    func replyThenState() async throws {
        let harness = await harness()
        let client = try await harness.client()
        client.send(subscribe)
        let messages = try client.messages(2)
        #expect(messages[0]["id"] == "s")
        #expect(messages[1]["params"]?["changed"] == [])
        #expect(messages[1]["params"]?["state"]?["joke"]?["id"] == "card")
        #expect(messages[1].seq == messages[0]["result"]?["seq"]?.integerValue)
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

    @Test("the events of a change come before its reply")
    func eventsBeforeReply() async throws {
        let harness = await harness()
        let client = try await harness.client()
        client.send(subscribe, #"{"id":1,"method":"joke.like"}"#)
        let messages = try client.messages(5)
        #expect(messages.map { $0["id"] } == ["s", nil, nil, nil, 1])
        #expect(messages[2]["params"]?["state"]?["backgroundColor"] == "green")
        #expect(messages[3].seq == messages[4]["result"]?["seq"]?.integerValue)
    }

    @Test("a client receives a change before it reads it, and numbers only increase")
    func subscribeDuringTransaction() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(commits: true)
        client.send(#"{"id":1,"method":"joke.next"}"#)
        try other.settle()
        // One transaction, with the subscription in the middle.
        client.send(#"{"id":2,"method":"joke.like"}"#, subscribe, #"{"id":3,"method":"joke.like"}"#)
        try other.settle()
        harness.archive.release()
        let numbers = try client.messages(5).compactMap { $0["result"]?["seq"]?.integerValue ?? $0.seq }
        #expect(numbers == numbers.sorted())
        try client.settle()
    }

    @Test("a client that subscribes between two replies of a transaction receives increasing numbers")
    func subscribeBetweenReplies() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        harness.archive.hold(commits: true)
        other.send(#"{"id":1,"method":"joke.next"}"#)
        await runIterations(4)
        // One connection's `joke.next` and another one's like are the next transaction.
        let pings = Array(repeating: #"{"id":2,"method":"ping"}"#, count: Limits.requestsInFlight - 1)
        client.send([#"{"id":1,"method":"joke.next"}"#] + pings + [subscribe])
        await runIterations(4)
        other.send(#"{"id":3,"method":"joke.like"}"#)
        await runIterations(4)
        harness.archive.release()
        let messages = try client.messages(pings.count + 3)
        let seq = try #require(messages.last?.seq)
        #expect(messages.last?["params"]?["changed"] == [])
        #expect(seq == (try other.messages(2).last?["result"]?["seq"]?.integerValue))
        try client.settle()
    }

    @Test("every subscriber receives all changes of one iteration in order, also after others have left")
    func changesOfOneIteration() async throws {
        let harness = await harness()
        let mover = try await harness.client()
        var subscribers: [Client] = []
        for _ in 0..<5 {
            let client = try await harness.client()
            _ = try client.call(subscribe)
            _ = try client.message()
            subscribers.append(client)
        }
        // The second one disconnects, the fourth one has no subscription any more.
        subscribers.remove(at: 1)
        let fourth = subscribers.remove(at: 2)
        let number = try #require(try fourth.call(subscribe)["result"]?["subscription"]?.integerValue)
        _ = try fourth.message()
        for ended in [number, number - 2] {
            let reply = try fourth.call(
                #"{"id":1,"method":"state.unsubscribe","params":{"subscription":\#(ended)}}"#)
            #expect(reply["result"] != nil)
        }
        await runIterations(4)
        mover.send((1...50).map { drag(Double($0) / 1_000) })
        for client in subscribers {
            let numbers = try client.messages(50).compactMap(\.seq)
            #expect(numbers.count == 50)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        }
        #expect(try fourth.call(#"{"id":"p","method":"ping"}"#)["id"] == "p")
    }

    @Test("a delayed event comes before the next reply")
    func delayedEventBeforeReply() async throws {
        let harness = await harness(text: String(repeating: "x", count: 4_000))
        let (client, other) = (try await harness.client(), try await harness.client())
        _ = try client.call(subscribe)
        _ = try client.message()
        // Together more than the kernel's buffer, but not enough to stop reading. An iteration has two of the replies.
        for count in [6, 5] {
            client.send(Array(repeating: #"{"id":1,"method":"queue.list"}"#, count: count))
            await runIterations(8)
        }
        _ = try other.call(drag(0.1))
        client.send(#"{"id":"p","method":"ping"}"#)
        try other.settle()
        let messages = try client.messages(13)
        #expect(messages.suffix(2).map { $0["id"] } == [nil, "p"])
    }

    @Test("a slow reader gets the newest state with all changed members, and a fast one every change")
    func coalescing() async throws {
        let harness = await harness(text: String(repeating: "x", count: 4_000))
        let (slow, quick) = (try await harness.client(), try await harness.client())
        let movingClient = try await harness.client()
        for reader in [slow, quick] {
            _ = try reader.call(subscribe)
            _ = try reader.message()
        }
        let changes = 400
        for number in 1...changes {
            #expect(try movingClient.call(drag(Double(number) / 1_000))["error"] == nil)
            #expect(try quick.message()["params"]?["changed"] == ["cardTranslation"])
        }
        _ = try movingClient.call(#"{"id":1,"method":"joke.like"}"#)
        #expect(try quick.messages(2).last?["params"]?["state"]?["joke"]?["id"] == "q1")
        let newest = await onLoop { harness.engine.committed.current.sequence }
        var events: [JSON] = []
        repeat { events.append(try slow.message()) } while events.last?.seq != newest
        #expect(events.count < changes)
        let last = try #require(events.last?["params"])
        #expect(last["state"]?["joke"]?["id"] == "q1")
        let changed = Set(last["changed"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        #expect(changed.isSuperset(of: ["cardTranslation", "joke", "saved"]))
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
