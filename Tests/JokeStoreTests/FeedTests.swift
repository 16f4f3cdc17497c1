// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Feeds and their pages.
struct FeedTests {
    private let directory = TemporaryDirectory()
    private let all = FeedKey(source: "net")
    private let cats = FeedKey(source: "net", query: "cats")

    private func id(_ id: String) -> Joke.ID { .init(rawValue: id) }

    private func page(_ number: Int, of feed: FeedKey, _ jokes: String..., hasMore: Bool = true) -> [Write] {
        jokes.map { .upsertJoke(.test($0)) } + [
            .feed(FeedRecord(key: feed, page: number, hasMore: hasMore, total: hasMore ? nil : number)),
            .feedPage(feed, page: number, jokes.map(id)),
        ]
    }

    private func jokes(_ store: Store, _ feed: FeedKey, _ number: Int) async throws -> [String] {
        ids(try await store.records(.feedPage(feed, page: number)))
    }

    @Test("feeds survive a restart, the least recently used first")
    func survivesRestart() async throws {
        let store = try directory.store()
        let writes =
            page(1, of: all, "b", "a") + page(1, of: cats, "c") + page(2, of: all, "d", hasMore: false)
        try await store.commit(writes + [.setStatus(id("a"), .saved)]).get()
        store.close()
        let next = try directory.store()
        defer { next.close() }
        #expect(
            try next.load().feeds == [
                FeedRecord(key: cats, page: 1), FeedRecord(key: all, page: 2, hasMore: false, total: 2),
            ])
        #expect(try await jokes(next, all, 1) == ["b", "a"])
        #expect(try await next.records(.feedPage(all, page: 1)).map(\.status.isSaved) == [false, true])
        #expect(try await jokes(next, all, 2) == ["d"])
        #expect(try await jokes(next, cats, 1) == ["c"])
        #expect(try await jokes(next, cats, 2) == [])
    }

    @Test("the newer write of a page replaces the older one")
    func pageWrittenAgain() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(page(1, of: cats, "old") + page(1, of: cats, "new")).get()
        #expect(try await jokes(store, cats, 1) == ["new"])
    }

    @Test("a removed feed is removed with its pages, and others stay")
    func removedFeed() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(page(1, of: all, "a") + page(1, of: cats, "c") + [.forgetFeed(cats)]).get()
        #expect(try store.load().feeds.map(\.key) == [all])
        try await store.commit(.feed(FeedRecord(key: cats, page: 1))).get()
        #expect(try await jokes(store, cats, 1) == [], "it begins anew")
        #expect(try await jokes(store, all, 1) == ["a"])
    }

    @Test("jokes of feeds are kept, and those of removed feeds are pruned as unreferenced")
    func prunesJokesOfRemovedFeeds() async throws {
        var limits = StoreLimits()
        limits.unreferenced = 2
        limits.pruningInterval = 1
        let store = try directory.store(limits: limits)
        defer { store.close() }
        try await store.commit([.upsertJoke(.test("1"))] + page(1, of: all, "a", "b", "c")).get()
        try await store.commit(.upsertJoke(.test("2"))).get()
        #expect(ids(try await store.records(.jokes(["1", "2"].map(id)))) == ["1", "2"])
        for number in 3...9 { try await store.commit(.upsertJoke(.test("\(number)"))).get() }
        #expect(try await jokes(store, all, 1) == ["a", "b", "c"])
        try await store.commit(.forgetFeed(all), .upsertJoke(.test("10")), .upsertJoke(.test("11"))).get()
        try await store.commit(.upsertJoke(.test("12"))).get()
        #expect(try await store.records(.jokes(["a", "b", "c"].map(id))).isEmpty)
    }
}
