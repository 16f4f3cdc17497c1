// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeTestSupport
import JokeWire
import Testing

/// The originals' test 9, and what ours adds: behaviour, The feed.
@Suite("A feed")
struct FeedTests {
    private let driver = ModelDriver(.with(.paged, .pack, lowWater: 1))

    private var feed: FeedRecord? { driver.toldOfFeeds.last?.record }
    private var isLoading: Bool? { driver.toldOfFeeds.last?.isLoading }

    @Test("is loading from the request to its end")
    func loading() {
        let call = driver.browse()
        #expect(isLoading == true)
        #expect(driver.state.fetching)
        #expect(call.reply == nil)
        driver.deliverPage("a", "b")
        #expect(driver.toldOfFeeds.map(\.isLoading) == [true, false])
        #expect(!driver.state.fetching || driver.pending.map(\.source) == ["pack"])
        #expect(call.page?.items.map(\.id.rawValue) == ["a", "b"])
        #expect(call.page?.isLoading == false)
    }

    @Test("goes from page 1 to page 2 when more is asked for")
    func more() {
        driver.browse()
        driver.deliverPage("a")
        #expect(feed?.page == 1)
        driver.browse(page: 2)
        driver.pass(.seconds(2))
        #expect(driver.pages.map(\.page) == [2])
        #expect(feed?.page == 1, "it counts only once it is kept")
        driver.deliverPage("b")
        #expect(feed?.page == 2)
    }

    @Test("has no more after an empty page, and is not loading")
    func empty() {
        driver.browse()
        driver.deliverPage("a")
        let call = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.deliverPage()
        #expect(feed == FeedRecord(key: FeedKey(source: "paged"), page: 1, hasMore: false))
        #expect(isLoading == false)
        #expect(call.page?.items == [])
        #expect(call.page?.feed.hasMore == false)
        #expect(driver.browse(page: 2).page?.items == [], "the end is the end")
        #expect(driver.pages.isEmpty)
    }

    @Test("counts what the filter keeps out of its pages with the source's other jokes")
    func filtered() {
        let call = driver.browse()
        driver.deliverPage([
            .sample("a", source: "paged"), .sample("b", categories: ["explicit"], source: "paged"),
        ])
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
        let report = driver.model.sourceReports(at: driver.now).first { $0.name == "paged" }
        #expect(report?.tally.filtered == [Filter.Reason(.category, "explicit"): 1])
    }

    @Test("has no more after the page that its source calls the last")
    func last() {
        driver.browse()
        driver.deliverPage("a", hasMore: false)
        #expect(feed?.hasMore == false)
        #expect(driver.browse(page: 7).page?.items == [])
    }

    @Test("that was empty is looked into again")
    func emptyAgain() {
        driver.browse("cats")
        driver.deliverPage()
        #expect(feed?.hasMore == false)
        driver.pass(.seconds(2))
        driver.browse("cats")
        #expect(driver.pages.count == 1)
        driver.restart()
        #expect(driver.model.feeds.keys.isEmpty)
    }

    @Test("keeps its place when a page fails, and can be asked again")
    func failure() {
        driver.browse()
        driver.deliverPage("a")
        let call = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.failPage(.nonsense)
        #expect(call.refusal == .fetchFailed(.nonsense))
        #expect(feed == FeedRecord(key: FeedKey(source: "paged"), page: 1, hasMore: true))
        #expect(isLoading == false)
        #expect(driver.toldOfFeeds.last?.error?.message == "Not a joke.")
        #expect(driver.logged.last?.members.contains("fetchFailed") == true)
        driver.browse(page: 2)
        #expect(driver.toldOfFeeds.last?.error == nil)
        driver.pass(.seconds(2))
        driver.deliverPage("b")
        #expect(feed?.page == 2)
    }

    @Test("answers a page that is kept without a fetch")
    func kept() {
        driver.browse()
        driver.deliverPage("a", "b")
        let call = driver.browse(page: 1)
        #expect(call.page?.items.map(\.id.rawValue) == ["a", "b"])
        #expect(driver.pages.isEmpty && driver.toldOfFeeds.count == 2)
    }

    @Test("is fetched once for all who ask, and told once")
    func shared() {
        let calls = [driver.browse(), driver.browse()]
        #expect(driver.pages.count == 1)
        driver.deliverPage("a")
        #expect(calls.map { $0.page?.items.map(\.id.rawValue) } == [["a"], ["a"]])
        #expect(driver.toldOfFeeds.count == 2)
    }

    @Test("is another one with another query, but for the spaces around it")
    func query() {
        driver.browse("cats")
        driver.deliverPage("cat")
        #expect(driver.browse(" cats ").page?.items.map(\.id.rawValue) == ["cat"])
        driver.browse("dogs")
        driver.browse("  ")
        driver.pass(.seconds(2))
        #expect(driver.pages.map(\.feed) == [FeedKey(source: "paged", query: "dogs")])
        #expect(FeedKey(source: "paged", query: "  ") == FeedKey(source: "paged"))
    }

    @Test("keeps its pages over a restart, and goes on")
    func restart() {
        driver.browse()
        driver.deliverPage("a")
        driver.browse(page: 2)
        driver.restart()
        #expect(driver.browse().page?.items.map(\.id.rawValue) == ["a"])
        #expect(driver.browse().page?.isLoading == false, "what was under way is over")
        driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.deliverPage("b")
        #expect(driver.browse(page: 2).page?.items.map(\.id.rawValue) == ["b"])
    }

    @Test("takes one page after the other")
    func order() {
        driver.browse()
        driver.deliverPage("a")
        let expected = "1 to 2, as pages come one after the other"
        #expect(driver.browse(page: 3).refusal == .invalid(parameter: "page", expected: expected))
    }

    @Test("ends with its hundredth page")
    func longest() {
        for page in 1...Limits.feedPages {
            driver.browse(page: page)
            driver.pass(.seconds(2))
            driver.deliverPage("joke \(page)")
        }
        #expect(feed?.page == Limits.feedPages)
        #expect(feed?.hasMore == false)
    }

    @Test("shows a joke that is known as it is known, and none that was disliked")
    func status() {
        driver.browse()
        driver.deliverPage("a", "b", "c")
        driver.dislike("b")
        #expect(driver.browse().page?.items.map(\.id.rawValue) == ["a", "c"])
        driver.browse("other")
        driver.pass(.seconds(2))
        driver.deliverPage("b", "d")
        #expect(driver.browse("other").page?.items.map(\.id.rawValue) == ["d"])
        #expect(driver.status("b")?.isDisliked == true)
    }

    @Test("a like out of it saves the joke, and the card stays")
    func like() {
        driver.browse()
        driver.deliverPage("a", "b")
        let card = driver.card
        let call = driver.like("b")
        #expect(call.outcome?.product == .decided(.sample("b", source: "paged")))
        #expect(driver.saved == ["b"])
        #expect(driver.card == card)
    }
}

// MARK: Refusals

extension FeedTests {
    @Test("of a source that is not there names those with pages")
    func unknownSource() {
        #expect(
            driver.browse(of: "nowhere").refusal
                == .invalid(parameter: "source", expected: "a source with pages: paged"))
    }

    @Test("of a source without pages cannot be had")
    func withoutPages() {
        #expect(
            driver.browse(of: "pack").refusal
                == .unsupported("The source 'pack' has no pages; these have: paged."))
        #expect(
            ModelDriver(.with(.pack)).browse(of: "pack").refusal
                == .unsupported(
                    "The source 'pack' has no pages, and no source that is on has any."))
    }

    @Test("has a query of 256 bytes at most")
    func longQuery() {
        #expect(driver.browse(String(repeating: "é", count: 128)).refusal == nil)
        #expect(
            driver.browse(String(repeating: "é", count: 129)).refusal
                == .invalid(parameter: "query", expected: "at most 256 bytes"))
    }
}

// MARK: Manners and bounds

extension FeedTests {
    @Test("waits until its source may be asked again, one page at a time")
    func spacing() {
        driver.browse("cats")
        driver.browse("dogs")
        #expect(driver.pages.map(\.feed.query) == ["cats"])
        driver.pass(.seconds(5))
        #expect(driver.pages.count == 1, "one at a time")
        driver.deliverPage("cat")
        #expect(driver.pages.map(\.feed.query) == ["dogs"])
        driver.deliverPage("dog")
        driver.browse("cats", page: 2)
        #expect(driver.pages.isEmpty, "too soon")
        driver.pass(.milliseconds(1_999))
        #expect(driver.pages.isEmpty)
        driver.pass(.milliseconds(1))
        #expect(driver.pages.map(\.feed.query) == ["cats"])
    }

    @Test("lets a fetch from its source end first, and goes before the next one")
    func fetchFirst() {
        let driver = ModelDriver(.with(.init(name: "paged", isLocal: false, spacing: .zero, hasPages: true)))
        #expect(driver.pending.map(\.source) == ["paged"])
        driver.browse()
        #expect(driver.pages.isEmpty)
        driver.deliver(["a"])
        #expect(driver.pages.count == 1)
        #expect(driver.pending.isEmpty, "one request at a time")
        driver.deliverPage("b")
        #expect(driver.pending.map(\.source) == ["paged"])
    }

    @Test("fails when its source takes too long, and does not hear what it says after that")
    func timeout() {
        let call = driver.browse()
        let late = driver.pages[0]
        driver.pass(.seconds(24))
        #expect(call.reply == nil)
        driver.pass(.seconds(1))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("still waiting")
            return
        }
        #expect(failure.kind == .timedOut)
        #expect(isLoading == false)
        driver.hand(.fetched(late.request, .page([.sample("late")], hasMore: true)))
        #expect(feed?.page == 0)
    }

    private var limit: SourceError {
        SourceError(.rateLimited, "Slow down.", retryAt: driver.now.wall.advanced(by: .seconds(600)))
    }

    @Test("heeds what its source says of when to come back")
    func rateLimit() {
        driver.browse()
        driver.failPage(limit)
        driver.pass(.seconds(599))
        guard case .fetchFailed(let refusal) = driver.browse().refusal else {
            Issue.record("asked all the same")
            return
        }
        #expect(refusal.kind == .rateLimited)
        #expect(driver.pages.isEmpty)
        driver.pass(.seconds(60))
        driver.browse()
        #expect(driver.pages.count == 1)
    }

    @Test("is not begun once its source has asked to be left alone")
    func barred() {
        driver.browse("cats")
        let call = driver.browse("dogs")
        driver.failPage(limit)
        #expect(call.failure?.kind == .rateLimited)
        #expect(call.failure?.retryAt == limit.retryAt)
        #expect(driver.model.feeds.publications.allSatisfy { !$0.isLoading && $0.error != nil })
        driver.pass(.seconds(60))
        #expect(driver.pages.isEmpty)
    }

    @Test("costs a request of the day, and none that was not made")
    func budget() {
        var source = Settings.Source.paged
        source.requestsPerDay = 3
        let driver = ModelDriver(.with(source, .pack, lowWater: 1))
        func requests() -> Int? { driver.model.prefetch["paged"]?.requests }
        driver.browse("cats")
        driver.browse("dogs")
        #expect(requests() == 2, "what it may cost is set aside")
        driver.failPage(SourceError(.noNetwork, "No.", requests: 0))
        #expect(requests() == 1)
        driver.pass(.seconds(2))
        driver.deliverPage("dog")
        driver.browse("cats")
        driver.pass(.seconds(2))
        driver.failPage(.nonsense)
        driver.browse("cats")
        driver.pass(.seconds(2))
        driver.deliverPage("cat")
        #expect(requests() == 3)
        #expect(driver.browse("cows").failure?.kind == .rateLimited)
        #expect(driver.browse("cats").page?.items.count == 1, "what is kept costs nothing")
    }

    @Test("ends when its source is turned off, which then has no pages")
    func turnedOff() {
        let call = driver.browse()
        driver.request(.enable(source: "paged", false))
        #expect(call.failure == SourceError(.unavailable, "The source 'paged' was turned off."))
        #expect(isLoading == false && driver.toldOfFeeds.last?.error != nil)
        #expect(
            driver.browse().refusal
                == .invalid(parameter: "source", expected: "a source with pages; none is on"))
        driver.request(.enable(source: "paged", true))
        driver.pass(.seconds(2))
        driver.browse()
        #expect(isLoading == true)
    }

    @Test("that is on its way is waited for by who waits for a joke of its source")
    func nextBesides() {
        let driver = browsing()
        let call = driver.next(source: "paged", wait: true)
        driver.pass(.seconds(5))
        #expect(driver.pending.isEmpty, "one request at a time")
        driver.deliverPage("b")
        driver.pass(.zero)
        #expect(driver.pending.map(\.source) == ["paged"])
        driver.deliver(["c"])
        #expect(call.outcome?.joke.id.rawValue == "c")
    }

    @Test("whose source asks to be left alone says so to who waits for a joke of it, too")
    func nextBarred() {
        let driver = browsing()
        let call = driver.next(source: "paged", wait: true)
        driver.failPage(limit)
        #expect(call.failure?.kind == .rateLimited)
        driver.pass(.seconds(60))
        #expect(driver.pending.isEmpty)
        #expect(driver.model.prefetch["paged"]?.requests == 2, "one for the queue, one for the page")
    }

    /// A page is on its way from a source whose jokes are ready.
    private func browsing() -> ModelDriver {
        var source = Settings.Source(name: "paged", isLocal: false, spacing: .seconds(2), hasPages: true)
        source.requestsPerDay = 50
        let driver = ModelDriver(.with(source, lowWater: 1))
        driver.deliver((1...10).map { .sample("\($0)", source: "paged") })
        driver.pass(.seconds(2))
        driver.browse()
        #expect(driver.pages.count == 1)
        return driver
    }

    @Test("does not count a page that came in part")
    func shortfall() {
        let call = driver.browse()
        let part = SourceResult.page([.sample("a", source: "paged")], hasMore: true, error: .nonsense)
        driver.hand(.fetched(driver.pages[0].request, part))
        #expect(call.failure == .nonsense)
        #expect(feed == FeedRecord(key: FeedKey(source: "paged")))
    }

    @Test("keeps out what its source warns of")
    func flags() {
        let call = driver.browse()
        let joke = Joke.sample("x", source: "paged")
        var flagged = SourceResult.page([joke, .sample("a", source: "paged")], hasMore: true)
        flagged.jokes[0].flags = ["nsfw"]
        driver.hand(.fetched(driver.pages[0].request, flagged))
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
    }

    @Test("lets in what the filter does, and goes on behind a page of which nothing is left")
    func filter() {
        let call = driver.browse()
        let blocked = Joke.sample("x", categories: ["explicit"], source: "paged")
        let page = SourceResult.page(
            [blocked, .sample("a"), .sample("a"), .error("No.")], hasMore: true)
        driver.hand(.fetched(driver.pages[0].request, page))
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
        #expect(driver.archive.record(blocked.id) == nil)
        let next = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.hand(.fetched(driver.pages[1].request, .page([blocked], hasMore: true)))
        #expect(next.page?.items == [])
        #expect(feed?.page == 2 && feed?.hasMore == true)
    }

    @Test("that was used longest ago goes when there are too many")
    func tooMany() {
        for number in 1...Limits.feeds {
            driver.browse("\(number)")
            driver.pass(.seconds(2))
            driver.deliverPage("joke \(number)")
        }
        driver.browse("1")
        driver.browse("new")
        #expect(driver.model.feeds.keys.count == Limits.feeds)
        driver.pass(.seconds(2))
        driver.deliverPage("new joke")
        #expect(
            driver.archive.feeds.compactMap(\.key.query).sorted()
                == driver.model.feeds.keys.compactMap(\.query).sorted())
        #expect(!driver.model.feeds.keys.contains(FeedKey(source: "paged", query: "2")))
        #expect(driver.browse("1").page?.items.map(\.id.rawValue) == ["joke 1"])
    }

    @Test("is refused while all that there may be are loading")
    func allLoading() {
        for number in 1...Limits.feeds { driver.browse("\(number)") }
        guard case .busy = driver.browse("one more").refusal else {
            Issue.record("not refused")
            return
        }
        #expect(driver.model.feeds.keys.count == Limits.feeds)
    }

    @Test("does not count a page that could not be kept")
    func fullDisk() {
        driver.browse()
        driver.deliverPage("a")
        let call = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.fillDisk()
        driver.deliverPage("b")
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("not refused")
            return
        }
        #expect(failure.kind == .storage)
        #expect(feed?.page == 1 && isLoading == false)
        #expect(driver.browse(page: 1).page?.items.count == 1, "what is kept can be read")
        driver.fillDisk(false)
        driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.deliverPage("b")
        #expect(feed?.page == 2)
    }
}

extension ModelDriver.Call {
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
