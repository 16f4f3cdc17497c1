// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Reads that take several steps.
struct ReadStepTests {
    private let directory = TemporaryDirectory()

    /// The first step of a read looks at some rows, and each other one, too.
    private static var shortSteps: StoreLimits {
        var limits = StoreLimits()
        limits.stepTime = .zero
        return limits
    }

    private func fill() async throws {
        let store = try directory.store()
        defer { store.close() }
        var writes: [Write] = []
        for number in 0..<300 {
            var joke = Joke.test(
                "\(number)", "duck number \(number)", categories: [number % 3 == 0 ? "a" : "b"],
                source: "s\(number % 2)")
            joke.language = number % 50 == 7 ? "es" : "en"
            var status = JokeStatus(savedAt: WallTime(milliseconds: Int64(number % 20)))
            if number % 5 == 0 { status.deletedAt = WallTime(milliseconds: Int64(number)) }
            writes += [.upsertJoke(joke), .setStatus(joke.id, status)]
        }
        try await store.commit(writes).get()
    }

    private static let queries: [SavedQuery] = {
        let changes: [(inout SavedQuery) -> Void] = [
            { _ in }, { $0.language = "es" }, { $0.category = "a" }, { $0.source = "s1" },
            { ($0.source, $0.sort) = ("s1", .date) },
            { ($0.since, $0.sort) = (WallTime(milliseconds: 9), .date) },
            { ($0.until, $0.language) = (WallTime(milliseconds: 9), "es") }, { $0.isDeleted = true },
            { ($0.isDeleted, $0.sort) = (true, .text) }, { ($0.isDeleted, $0.search) = (true, "duck") },
            { $0.isDisliked = true }, { ($0.isDisliked, $0.search) = (true, "duck") },
            { $0.search = "duck" }, { ($0.search, $0.language) = ("duck", "es") },
            { $0.search = "duck *ber 27*" },
            { $0.search = "*er 2*" }, { $0.search = "*nosuchtext*" },
            { ($0.search, $0.sort, $0.isReversed) = ("*er 2*", .category, true) },
        ]
        return changes.map { change in
            var query = SavedQuery(limit: 7)
            change(&query)
            return query
        }
    }()

    @Test("pages that are read in many steps are those of one step", arguments: queries)
    func samePages(query: SavedQuery) async throws {
        func pages(_ limits: StoreLimits) async throws -> [SavedPage] {
            let store = try directory.store(limits: limits)
            defer { store.close() }
            var pages: [SavedPage] = []
            var query = query
            repeat {
                pages.append(try await store.page(query))
                query.cursor = pages.last?.next
            } while query.cursor != nil && pages.count < 100
            return pages
        }
        try await fill()
        var oneStep = StoreLimits()
        oneStep.stepTime = .seconds(3_600)
        let whole = try await pages(oneStep)
        #expect(try await pages(Self.shortSteps) == whole)
        #expect(whole[0].isTotalExact)
        #expect(whole.map(\.items.count).reduce(0, +) == whole[0].total)
    }

    @Test("a short read that comes after a long one is answered first", .timeLimit(.minutes(1)))
    func shortRead() async throws {
        try await fill()
        let store = try directory.store(limits: Self.shortSteps)
        defer { store.close() }
        var search = SavedQuery(limit: 1)
        search.search = "*nosuchtext*"
        let long = search
        let order = Shared<[String]>([])
        await withCheckedContinuation { continuation in
            // Both arrive while the reader is busy.
            store.query(.jokes([])) { _ in
                store.query(.saved(long)) { _ in
                    order.value.append("long")
                    continuation.resume()
                }
                store.query(.jokes([])) { _ in order.value.append("short") }
            }
        }
        #expect(order.value == ["short", "long"])
    }

    @Test("the write-ahead log is emptied during a long read", .timeLimit(.minutes(1)))
    func checkpoint() async throws {
        try await fill()
        let store = try directory.store(limits: Self.shortSteps)
        defer { store.close() }
        var search = SavedQuery(limit: 1)
        search.search = "*nosuchtext*"
        let (long, log) = (search, directory.database + "-wal")
        let (sizes, isOver) = (Shared<[Int]>([]), Shared(false))
        // Blocks the reader between two steps of the read.
        @Sendable func commitBetweenSteps() {
            guard !isOver.value else { return }
            let text = String(repeating: "\(sizes.value.count) ", count: 5_000)
            let megabyte = (0..<100).map { Write.upsertJoke(.test("n\($0)", text)) }
            let isCommitted = Monitor(false)
            store.commit(megabyte, in: Generation.next()) { _ in
                isCommitted.withLock { $0 = true }
                isCommitted.wake()
            }
            _ = isCommitted.wait { $0 ? true : nil }
            sizes.value.append(File.size(log))
            _ = store.readerThread.post(commitBetweenSteps)
        }
        await withCheckedContinuation { continuation in
            _ = store.readerThread.post {
                store.query(.saved(long)) { _ in
                    isOver.value = true
                    continuation.resume()
                }
                _ = store.readerThread.post(commitBetweenSteps)
            }
        }
        #expect(sizes.value.count > 10)
        #expect(sizes.value.allSatisfy { $0 < 2 * StoreLimits.log }, "\(sizes.value)")
    }
}
