// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("Requests in flight")
struct InFlightTests {
    private static let jokes = SourceRequest.Kind.jokes(count: 3, categories: ["dev"])
    private static let page = SourceRequest.Kind.page(1, query: "")
    private static let limit: Duration = .seconds(25)
    private var table = InFlight()

    private mutating func place(
        _ kind: SourceRequest.Kind, to source: String = "net", at time: Int = 0
    ) -> SourceRequest.ID {
        table.place(kind, to: source, at: .seconds(time)).id
    }

    private mutating func send(_ id: SourceRequest.ID, at time: Int = 0) -> Bool {
        table.send(id, at: .seconds(time), timeLimit: Self.limit)
    }

    private func deadline(spacedTime: Int = 0) -> Duration? { table.deadline { _ in .seconds(spacedTime) } }

    @Test("a request is sent once, when it is due, and ends at its time limit")
    mutating func sentOnce() {
        let id = place(Self.jokes, at: 5)
        #expect(deadline() == .seconds(5))
        #expect(deadline(spacedTime: 7) == .seconds(7))
        #expect(!send(id, at: 4))
        #expect(send(id, at: 6))
        #expect(!send(id, at: 6))
        #expect(deadline() == .seconds(31))
        #expect(table.overdue(at: .seconds(30)).isEmpty)
        #expect(table.overdue(at: .seconds(31)).map(\.id) == [id])
    }

    @Test("a request on demand waits for the end of a prefetch that was placed before it")
    mutating func prefetchFirst() {
        let (jokes, page) = (place(Self.jokes, at: 9), place(Self.page))
        #expect(!send(page))
        #expect(deadline() == .seconds(9), "the page has no time of its own")
        table.remove(jokes)
        #expect(deadline() == .zero)
        #expect(send(page))
    }

    @Test("a prefetch that is placed during a request on demand waits for its end")
    mutating func onDemandFirst() {
        let page = place(Self.page)
        #expect(send(page))
        let (jokes, other, elsewhere) = (
            place(Self.jokes), place(.categories), place(Self.page, to: "other")
        )
        #expect(!send(jokes) && !send(other))
        #expect(send(elsewhere), "another source is free")
        table.remove(page)
        #expect(!send(other), "the prefetch was placed before")
        #expect(send(jokes))
    }

    @Test("a second attempt has its own id and asks only for the jokes that are still wanted")
    mutating func secondAttempt() throws {
        let first = place(Self.jokes)
        #expect(send(first))
        table.retry(first, count: 2, at: .seconds(40))
        #expect(table[first] == nil)
        let second = try #require(table.prefetch(from: "net"))
        #expect(second.id != first)
        #expect(second.kind == .jokes(count: 2, categories: ["dev"]))
        #expect(!send(second.id, at: 39))
        #expect(send(second.id, at: 40))
    }

    @Test("a page is found by its feed, and the end of a request by its id")
    mutating func foundByFeedOrID() {
        let page = place(.page(2, query: "cats"))
        #expect(table.isLoading(FeedKey(source: "net", query: "cats")))
        #expect(!table.isLoading(FeedKey(source: "net")))
        #expect(table.onDemand(from: "net").map(\.id) == [page])
        #expect(table.prefetch(from: "net") == nil)
        #expect(table.remove(page)?.request.id == page)
        #expect(table.remove(page) == nil)
    }
}

@Suite("Pending replies")
struct PendingRepliesTests {
    private var pending = PendingReplies()

    private func token(_ number: Int) -> ReplyToken {
        ReplyToken(number: number, cause: Cause(method: "m", client: "c", connection: 1))
    }

    @Test("clients that wait for the same request are taken together, once, in their order")
    mutating func takenTogether() {
        let feed = FeedKey(source: "net", query: "cats")
        pending.add(.page(feed), token(1), at: .zero)
        pending.add(.categories(source: "net"), token(2), at: .zero)
        pending.add(.page(feed), token(3), at: .zero)
        #expect(pending.take(.page(FeedKey(source: "net"))).isEmpty)
        #expect(pending.take(.page(feed)).map(\.number) == [1, 3])
        #expect(pending.take(.page(feed)).isEmpty)
        #expect(pending.entries.map(\.awaited) == [.categories(source: "net")])
        let request = SourceRequest(source: "net", kind: .categories)
        #expect(pending.take(request).map(\.number) == [2])
    }
}
