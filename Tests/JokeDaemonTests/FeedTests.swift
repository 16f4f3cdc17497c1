// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Feeds", .serialized, .timeLimit(.minutes(1)))
struct FeedTests {
    private let first = #"{"id":"f","method":"feed.page","params":{"source":"paged"}}"#
    private let ping = #"{"id":"p","method":"ping"}"#

    private func subscribe(_ topics: String = #"["feed"]"#) -> String {
        #"{"id":"s","method":"state.subscribe","params":{"topics":\#(topics)}}"#
    }

    /// A client that waits for the first page.
    private func asking() async throws -> (EngineHarness, Client) {
        let harness = await harness(hasPages: true)
        let client = try await harness.client()
        client.send(first)
        try client.settle()
        return (harness, client)
    }

    @Test("a page is answered when it arrives, and later replies overtake it")
    func laterRepliesOvertake() async throws {
        let harness = await harness(hasPages: true)
        let client = try await harness.client()
        #expect(try client.call(first + "\n" + ping)["id"] == "p")
        #expect(harness.pages.requests.map(\.kind) == [.page(1, query: "")])
        harness.pages.answer([.sample("a"), .sample("b")], hasMore: true)
        let reply = try client.message()
        #expect(reply["id"] == "f")
        #expect(Method.feedPage.description.result.mismatch(in: reply["result"] ?? .null) == nil)
        #expect(reply["result"]?["items"]?.arrayValue?.map { $0["id"] } == ["a", "b"])
        #expect(reply["result"]?["hasMore"] == true && reply["result"]?["isLoading"] == false)
        #expect(reply["result"]?["saved"] == [])
        #expect(try client.call(first)["result"] == reply["result"], "from the store")
        #expect(harness.pages.requests.isEmpty)
    }

    @Test("two clients share one fetch")
    func sharedFetch() async throws {
        let harness = await harness(hasPages: true)
        let (client, other) = (try await harness.client(), try await harness.client())
        client.send(first)
        other.send(first)
        try client.settle()
        try other.settle()
        #expect(harness.pages.requests.count == 1)
        harness.pages.answer([.sample("a")], hasMore: true)
        #expect(try client.message()["result"] == other.message()["result"])
    }

    @Test("a failed page is reported and can be requested again")
    func failedPage() async throws {
        let (harness, client) = try await asking()
        harness.pages.answer(.failure(SourceError(.noNetwork, "No network.")))
        let reply = try client.message()
        #expect(reply.kind == "offline")
        #expect(reply["error"]?["data"]?["retry"] == true)
        client.send(first)
        try client.settle()
        #expect(harness.pages.requests.count == 1)
    }

    @Test("a page that cannot be stored is not available")
    func fullDisk() async throws {
        let (harness, client) = try await asking()
        harness.archive.memory.fail(with: ArchiveError(.full, "The disk is full."))
        harness.pages.answer([.sample("a")], hasMore: true)
        #expect(try client.message().kind == "storage")
        #expect(await onLoop { harness.engine.committed.feeds.publications.map(\.record.page) } == [0])
        #expect(await onLoop { !harness.engine.committed.feeds.publications[0].isLoading })
    }

    @Test("a page in a batch is refused instead of waiting")
    func pageInBatch() async throws {
        let harness = await harness(hasPages: true)
        let client = try await harness.client()
        let reply = try client.call("[\(first)]")
        #expect(reply.arrayValue?.first?.kind == "invalid_request")
    }

    @Test(
        "an unknown source is refused with those that have pages",
        arguments: [
            ("script", nil, "unsupported"), ("nowhere", nil, "invalid_params"),
            ("paged", 2, "invalid_params"), ("paged", 101, "invalid_params"),
        ] as [(String, Int?, String)])
    func unknownSource(_ source: String, _ page: Int?, _ kind: String) async throws {
        let harness = await harness(hasPages: true)
        let client = try await harness.client()
        let page = page.map(String.init) ?? "null"
        let params = #"{"source":"\#(source)","page":\#(page)}"#
        let reply = try client.call(#"{"id":1,"method":"feed.page","params":\#(params)}"#)
        #expect(reply.kind == kind)
        let message = try #require(reply["error"]?["message"]?.stringValue)
        #expect(source == "paged" || message.contains("paged"))
    }

    @Test("a like of a joke of a page saves it and leaves the card")
    func likeFromPage() async throws {
        let (harness, client) = try await asking()
        harness.pages.answer([.sample("a")], hasMore: true)
        _ = try client.message()
        let reply = try client.call(#"{"id":1,"method":"joke.like","params":{"joke":"a"}}"#)
        #expect(reply["result"]?["decided"]?["id"] == "a")
        #expect(reply["result"]?["joke"]?["id"] == "card")
        #expect(try client.call(#"{"id":2,"method":"saved.get","params":{"joke":"a"}}"#).kind == nil)
    }

    @Test("a subscriber receives the loading and the loaded feed before the reply to the request")
    func eventsBeforeReply() async throws {
        let harness = await harness(hasPages: true)
        let client = try await harness.client()
        client.send(subscribe(), first)
        let started = try client.messages(2)
        #expect(started[0]["id"] == "s")
        #expect(started[1]["params"]?["isLoading"] == true)
        #expect(started[1]["params"]?["cause"]?["method"] == "feed.page")
        harness.pages.answer([.sample("a")], hasMore: true)
        let ended = try client.messages(2)
        #expect(ended[0]["params"]?["isLoading"] == false)
        #expect(ended[0]["params"]?["page"] == 1)
        #expect(ended[1]["id"] == "f")
        for event in [started[1], ended[0]] {
            #expect(
                try #require(EventDescription.of(event["params"] ?? .null)).params.mismatch(
                    in: event["params"] ?? .null) == nil)
        }
    }

    @Test("a new subscriber receives each feed unless it knows it")
    func snapshotUnlessKnown() async throws {
        let (harness, client) = try await asking()
        harness.pages.answer([.sample("a")], hasMore: true)
        _ = try client.message()
        client.send(subscribe())
        let messages = try client.messages(2)
        #expect(messages[1]["params"]?["page"] == 1)
        let seq = try #require(messages[1].seq)
        let since = #"{"topics":["feed"],"since":{"epoch":"e","seq":\#(seq)}}"#
        _ = try client.call(#"{"id":1,"method":"state.subscribe","params":\#(since)}"#)
        try client.settle()
    }

    @Test("events of all topics are sent in the order of their numbers")
    func eventOrder() async throws {
        let harness = await harness(hasPages: true)
        let (client, other) = (try await harness.client(), try await harness.client())
        // The replies to one client may come in another order.
        _ = try other.call(first + "\n" + #"{"id":1,"method":"joke.next"}"#)
        client.send(subscribe(#"["feed","log","state"]"#))
        harness.pages.answer(.failure(SourceError(.nonsense, "No.")))
        // The reply, the feed and the state as they are; then the feed, the log and the state.
        let events = try client.messages(6).dropFirst()
        #expect(events.compactMap(\.seq) == events.compactMap(\.seq).sorted())
        #expect(Set(events.compactMap { $0["params"]?["topic"]?.stringValue }) == ["feed", "log", "state"])
    }

    @Test("a slow reader gets the newest change of a feed")
    func slowReader() {
        let feeds = ["a", "b"].map { FeedKey(source: "paged", query: $0) }
        var table = FeedStatusTable()
        var subscription = Subscription(
            number: 1, topics: [.feed], logCursor: LogRing().cursor(after: 0), receivedFeeds: 0)
        func put(_ feed: FeedKey, _ sequence: Int) {
            let record = FeedRecord(key: feed, page: sequence)
            let publication = FeedPublication(
                sequence: sequence, record: record, isLoading: false, error: nil, cause: nil)
            table.store(FeedEvent(publication), among: feeds)
        }
        func takenSuffixes() -> [EventSuffix] {
            var takenSuffixes: [EventSuffix] = []
            _ = subscription.takeMissing(of: LogRing(), table) { suffix, _ in takenSuffixes.append(suffix) }
            return takenSuffixes
        }
        put(feeds[0], 1)
        put(feeds[1], 2)
        put(feeds[0], 3)
        #expect(takenSuffixes() == table.changes(after: 0).map(\.suffix))
        #expect(table.changes(after: 0).map(\.publication.sequence) == [2, 3])
        #expect(takenSuffixes().isEmpty)
        put(FeedKey(source: "gone"), 4)
        put(feeds[1], 5)
        #expect(takenSuffixes().count == 1, "what is no feed any more is not told")
    }

    @Test("a subscriber of feeds alone receives the closing event")
    func closingEvent() async throws {
        let harness = await harness(hasPages: true)
        let client = try await harness.client()
        _ = try client.call(subscribe())
        await onLoop { harness.server.close {} }
        let last = try client.message()
        #expect(last["params"]?["event"] == "closing" && last["params"]?["topic"] == "feed")
    }
}
