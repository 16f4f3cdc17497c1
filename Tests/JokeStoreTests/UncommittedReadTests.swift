// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Queries that see uncommitted writes.
struct UncommittedReadTests {
    private let directory = TemporaryDirectory()
    private let saved = JokeStatus(savedAt: WallTime(milliseconds: 1))

    @Test("a query with uncommitted writes sees them, and they are rolled back")
    func seesUncommittedWrites() async throws {
        let store = try directory.store()
        defer { store.close() }
        let joke = Joke.test("a")
        let query = ArchiveQuery.savedMatching(["a"])
        let answer = await store.query(query, upon: [.upsertJoke(joke), .setStatus(joke.id, saved)])
        #expect(try answer.get() == .matches([[joke.id]]))
        #expect(try await store.query(query).get() == .matches([[]]))
        #expect(try store.load().savedCount == 0)
    }

    @Test("the fallback sees uncommitted writes, although its pool is another database")
    func fallbackSeesUncommittedWrites() async throws {
        let pack = ["a", "b"].map { Joke.test($0, source: "files") }
        let store = try directory.store(fallback: InMemoryCorpus(["pack": pack]))
        defer { store.close() }
        let query = ArchiveQuery.fallback(count: 1, excluding: .error)
        let first = try #require(try await store.records(query).first?.joke)
        let other = try #require(pack.first { $0 != first })
        let answer = await store.query(query, upon: [.seen(Seen.fingerprints(of: first))])
        #expect(try answer.get() == .records([JokeRecord(joke: other)]))
        #expect(try await store.records(query).first?.joke == first)
    }

    @Test("uncommitted seen jokes do not count against the limit")
    func uncommittedSeenJokes() async throws {
        var limits = StoreLimits()
        limits.seen = 2
        let store = try directory.store(limits: limits)
        defer { store.close() }
        try await store.commit(.seen([1]), .seen([2])).get()
        for hash in 10...20 {
            _ = try await store.query(.jokes([]), upon: [.seen([UInt64(hash)])]).get()
        }
        try await store.commit(.seen([3])).get()
        let database = try Database(directory.database, for: .reading)
        #expect(try database.rows("SELECT hash FROM seen ORDER BY hash") { $0.integer(0) } == [2, 3])
    }
}
