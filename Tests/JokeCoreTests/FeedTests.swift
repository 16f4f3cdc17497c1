// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// Test 9 of the original app, and the behavior that jokesd adds.
@Suite("A feed")
struct FeedTests {
    private let driver = ModelDriver(.with(.paged, .pack, lowWater: 1))

    private var feed: FeedRecord? { driver.publishedFeeds.last?.record }
    private var isLoading: Bool? { driver.publishedFeeds.last?.isLoading }

    @Test("a feed is loading from the request for a page until its end")
    func loadingUntilEnd() {
        let call = driver.browse()
        #expect(isLoading == true)
        #expect(driver.state.fetching)
        #expect(call.reply == nil)
        driver.deliverPage("a", "b")
        #expect(driver.publishedFeeds.map(\.isLoading) == [true, false])
        #expect(!driver.state.fetching || driver.pending.map(\.source) == ["pack"])
        #expect(call.page?.items.map(\.id.rawValue) == ["a", "b"])
        #expect(call.page?.isLoading == false)
    }

    @Test("a request for more after page 1 requests page 2")
    func nextPage() {
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

    @Test("a feed has no more pages after an empty page, and is not loading")
    func emptyPage() {
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

    @Test("jokes that the filter keeps out of a page count in the source's statistics")
    func countsFilteredJokes() {
        let call = driver.browse()
        driver.deliverPage([
            .sample("a", source: "paged"), .sample("b", categories: ["explicit"], source: "paged"),
        ])
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
        let report = driver.model.sourceReports(at: driver.now).first { $0.name == "paged" }
        #expect(report?.tally.filtered == [Filter.Reason(.category, "explicit"): 1])
    }

    @Test("a feed has no more pages after the one that its source calls the last")
    func lastPage() {
        driver.browse()
        driver.deliverPage("a", hasMore: false)
        #expect(feed?.hasMore == false)
        #expect(driver.browse(page: 7).page?.items == [])
    }

    @Test("a feed that was empty is requested again")
    func emptyFeedAgain() {
        driver.browse("cats")
        driver.deliverPage()
        #expect(feed?.hasMore == false)
        driver.pass(.seconds(2))
        driver.browse("cats")
        #expect(driver.pages.count == 1)
        driver.restart()
        #expect(driver.model.feeds.keys.isEmpty)
    }

    @Test("a feed keeps its position when a page fails, and the page can be requested again")
    func failedPage() {
        driver.browse()
        driver.deliverPage("a")
        let call = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.failPage(.nonsense)
        #expect(call.refusal == .fetchFailed(.nonsense))
        #expect(feed == FeedRecord(key: FeedKey(source: "paged"), page: 1, hasMore: true))
        #expect(isLoading == false)
        #expect(driver.publishedFeeds.last?.error?.message == "Not a joke.")
        #expect(driver.logged.last?.members.contains("fetchFailed") == true)
        driver.browse(page: 2)
        #expect(driver.publishedFeeds.last?.error == nil)
        driver.pass(.seconds(2))
        driver.deliverPage("b")
        #expect(feed?.page == 2)
    }

    @Test("a page has the newest text of a joke, which a saved joke gets, too", .rule(5))
    func mendedJoke() {
        driver.browse()
        driver.deliverPage([.sample("a", "The old text.", source: "paged")])
        driver.like("a")
        let call = driver.browse("mended")
        driver.pass(.seconds(2))
        driver.deliverPage([.sample("a", "The new text.", categories: ["dev"], source: "paged")])
        #expect(call.page?.items.map(\.value) == ["The new text."])
        driver.like("a")
        let saved = driver.archive.record(.init(rawValue: "a"))
        #expect(saved?.status.isSaved == true && saved?.joke.value == "The new text.")
        #expect(saved?.joke.categories == ["dev"])
    }

    @Test("a stored page is returned without a fetch")
    func storedPage() {
        driver.browse()
        driver.deliverPage("a", "b")
        let call = driver.browse(page: 1)
        #expect(call.page?.items.map(\.id.rawValue) == ["a", "b"])
        #expect(driver.pages.isEmpty && driver.publishedFeeds.count == 2)
    }

    @Test("a page says which of its jokes are saved, also when it comes from the store")
    func savedJokes() {
        driver.browse()
        driver.deliverPage("a", "b", "c")
        driver.like("b")
        driver.dislike("c")
        let stored = driver.browse(page: 1).page
        #expect(stored?.items.map(\.id.rawValue) == ["a", "b"] && stored?.saved.map(\.rawValue) == ["b"])
        let call = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.deliverPage("b", "d")
        #expect(call.page?.saved.map(\.rawValue) == ["b"])
    }

    @Test("a page is fetched and published once for several clients")
    func sharedPage() {
        let calls = [driver.browse(), driver.browse()]
        #expect(driver.pages.count == 1)
        driver.deliverPage("a")
        #expect(calls.map { $0.page?.items.map(\.id.rawValue) } == [["a"], ["a"]])
        #expect(driver.publishedFeeds.count == 2)
    }

    @Test("a query selects another feed, and spaces around the query do not")
    func queries() {
        driver.browse("cats")
        driver.deliverPage("cat")
        #expect(driver.browse(" cats ").page?.items.map(\.id.rawValue) == ["cat"])
        driver.browse("dogs")
        driver.browse("  ")
        driver.pass(.seconds(2))
        #expect(driver.pages.map(\.feed) == [FeedKey(source: "paged", query: "dogs")])
        #expect(FeedKey(source: "paged", query: "  ") == FeedKey(source: "paged"))
    }

    @Test("a feed keeps its pages over a restart and continues")
    func survivesRestart() {
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

    @Test("a feed refuses a page before its predecessor")
    func pageOrder() {
        driver.browse()
        driver.deliverPage("a")
        let expected = "1 to 2, because pages are loaded in order"
        #expect(driver.browse(page: 3).refusal == .invalid(parameter: "page", expected: expected))
    }

    @Test("a feed ends with its hundredth page")
    func mostPages() {
        for page in 1...Limits.feedPages {
            driver.browse(page: page)
            driver.pass(.seconds(2))
            driver.deliverPage("joke \(page)")
        }
        #expect(feed?.page == Limits.feedPages)
        #expect(feed?.hasMore == false)
    }

    @Test("a page shows whether a joke is saved, and leaves out disliked jokes")
    func jokeStatus() {
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

    @Test("a like of a joke of a feed saves it and leaves the card")
    func likeFromFeed() {
        driver.browse()
        driver.deliverPage("a", "b")
        let card = driver.card
        let call = driver.like("b")
        #expect(call.outcome?.product == .decided(.sample("b", source: "paged")))
        #expect(driver.saved == ["b"])
        #expect(driver.card == card)
    }
}

// MARK: Local files

extension FeedTests {
    private func local() -> ModelDriver { ModelDriver(.with(.files, .paged, lowWater: 1)) }

    private func files(
        _ driver: ModelDriver, page: Int = 1, category: String? = nil, after: Int64? = nil
    ) -> ModelDriver.Call {
        let key = FeedKey(source: "files", query: " cats ")
        return driver.request(.browse(key, page: page, files: .init(category: category, after: after)))
    }

    @Test("a page of local files is read each time, and not stored or published")
    func readEachTime() {
        let driver = local()
        for text in ["old", "new"] {
            let call = files(driver, page: 3, category: "Tea", after: 7)
            #expect(driver.pages.first?.request.kind == .page(3, query: "cats"))
            #expect(driver.pages.first?.request.files == .init(category: "Tea", after: 7))
            #expect(driver.state.fetching && driver.state.online)
            driver.deliverPage([.sample("a", text, source: "files")], next: 9)
            #expect(call.page?.items.map(\.value) == [text])
            #expect(call.page?.next == 9 && call.page?.category == "Tea" && call.page?.page == 3)
            #expect(call.page?.feed.hasMore == true && call.page?.feed.key.query == "cats")
        }
        #expect(driver.publishedFeeds.isEmpty && driver.model.feeds.keys.isEmpty)
        #expect(driver.archive.pages.isEmpty)
    }

    @Test("each client gets the page of local files that it asked for, in any order")
    func ownPages() {
        let driver = local()
        let calls = [files(driver, page: 9), files(driver, page: 2)]
        #expect(driver.pages.count == 1, "one at a time")
        driver.deliverPage("i")
        driver.deliverPage("b", hasMore: false)
        #expect(calls.map { $0.page?.items.map(\.id.rawValue) } == [["i"], ["b"]])
        #expect(calls.map { $0.page?.feed.hasMore } == [true, false])
    }

    @Test("a joke of a page of local files can be liked, and disliked and filtered ones are left out")
    func decideLocal() {
        let driver = local()
        let card = driver.card
        let jokes = ["a", "b", "c", "d"].map {
            Joke.sample($0, categories: $0 == "d" ? ["explicit"] : [], source: "files")
        }
        for _ in 1...2 {
            let call = files(driver)
            driver.deliverPage(jokes)
            #expect(
                call.page?.items.map(\.id.rawValue)
                    == (driver.saved == ["a"] ? ["a", "c"] : ["a", "b", "c"]))
            driver.like("a")
            driver.dislike("b")
        }
        #expect(driver.saved == ["a"] && driver.card == card)
        #expect(driver.status("b")?.isDisliked == true)
    }

    @Test("a saved joke that was mended in its file has its new text, and an edited one the user's")
    func mendedLocal() {
        let driver = local()
        _ = files(driver)
        driver.deliverPage("a", "b")
        driver.like("a")
        driver.like("b")
        driver.request(.edit("b", .init(text: .sample("", "Mine."))))
        let call = files(driver)
        driver.deliverPage(["a", "b"].map { .sample($0, "New \($0).", source: "files") })
        #expect(call.page?.items.map(\.value) == ["New a.", "Mine."])
        #expect(driver.archive.record(Joke.ID(rawValue: "a"))?.joke.value == "New a.")
    }

    @Test("a page of local files that cannot be read fails with its error")
    func failedLocal() {
        let driver = local()
        let call = files(driver)
        driver.failPage(.nonsense)
        #expect(call.refusal == .fetchFailed(.nonsense))
        #expect(driver.state.online)
    }

    @Test("a service has no pages of one category, and none after a position")
    func localOnly() {
        for (parameter, page) in [
            ("category", SourceRequest.FilePage(category: "tea")), ("cursor", .init(after: 1)),
        ] {
            #expect(
                local().request(.browse(FeedKey(source: "paged"), page: 1, files: page)).refusal
                    == .unsupported("The source 'paged' is no local one; leave '\(parameter)' out."))
        }
    }
}

// MARK: Refusals

extension FeedTests {
    @Test("a request for the feed of an unknown source is refused with the sources that have pages")
    func unknownSource() {
        #expect(
            driver.browse(of: "nowhere").refusal
                == .invalid(parameter: "source", expected: "a source with pages: paged"))
    }

    @Test("a source and a query of other code points are others, even if they look the same")
    func codePoints() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let driver = ModelDriver(.with(Settings.Source(name: composed, isLocal: false, hasPages: true)))
        #expect(driver.browse(of: decomposed).refusal != nil)
        #expect(driver.next(source: decomposed).refusal != nil)
        driver.request(.enable(source: decomposed, false))
        #expect(driver.browse(of: composed).refusal == nil)
        let keys = [composed, decomposed].map { FeedKey(source: composed, query: $0) }
        #expect(keys[0] != keys[1] && Set(keys).count == 2 && keys[0] != FeedKey(source: composed))
        let joke = Joke(
            id: Joke.ID(rawValue: "a"), value: "?", categories: [composed], source: composed, language: "en")
        typealias Selection = ChangeRequest.Selection
        for name in [composed, decomposed] {
            #expect(Selection(source: name).admits(joke) == name.hasBytes(of: composed))
            #expect(Selection(category: name).admits(joke) == name.hasBytes(of: composed))
        }
    }

    @Test("a request for the feed of a source without pages is refused")
    func withoutPages() {
        #expect(
            driver.browse(of: "pack").refusal
                == .unsupported("The source 'pack' has no pages; choose a source with pages: paged."))
        #expect(
            ModelDriver(.with(.pack)).browse(of: "pack").refusal
                == .unsupported(
                    "The source 'pack' has no pages; choose a source with pages; none is enabled."))
    }
}

// MARK: Manners and bounds

extension FeedTests {
    @Test("pages are requested one at a time, in the spacing of their source")
    func spacing() {
        driver.browse("cats")
        driver.browse("dogs")
        #expect(driver.pages.map(\.feed.query) == ["cats"])
        driver.pass(.seconds(5))
        #expect(driver.pages.count == 1, "one at a time")
        driver.deliverPage("cat")
        driver.pass(.seconds(2))
        #expect(driver.pages.map(\.feed.query) == ["dogs"])
        driver.deliverPage("dog")
        driver.browse("cats", page: 2)
        #expect(driver.pages.isEmpty, "too soon")
        driver.pass(.milliseconds(1_999))
        #expect(driver.pages.isEmpty)
        driver.pass(.milliseconds(1))
        #expect(driver.pages.map(\.feed.query) == ["cats"])
    }

    @Test("a page waits for the running prefetch of its source and goes before the next one")
    func afterPrefetch() {
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

    @Test("a page fails after the time limit, and its late result is ignored")
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
        driver.handle(.fetched(late.request, .page([.sample("late")], hasMore: true)))
        #expect(feed?.page == 0)
    }

    private var limit: SourceError {
        SourceError(.rateLimited, "Slow down.", retryAt: driver.now.wall.advanced(by: .seconds(600)))
    }

    @Test("a page that is rate limited fails until the source's Retry-After")
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

    @Test("a page is not requested before the source's Retry-After")
    func retryAfter() {
        driver.browse("cats")
        let call = driver.browse("dogs")
        driver.failPage(limit)
        #expect(call.failure?.kind == .rateLimited)
        #expect(call.failure?.retryAt == limit.retryAt)
        #expect(driver.model.feeds.publications.allSatisfy { !$0.isLoading && $0.error != nil })
        driver.pass(.seconds(60))
        #expect(driver.pages.isEmpty)
    }

    @Test("a page costs a request of the day's budget, and a page that was not requested costs nothing")
    func countsAgainstBudget() {
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

    @Test("a page request ends when its source is disabled, and the source then has no feed")
    func disabledSource() {
        let call = driver.browse()
        driver.request(.enable(source: "paged", false))
        #expect(call.failure == SourceError(.unavailable, "The source 'paged' was disabled."))
        #expect(isLoading == false && driver.publishedFeeds.last?.error != nil)
        #expect(
            driver.browse().refusal
                == .invalid(parameter: "source", expected: "a source with pages; none is enabled"))
        driver.request(.enable(source: "paged", true))
        driver.pass(.seconds(2))
        driver.browse()
        #expect(isLoading == true)
    }

    @Test("a client that waits for a joke of the source waits for the page in flight")
    func nextWaitsForPage() {
        let driver = browsing()
        let call = driver.next(source: "paged", wait: true)
        driver.pass(.seconds(5))
        #expect(driver.pending.isEmpty, "one request at a time")
        driver.deliverPage("b")
        driver.pass(.seconds(2))
        #expect(driver.pending.map(\.source) == ["paged"])
        driver.deliver(["c"])
        #expect(call.outcome?.joke.id.rawValue == "c")
    }

    @Test("a client that waits for a joke gets the Retry-After that a page request received")
    func nextGetsRetryAfter() {
        let driver = browsing()
        let call = driver.next(source: "paged", wait: true)
        driver.failPage(limit)
        #expect(call.failure?.kind == .rateLimited)
        driver.pass(.seconds(60))
        #expect(driver.pending.isEmpty)
        #expect(driver.model.prefetch["paged"]?.requests == 2, "one for the queue, one for the page")
    }

    /// Returns a driver with a page in flight, from a source whose prefetch has ended.
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

    @Test("a page that came in part is not counted")
    func partialPage() {
        let call = driver.browse()
        let part = SourceResult.page([.sample("a", source: "paged")], hasMore: true, error: .nonsense)
        driver.handle(.fetched(driver.pages[0].request, part))
        #expect(call.failure == .nonsense)
        #expect(feed == FeedRecord(key: FeedKey(source: "paged")))
    }

    @Test("a page leaves out jokes that its source flags")
    func flaggedJokes() {
        let call = driver.browse()
        let joke = Joke.sample("x", source: "paged")
        var flagged = SourceResult.page([joke, .sample("a", source: "paged")], hasMore: true)
        flagged.jokes[0].flags = ["nsfw"]
        driver.handle(.fetched(driver.pages[0].request, flagged))
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
    }

    @Test("a page is filtered as the queue is, and a feed continues after a page without a joke left")
    func filteredPage() {
        let call = driver.browse()
        let blocked = Joke.sample("x", categories: ["explicit"], source: "paged")
        let page = SourceResult.page(
            [blocked, .sample("a"), .sample("a"), .error("No.")], hasMore: true)
        driver.handle(.fetched(driver.pages[0].request, page))
        #expect(call.page?.items.map(\.id.rawValue) == ["a"])
        #expect(driver.archive.record(blocked.id) == nil)
        let next = driver.browse(page: 2)
        driver.pass(.seconds(2))
        driver.handle(.fetched(driver.pages[1].request, .page([blocked], hasMore: true)))
        #expect(next.page?.items == [])
        #expect(feed?.page == 2 && feed?.hasMore == true)
    }

    @Test("the least recently used feed is removed when there are too many")
    func tooManyFeeds() {
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

    @Test("a new feed is refused as busy while the most feeds are loading")
    func allFeedsLoading() {
        for number in 1...Limits.feeds { driver.browse("\(number)") }
        guard case .busy = driver.browse("one more").refusal else {
            Issue.record("not refused")
            return
        }
        #expect(driver.model.feeds.keys.count == Limits.feeds)
    }

    @Test("a page that cannot be stored is not counted")
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
    /// A service with pages and without a prefetch.
    static let paged = Settings.Source(
        name: "paged", weight: 0, isLocal: false, spacing: .seconds(2), hasPages: true)
    /// Local files that are only browsed.
    static let files = Settings.Source(name: "files", weight: 0, isLocal: true, hasPages: true)
}
