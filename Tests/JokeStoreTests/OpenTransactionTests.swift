// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

@Suite("An open transaction")
struct OpenTransactionTests {
    private let directory = TemporaryDirectory()
    private let saved = JokeStatus(savedAt: WallTime(milliseconds: 1))
    private let first = OpenTransaction(generation: 1, isDurable: true)
    private let b = Joke.ID(rawValue: "b")
    private let isSaved = ArchiveQuery.savedMatching(["a"])

    private func save(_ id: String) -> [Write] {
        let joke = Joke.test(id)
        return [.upsertJoke(joke), .setStatus(joke.id, saved)]
    }

    @Test("a query sees the writes of its transaction, and other readers see them after the commit")
    func isolation() async throws {
        let store = try directory.store()
        defer { store.close() }
        let found = ArchiveResult.matches([[Joke.ID(rawValue: "a")]])
        #expect(try await store.query(isSaved, after: save("a"), in: first).get() == found)
        #expect(try await store.query(isSaved, after: [], in: first).get() == found)
        #expect(try await store.query(isSaved).get() == .matches([[]]))
        try await store.commit([], in: 1).get()
        #expect(try await store.query(isSaved).get() == found)
    }

    @Test("a query about a joke sees the commits that were requested before it")
    func order() async throws {
        let store = try directory.store()
        defer { store.close() }
        for number in 1...200 {
            let joke = Joke.test("joke-\(number)")
            store.commit([.upsertJoke(joke)], in: 1) { _ in }
            let answer = try await store.query(.jokes([joke.id]), after: [], in: first).get()
            #expect(answer == .records([JokeRecord(joke: joke)]))
        }
    }

    @Test("a query about a joke sees the writes of its transaction")
    func openTransaction() async throws {
        let store = try directory.store()
        defer { store.close() }
        _ = try await store.query(isSaved, after: save("a"), in: first).get()
        let answer = try await store.query(.jokes([Joke.ID(rawValue: "a")]), after: [], in: first).get()
        #expect(answer == .records([JokeRecord(joke: .test("a"), status: saved)]))
    }

    @Test("a transaction of an older generation is rolled back")
    func rollback() async throws {
        let store = try directory.store()
        defer { store.close() }
        _ = try await store.query(isSaved, after: save("a"), in: first).get()
        try await store.commit(save("b"), in: 2).get()
        #expect(try await store.query(.savedMatching(["a", "b"])).get() == .matches([[], [b]]))
        #expect(try store.load().savedCount == 1)
    }

    @Test("closing rolls an open transaction back")
    func closing() async throws {
        let store = try directory.store()
        _ = try await store.query(isSaved, after: save("a"), in: first).get()
        store.close()
        let next = try directory.store()
        defer { next.close() }
        #expect(try next.load().savedCount == 0)
    }

    @Test("after a failure the generation is refused, and the next one begins anew")
    func refusal() async throws {
        let store = try directory.store()
        defer { store.close() }
        _ = try await store.query(isSaved, after: save("a"), in: first).get()
        // No log has this position, so the database refuses to insert the entry twice.
        let entry = StoredLogEntry(sequence: 1, members: "{}")
        let failure = await store.query(isSaved, after: [.log(entry), .log(entry)], in: first).failure
        #expect(failure != nil)
        #expect(await store.query(isSaved, after: [], in: first).failure == failure)
        #expect(await store.commit(save("b"), in: 1).failure == failure)
        #expect(try store.load().savedCount == 0)
        try await store.commit(save("b"), in: 2).get()
        #expect(try await store.query(.savedMatching(["a", "b"])).get() == .matches([[], [b]]))
    }

    @Test("writes ahead of a commit are part of it, and if they fail, it fails")
    func writesAhead() async throws {
        let store = try directory.store()
        defer { store.close() }
        store.apply(save("a"), in: first)
        try await store.commit([], in: 1).get()
        #expect(try store.load().savedCount == 1)
        let entry = StoredLogEntry(sequence: 1, members: "{}")
        store.apply(
            save("b") + [.log(entry), .log(entry)], in: OpenTransaction(generation: 2, isDurable: true))
        #expect(await store.commit([], in: 2).failure != nil)
        #expect(try store.load().savedCount == 1)
    }

    @Test("the fallback sees the writes of the transaction, and comes from another database")
    func fallback() async throws {
        let pack = ["a", "b"].map { Joke.test($0, source: "files") }
        let store = try directory.store(fallback: [InMemoryCorpus(["pack": pack])])
        defer { store.close() }
        let question = ArchiveQuery.fallback(count: 1, excluding: .error)
        let joke = try #require(try await store.records(question).first?.joke)
        let other = try #require(pack.first { $0 != joke })
        let seen = [Write.seen(Seen.fingerprints(of: joke))]
        let answer = await store.query(question, after: seen, in: first)
        #expect(try answer.get() == .records([JokeRecord(joke: other)]))
    }

    @Test("the limit of the seen jokes counts only what was committed")
    func counting() async throws {
        var limits = StoreLimits()
        limits.seen = 2
        let store = try directory.store(limits: limits)
        defer { store.close() }
        try await store.commit(.seen([1]), .seen([2])).get()
        for hash in 10...20 {
            let transaction = OpenTransaction(generation: hash, isDurable: false)
            _ = try await store.query(.jokes([]), after: [.seen([UInt64(hash)])], in: transaction).get()
        }
        try await store.commit(.seen([3])).get()
        let database = try Database(directory.database, for: .reading)
        #expect(try database.rows("SELECT hash FROM seen ORDER BY hash") { $0.integer(0) } == [2, 3])
    }

    @Test("a merge of lines that were lost fails alone: the transaction goes on")
    func lostImport() async throws {
        let store = try directory.store()
        defer { store.close() }
        _ = try await store.query(isSaved, after: save("a"), in: first).get()
        let merge = ArchiveQuery.merge(
            StagedImport(id: ImportID(number: 1), lines: 3, at: WallTime(milliseconds: 1)))
        #expect(await store.query(merge, after: [], in: first).failure?.kind == .importLost)
        try await store.commit([], in: 1).get()
        #expect(try store.load().savedCount == 1)
    }
}
