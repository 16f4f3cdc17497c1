// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Pruning of old data.
struct PruningTests {
    private let directory = TemporaryDirectory()

    private func known(_ store: Store, _ numbers: ClosedRange<Int>) async throws -> [String] {
        ids(try await store.records(.jokes(numbers.map { .init(rawValue: "\($0)") })))
    }

    @Test("beyond the capacity the oldest hashes of seen jokes are removed")
    func seenHashes() async throws {
        var limits = StoreLimits()
        limits.seen = 4
        let store = try directory.store(limits: limits)
        defer { store.close() }
        let jokes = (0..<4).map { Joke.test("\($0)") }
        for place in [0, 1, 0, 2] { try await store.commit(.seen(Seen.fingerprints(of: jokes[place]))).get() }
        #expect(try await store.records(.unseen(jokes)).map(\.joke) == [jokes[1], jokes[3]])
    }

    @Test("the capacity for seen jokes holds over restarts")
    func seenHashesOverRestart() async throws {
        var limits = StoreLimits()
        limits.seen = 10
        for round in 0..<5 {
            let store = try directory.store(limits: limits)
            try await store.commit(.seen((0..<4).map { UInt64(round * 4 + $0) })).get()
            store.close()
        }
        let database = try Database(directory.database, for: .reading)
        let hashes = try database.rows("SELECT hash FROM seen ORDER BY position") { $0.integer(0) }
        #expect(hashes == Array(10..<20))
    }

    @Test("the newest of the unreferenced jokes are kept")
    func unreferencedJokes() async throws {
        var limits = StoreLimits()
        limits.unreferenced = 10
        limits.pruningInterval = 5
        let store = try directory.store(limits: limits)
        defer { store.close() }
        for number in 1...40 { try await store.commit(.upsertJoke(.test("\(number)"))).get() }
        let left = try await known(store, 1...40)
        #expect((10...15).contains(left.count))
        #expect(left.last == "40")
        #expect(left == left.indices.map { "\(40 - left.count + 1 + $0)" })
    }

    @Test("a referenced joke is not pruned")
    func referencedJoke() async throws {
        var limits = StoreLimits()
        limits.unreferenced = 1
        limits.pruningInterval = 1
        let store = try directory.store(limits: limits)
        defer { store.close() }
        func id(_ number: Int) -> Joke.ID { .init(rawValue: "\(number)") }
        let step = UndoStep(
            kind: .disliked, before: [.init(id: id(7), status: .undecided)], wasOnCard: true)
        let references: [Write] = [
            .setStatus(id(1), .saved), .setStatus(id(2), .trashed), .setStatus(id(3), .disliked),
            .card(id(4)),
            .queue([id(5)]), .daily(.init(rawValue: "2026-11-21"), id(6)), .pushUndo(step),
            .history(History([id(8)])),
        ]
        try await store.commit((1...9).map { .upsertJoke(.test("\($0)")) } + references).get()
        for number in 10...20 { try await store.commit(.upsertJoke(.test("\(number)"))).get() }
        #expect(try await known(store, 1...20) == ["1", "2", "3", "4", "5", "6", "7", "8", "20"])
    }
}
