// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeTestSupport
import JokeWire
import Testing

/// The originals' test 9, and what ours adds: behaviour, The feed.
@Suite("A feed")
struct FeedTests {
    private let play = Play(.with(.paged, .pack, lowWater: 1))

    private var feed: FeedRecord? { play.toldOfFeeds.last?.record }
    private var isLoading: Bool? { play.toldOfFeeds.last?.isLoading }

    @Test("is loading from the request to its end")
    func loading() {
        let call = play.browse()
        #expect(isLoading == true)
        #expect(play.state.fetching)
        #expect(call.reply == nil)
        play.deliverPage("a", "b")
        #expect(play.toldOfFeeds.map(\.isLoading) == [true, false])
        #expect(!play.state.fetching || play.pending.map(\.source) == ["pack"])
        #expect(call.page?.items.map(\.id.rawValue) == ["a", "b"])
        #expect(call.page?.isLoading == false)
    }

    @Test("goes from page 1 to page 2 when more is asked for")
    func more() {
        play.browse()
        play.deliverPage("a")
        #expect(feed?.page == 1)
        play.browse(page: 2)
        play.pass(.seconds(2))
        #expect(play.pages.map(\.page) == [2])
        #expect(feed?.page == 1, "it counts only once it is kept")
        play.deliverPage("b")
        #expect(feed?.page == 2)
    }

    @Test("has no more after an empty page, and is not loading")
    func empty() {
        play.browse()
        play.deliverPage("a")
        let call = play.browse(page: 2)
        play.pass(.seconds(2))
        play.deliverPage()
        #expect(feed == FeedRecord(key: FeedKey(source: "paged"), page: 1, hasMore: false))
        #expect(isLoading == false)
        #expect(call.page?.items == [])
        #expect(call.page?.feed.hasMore == false)
        #expect(play.browse(page: 2).page?.items == [], "the end is the end")
        #expect(play.pages.isEmpty)
    }

    @Test("counts what the filter keeps out of its pages with the source's other jokes")
    func filtered() {
        let call = play.browse()
        play.deliverPage([
            .sample("a", source: "paged"), .sample("b", categories: ["explicit"], source: "paged"),
        ])
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
        let report = play.model.sourceReports(at: play.now).first { $0.name == "paged" }
        #expect(report?.tally.filtered == [Filter.Reason(.category, "explicit"): 1])
    }

    @Test("has no more after the page that its source calls the last")
    func last() {
        play.browse()
        play.deliverPage("a", hasMore: false)
        #expect(feed?.hasMore == false)
        #expect(play.browse(page: 7).page?.items == [])
    }

    @Test("that was empty is looked into again")
    func emptyAgain() {
        play.browse("cats")
        play.deliverPage()
        #expect(feed?.hasMore == false)
        play.pass(.seconds(2))
        play.browse("cats")
        #expect(play.pages.count == 1)
        play.restart()
        #expect(play.model.feeds.keys.isEmpty)
    }

    @Test("keeps its place when a page fails, and can be asked again")
    func failure() {
        play.browse()
        play.deliverPage("a")
        let call = play.browse(page: 2)
        play.pass(.seconds(2))
        play.failPage(.nonsense)
        #expect(call.refusal == .fetchFailed(.nonsense))
        #expect(feed == FeedRecord(key: FeedKey(source: "paged"), page: 1, hasMore: true))
        #expect(isLoading == false)
        #expect(play.toldOfFeeds.last?.error?.message == "Not a joke.")
        #expect(play.logged.last?.members.contains("fetchFailed") == true)
        play.browse(page: 2)
        #expect(play.toldOfFeeds.last?.error == nil)
        play.pass(.seconds(2))
        play.deliverPage("b")
        #expect(feed?.page == 2)
    }

    @Test("answers a page that is kept without a fetch")
    func kept() {
        play.browse()
        play.deliverPage("a", "b")
        let call = play.browse(page: 1)
        #expect(call.page?.items.map(\.id.rawValue) == ["a", "b"])
        #expect(play.pages.isEmpty && play.toldOfFeeds.count == 2)
    }

    @Test("is fetched once for all who ask, and told once")
    func shared() {
        let calls = [play.browse(), play.browse()]
        #expect(play.pages.count == 1)
        play.deliverPage("a")
        #expect(calls.map { $0.page?.items.map(\.id.rawValue) } == [["a"], ["a"]])
        #expect(play.toldOfFeeds.count == 2)
    }

    @Test("is another one with another query, but for the spaces around it")
    func query() {
        play.browse("cats")
        play.deliverPage("cat")
        #expect(play.browse(" cats ").page?.items.map(\.id.rawValue) == ["cat"])
        play.browse("dogs")
        play.browse("  ")
        play.pass(.seconds(2))
        #expect(play.pages.map(\.feed) == [FeedKey(source: "paged", query: "dogs")])
        #expect(FeedKey(source: "paged", query: "  ") == FeedKey(source: "paged"))
    }

    @Test("keeps its pages over a restart, and goes on")
    func restart() {
        play.browse()
        play.deliverPage("a")
        play.browse(page: 2)
        play.restart()
        #expect(play.browse().page?.items.map(\.id.rawValue) == ["a"])
        #expect(play.browse().page?.isLoading == false, "what was under way is over")
        play.browse(page: 2)
        play.pass(.seconds(2))
        play.deliverPage("b")
        #expect(play.browse(page: 2).page?.items.map(\.id.rawValue) == ["b"])
    }

    @Test("takes one page after the other")
    func order() {
        play.browse()
        play.deliverPage("a")
        let expected = "1 to 2, as pages come one after the other"
        #expect(play.browse(page: 3).refusal == .invalid(parameter: "page", expected: expected))
    }

    @Test("ends with its hundredth page")
    func longest() {
        for page in 1...Limits.feedPages {
            play.browse(page: page)
            play.pass(.seconds(2))
            play.deliverPage("joke \(page)")
        }
        #expect(feed?.page == Limits.feedPages)
        #expect(feed?.hasMore == false)
    }

    @Test("shows a joke that is known as it is known, and none that was disliked")
    func status() {
        play.browse()
        play.deliverPage("a", "b", "c")
        play.dislike("b")
        #expect(play.browse().page?.items.map(\.id.rawValue) == ["a", "c"])
        play.browse("other")
        play.pass(.seconds(2))
        play.deliverPage("b", "d")
        #expect(play.browse("other").page?.items.map(\.id.rawValue) == ["d"])
        #expect(play.status("b")?.isDisliked == true)
    }

    @Test("a like out of it saves the joke, and the card stays")
    func like() {
        play.browse()
        play.deliverPage("a", "b")
        let card = play.card
        let call = play.like("b")
        #expect(call.outcome?.product == .decided(.sample("b", source: "paged")))
        #expect(play.saved == ["b"])
        #expect(play.card == card)
    }
}

// MARK: Refusals

extension FeedTests {
    @Test("of a source that is not there names those with pages")
    func unknownSource() {
        #expect(
            play.browse(of: "nowhere").refusal
                == .invalid(parameter: "source", expected: "a source with pages: paged"))
    }

    @Test("of a source without pages cannot be had")
    func withoutPages() {
        #expect(
            play.browse(of: "pack").refusal
                == .unsupported("The source 'pack' has no pages; these have: paged."))
        #expect(
            Play(.with(.pack)).browse(of: "pack").refusal
                == .unsupported(
                    "The source 'pack' has no pages, and no source that is on has any."))
    }

    @Test("has a query of 256 bytes at most")
    func longQuery() {
        #expect(play.browse(String(repeating: "é", count: 128)).refusal == nil)
        #expect(
            play.browse(String(repeating: "é", count: 129)).refusal
                == .invalid(parameter: "query", expected: "at most 256 bytes"))
    }
}

// MARK: Manners and bounds

extension FeedTests {
    @Test("waits until its source may be asked again, one page at a time")
    func spacing() {
        play.browse("cats")
        play.browse("dogs")
        #expect(play.pages.map(\.feed.query) == ["cats"])
        play.pass(.seconds(5))
        #expect(play.pages.count == 1, "one at a time")
        play.deliverPage("cat")
        #expect(play.pages.map(\.feed.query) == ["dogs"])
        play.deliverPage("dog")
        play.browse("cats", page: 2)
        #expect(play.pages.isEmpty, "too soon")
        play.pass(.milliseconds(1_999))
        #expect(play.pages.isEmpty)
        play.pass(.milliseconds(1))
        #expect(play.pages.map(\.feed.query) == ["cats"])
    }

    @Test("lets a fetch from its source end first, and goes before the next one")
    func fetchFirst() {
        let play = Play(.with(.init(name: "paged", isLocal: false, spacing: .zero, hasPages: true)))
        #expect(play.pending.map(\.source) == ["paged"])
        play.browse()
        #expect(play.pages.isEmpty)
        play.deliver(["a"])
        #expect(play.pages.count == 1)
        #expect(play.pending.isEmpty, "one request at a time")
        play.deliverPage("b")
        #expect(play.pending.map(\.source) == ["paged"])
    }

    @Test("fails when its source takes too long, and does not hear what it says after that")
    func timeout() {
        let call = play.browse()
        let late = play.pages[0]
        play.pass(.seconds(24))
        #expect(call.reply == nil)
        play.pass(.seconds(1))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("still waiting")
            return
        }
        #expect(failure.kind == .timedOut)
        #expect(isLoading == false)
        play.hand(.fetched(late.request, .page([.sample("late")], hasMore: true)))
        #expect(feed?.page == 0)
    }

    private var limit: SourceError {
        SourceError(.rateLimited, "Slow down.", retryAt: play.now.wall.advanced(by: .seconds(600)))
    }

    @Test("heeds what its source says of when to come back")
    func rateLimit() {
        play.browse()
        play.failPage(limit)
        play.pass(.seconds(599))
        guard case .fetchFailed(let refusal) = play.browse().refusal else {
            Issue.record("asked all the same")
            return
        }
        #expect(refusal.kind == .rateLimited)
        #expect(play.pages.isEmpty)
        play.pass(.seconds(60))
        play.browse()
        #expect(play.pages.count == 1)
    }

    @Test("is not begun once its source has asked to be left alone")
    func barred() {
        play.browse("cats")
        let call = play.browse("dogs")
        play.failPage(limit)
        #expect(call.failure?.kind == .rateLimited)
        #expect(call.failure?.retryAt == limit.retryAt)
        #expect(play.model.feeds.publications.allSatisfy { !$0.isLoading && $0.error != nil })
        play.pass(.seconds(60))
        #expect(play.pages.isEmpty)
    }

    @Test("costs a request of the day, and none that was not made")
    func budget() {
        var source = Settings.Source.paged
        source.requestsPerDay = 3
        let play = Play(.with(source, .pack, lowWater: 1))
        func requests() -> Int? { play.model.prefetch["paged"]?.requests }
        play.browse("cats")
        play.browse("dogs")
        #expect(requests() == 2, "what it may cost is set aside")
        play.failPage(SourceError(.noNetwork, "No.", requests: 0))
        #expect(requests() == 1)
        play.pass(.seconds(2))
        play.deliverPage("dog")
        play.browse("cats")
        play.pass(.seconds(2))
        play.failPage(.nonsense)
        play.browse("cats")
        play.pass(.seconds(2))
        play.deliverPage("cat")
        #expect(requests() == 3)
        #expect(play.browse("cows").failure?.kind == .rateLimited)
        #expect(play.browse("cats").page?.items.count == 1, "what is kept costs nothing")
    }

    @Test("ends when its source is turned off, which then has no pages")
    func turnedOff() {
        let call = play.browse()
        play.request(.enable(source: "paged", false))
        #expect(call.failure == SourceError(.unavailable, "The source 'paged' was turned off."))
        #expect(isLoading == false && play.toldOfFeeds.last?.error != nil)
        #expect(
            play.browse().refusal
                == .invalid(parameter: "source", expected: "a source with pages; none is on"))
        play.request(.enable(source: "paged", true))
        play.pass(.seconds(2))
        play.browse()
        #expect(isLoading == true)
    }

    @Test("that is on its way is waited for by who waits for a joke of its source")
    func nextBesides() {
        let play = browsing()
        let call = play.next(source: "paged", wait: true)
        play.pass(.seconds(5))
        #expect(play.pending.isEmpty, "one request at a time")
        play.deliverPage("b")
        play.pass(.zero)
        #expect(play.pending.map(\.source) == ["paged"])
        play.deliver(["c"])
        #expect(call.outcome?.joke.id.rawValue == "c")
    }

    @Test("whose source asks to be left alone says so to who waits for a joke of it, too")
    func nextBarred() {
        let play = browsing()
        let call = play.next(source: "paged", wait: true)
        play.failPage(limit)
        #expect(call.failure?.kind == .rateLimited)
        play.pass(.seconds(60))
        #expect(play.pending.isEmpty)
        #expect(play.model.prefetch["paged"]?.requests == 2, "one for the queue, one for the page")
    }

    /// A page is on its way from a source whose jokes are ready.
    private func browsing() -> Play {
        var source = Settings.Source(name: "paged", isLocal: false, spacing: .seconds(2), hasPages: true)
        source.requestsPerDay = 50
        let play = Play(.with(source, lowWater: 1))
        play.deliver((1...10).map { .sample("\($0)", source: "paged") })
        play.pass(.seconds(2))
        play.browse()
        #expect(play.pages.count == 1)
        return play
    }

    @Test("does not count a page that came in part")
    func shortfall() {
        let call = play.browse()
        let part = SourceResult.page([.sample("a", source: "paged")], hasMore: true, error: .nonsense)
        play.hand(.fetched(play.pages[0].request, part))
        #expect(call.failure == .nonsense)
        #expect(feed == FeedRecord(key: FeedKey(source: "paged")))
    }

    @Test("keeps out what its source warns of")
    func flags() {
        let call = play.browse()
        let joke = Joke.sample("x", source: "paged")
        var flagged = SourceResult.page([joke, .sample("a", source: "paged")], hasMore: true)
        flagged.jokes[0].flags = ["nsfw"]
        play.hand(.fetched(play.pages[0].request, flagged))
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
    }

    @Test("lets in what the filter does, and goes on behind a page of which nothing is left")
    func filter() {
        let call = play.browse()
        let blocked = Joke.sample("x", categories: ["explicit"], source: "paged")
        let page = SourceResult.page(
            [blocked, .sample("a"), .sample("a"), .error("No.")], hasMore: true)
        play.hand(.fetched(play.pages[0].request, page))
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
        #expect(play.shelf.record(blocked.id) == nil)
        let next = play.browse(page: 2)
        play.pass(.seconds(2))
        play.hand(.fetched(play.pages[1].request, .page([blocked], hasMore: true)))
        #expect(next.page?.items == [])
        #expect(feed?.page == 2 && feed?.hasMore == true)
    }

    @Test("that was used longest ago goes when there are too many")
    func tooMany() {
        for number in 1...Limits.feeds {
            play.browse("\(number)")
            play.pass(.seconds(2))
            play.deliverPage("joke \(number)")
        }
        play.browse("1")
        play.browse("new")
        #expect(play.model.feeds.keys.count == Limits.feeds)
        play.pass(.seconds(2))
        play.deliverPage("new joke")
        #expect(
            play.shelf.feeds.compactMap(\.key.query).sorted()
                == play.model.feeds.keys.compactMap(\.query).sorted())
        #expect(!play.model.feeds.keys.contains(FeedKey(source: "paged", query: "2")))
        #expect(play.browse("1").page?.items.map(\.id.rawValue) == ["joke 1"])
    }

    @Test("is refused while all that there may be are loading")
    func allLoading() {
        for number in 1...Limits.feeds { play.browse("\(number)") }
        guard case .busy = play.browse("one more").refusal else {
            Issue.record("not refused")
            return
        }
        #expect(play.model.feeds.keys.count == Limits.feeds)
    }

    @Test("does not count a page that could not be kept")
    func fullDisk() {
        play.browse()
        play.deliverPage("a")
        let call = play.browse(page: 2)
        play.pass(.seconds(2))
        play.fillDisk()
        play.deliverPage("b")
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("not refused")
            return
        }
        #expect(failure.kind == .storage)
        #expect(feed?.page == 1 && isLoading == false)
        #expect(play.browse(page: 1).page?.items.count == 1, "what is kept can be read")
        play.fillDisk(false)
        play.browse(page: 2)
        play.pass(.seconds(2))
        play.deliverPage("b")
        #expect(feed?.page == 2)
    }
}

extension Play.Call {
    fileprivate var page: FeedPageView? {
        if case .feed(let page) = outcome?.product { page } else { nil }
    }

    fileprivate var failure: SourceError? {
        if case .fetchFailed(let failure) = refusal { failure } else { nil }
    }
}

extension Settings.Source {
    /// A service that is browsed, and asked for nothing ahead of need.
    static let paged = Settings.Source(
        name: "paged", weight: 0, isLocal: false, spacing: .seconds(2), hasPages: true)
}
