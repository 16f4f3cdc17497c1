// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// The showings and decisions of other machines.
@Suite("Memory")
struct MemoryTests {
    private let directory = TemporaryDirectory()

    private func later(_ marks: [Seen.Mark], in store: Store) async throws -> ([Seen.Mark], Int) {
        let transaction = OpenTransaction(generation: 0, isDurable: true)
        let result = try await store.query(.laterSeen(marks), after: [], in: transaction).get()
        guard case .seen(let marks, let position, _) = result else { return ([], -1) }
        return (marks.sorted { $0.hash < $1.hash }, position)
    }

    private func all(_ store: Store, after position: Int = -1) async throws -> [UInt64: Int] {
        var (marks, hash): ([UInt64: Int], UInt64?) = ([:], nil)
        while true {
            guard
                case .seen(let part, _, let next) = try await store.query(
                    .seen(after: position, following: hash)
                ).get()
            else { return marks }
            for mark in part { marks[mark.hash] = mark.position }
            guard let next else { return marks }
            hash = next
        }
    }

    @Test("a showing has a time, or one more than the last position if the clock is not later")
    func positions() async throws {
        let store = try directory.store()
        defer { store.close() }
        let time = WallTime(milliseconds: 1_795_000_000_000)
        let back = WallTime(milliseconds: 5)
        try await store.commit(.seen([1, 2], at: time), .seen([3], at: back), .seen([1], at: time)).get()
        #expect(
            try await all(store)
                == [1: 1_795_000_000_003, 2: 1_795_000_000_001, 3: 1_795_000_000_002])
        #expect(try await all(store, after: 1_795_000_000_002) == [1: 1_795_000_000_003])
    }

    @Test("of two showings the later one stays, and the next one here is later than all", .rule(8))
    func merge() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(
            .seen([1], at: WallTime(milliseconds: 10)), .seen([2], at: WallTime(milliseconds: 20))
        )
        .get()
        let marks = [
            Seen.Mark(1, at: 30), Seen.Mark(2, at: 15), Seen.Mark(2, at: 20), Seen.Mark(3, at: 7),
            Seen.Mark(3, at: 8),
        ]
        let (news, position) = try await later(marks, in: store)
        #expect(news == [Seen.Mark(1, at: 30), Seen.Mark(3, at: 8)])
        #expect(position == 20)
        try await store.commit(.seenElsewhere(news)).get()
        #expect(try await later(marks, in: store).0.isEmpty)
        try await store.commit(.seenElsewhere([Seen.Mark(1, at: 12)])).get()
        try await store.commit(.seen([4], at: WallTime(milliseconds: 21))).get()
        #expect(try await all(store) == [1: 30, 2: 20, 3: 8, 4: 31])
    }

    @Test("beyond the capacity, showings of other machines that are older than all are no news")
    func capacity() async throws {
        var limits = StoreLimits()
        limits.seen = 4
        let store = try directory.store(limits: limits)
        defer { store.close() }
        let marks = (1...9).map { Seen.Mark(UInt64($0), at: $0 * 10) }
        try await store.commit(.seenElsewhere(marks)).get()
        #expect(try await all(store) == [6: 60, 7: 70, 8: 80, 9: 90])
        #expect(try await later(marks, in: store).0.isEmpty)
        #expect(try await later([Seen.Mark(5, at: 61)], in: store).0.count == 1)
    }

    @Test("many showings are exported in parts, in which each comes once")
    func parts() async throws {
        let store = try directory.store()
        defer { store.close() }
        var generator = SeededGenerator(seed: 3)
        let marks = (0..<12_000).map { Seen.Mark(.random(in: 0 ... .max, using: &generator), at: $0) }
        try await store.commit(.seenElsewhere(marks)).get()
        #expect(try await all(store).count == 12_000)
        #expect(try await all(store, after: 5_999).count == 6_000)
    }

    @Test(
        "what other machines have learned survives a restart, an empty share too, and is replaced as a whole")
    func shares() async throws {
        let first = Taste.Share(
            machine: "aaaaaaaaaaaaaaaa", time: 1,
            arms: [.source("s"): .init(likes: 3, dislikes: 4), .category("c"): .init(likes: 1)])
        let empty = Taste.Share(machine: "bbbbbbbbbbbbbbbb", time: 9, arms: [:])
        let own = Taste.Change(.source("s"), Taste.Tally(decisions: 5, count: 3, usedAt: 2))
        var store = try directory.store()
        try await store.commit(
            .tasteShare(machine: first.machine, first), .tasteShare(machine: empty.machine, empty),
            .taste(own)
        ).get()
        store.close()
        store = try directory.store()
        var state = try store.load()
        #expect(Set(state.tasteShares) == [first, empty])
        #expect(state.taste == [.source("s"): Taste.Tally(decisions: 5, count: 3, usedAt: 2)])
        let second = Taste.Share(machine: first.machine, time: 2, arms: [.source("t"): .init(dislikes: 1)])
        try await store.commit(
            .tasteShare(machine: second.machine, second), .tasteShare(machine: empty.machine, nil)
        ).get()
        store.close()
        store = try directory.store()
        defer { store.close() }
        state = try store.load()
        #expect(state.tasteShares == [second])
    }
}
