// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Commits survive a restart.
struct PersistenceTests {
    private let directory = TemporaryDirectory()

    /// Commits, closes, opens and loads.
    private func kept(after writes: [Write]) async throws -> PersistedState {
        let store = try directory.store()
        try await store.commit(writes).get()
        store.close()
        let next = try directory.store()
        defer { next.close() }
        return try next.load()
    }

    @Test("a new database is empty and has an epoch")
    func newDatabase() throws {
        let store = try directory.store()
        defer { store.close() }
        let kept = try store.load()
        #expect(kept == PersistedState(epoch: kept.epoch))
        #expect(kept.epoch.count == 16)
    }

    @Test("the log keeps the newest entries and the one before them")
    func logEntries() async throws {
        let entries = (1...300).map { StoredLogEntry(sequence: $0 * 2, members: "\"event\":\"\($0) é\"") }
        let kept = try await kept(after: [.reserveSequence(1_000)] + entries.map(Write.log))
        #expect(kept.log == entries.suffix(Limits.logEvents + 1))
    }

    @Test("the taste is stored, and a removed arm is gone")
    func storedTaste() async throws {
        let (source, category) = (Taste.Arm(.source, "pun"), Taste.Arm(.category, "pun"))
        let old = Taste.Tally(decisions: 1, count: 1, usedAt: 1)
        let new = Taste.Tally(decisions: .max, count: 64, usedAt: 1 << 52)
        let removed = Taste.Arm(.category, "say \"é\"")
        let changes = [(source, old), (removed, old), (source, new), (category, old), (removed, nil)]
        let kept = try await kept(after: changes.map { .taste(.init($0, $1)) })
        #expect(kept.taste == [source: new, category: old])
    }

    @Test("the epoch survives a restart")
    func epochSurvivesRestart() async throws {
        let store = try directory.store()
        let epoch = try store.load().epoch
        store.close()
        #expect(try await kept(after: []).epoch == epoch)
    }

    @Test("each kind of write is loaded as it was written")
    func everyWrite() async throws {
        let other = Joke.test("other")
        let step = UndoStep(
            kind: .disliked, before: [.init(id: other.id, status: .trashed)], wasOnCard: true)
        let deletion = UndoStep(
            kind: .deleted,
            before: [.init(id: other.id, status: .saved), .init(id: Joke.full.id, status: .disliked)],
            wasOnCard: false)
        let date = LocalDate(rawValue: "2026-11-21")
        let kept = try await kept(after: [
            .upsertJoke(.full), .upsertJoke(other), .setStatus(.init(rawValue: "full"), .saved),
            .card(Joke.full.id),
            .queue([other.id, Joke.full.id]), .daily(date, other.id), .pushUndo(step), .pushUndo(deletion),
            .history(History([other.id, Joke.full.id], position: 0)),
            .showTranslation(true), .reserveSequence(1 << 52), .seen([1, .max]),
        ])
        #expect(
            kept
                == PersistedState(
                    epoch: kept.epoch, reservedSequence: 1 << 52,
                    card: JokeRecord(joke: .full, status: .saved),
                    queue: [JokeRecord(joke: other), JokeRecord(joke: .full, status: .saved)],
                    daily: DailyJoke(date: date, joke: other), undo: [step, deletion],
                    history: History([other.id, Joke.full.id], position: 0), showTranslation: true,
                    savedCount: 1))
    }

    @Test("the error joke is stored as no card")
    func noCard() async throws {
        #expect(try await kept(after: [.upsertJoke(.full), .card(Joke.full.id), .card(nil)]).card == nil)
    }

    @Test("the later of two writes of one kind holds")
    func laterWriteWins() async throws {
        let kept = try await kept(after: [
            .upsertJoke(.test("a")), .upsertJoke(.test("b")), .card(.init(rawValue: "a")),
            .card(.init(rawValue: "b")),
        ])
        #expect(kept.card?.joke.id.rawValue == "b")
    }

    @Test("commits apply in the order of their calls")
    func commitsInOrder() async throws {
        let store = try directory.store()
        for number in 1...200 { store.commit([.reserveSequence(number)], in: number) { _ in } }
        store.close()
        #expect(try await kept(after: []).reservedSequence == 200)
    }

    @Test("a known joke that is written again keeps its status and is not duplicated")
    func jokeWrittenAgain() async throws {
        let kept = try await kept(after: [
            .upsertJoke(.test("a", "old")), .setStatus(.init(rawValue: "a"), .saved),
            .upsertJoke(.test("a", "new")),
            .card(.init(rawValue: "a")),
        ])
        #expect(kept.card == JokeRecord(joke: .test("a", "new"), status: .saved))
        #expect(kept.savedCount == 1)
    }

    @Test("references to unknown jokes are left out")
    func unknownReferences() async throws {
        let kept = try await kept(after: [
            .upsertJoke(.test("a")), .card(.init(rawValue: "x")),
            .queue([.init(rawValue: "x"), .init(rawValue: "a")]),
            .daily(.init(rawValue: "2026-11-21"), .init(rawValue: "x")),
        ])
        #expect(kept.card == nil)
        #expect(ids(kept.queue) == ["a"])
        #expect(kept.daily == nil)
    }

    @Test("the jokes of the last 14 dates stay known, unless they are disliked", .rule(10))
    func days() async throws {
        let store = try directory.store()
        defer { store.close() }
        let days = (1...15).map { (LocalDate(rawValue: "2026-11-\($0 + 10)"), Joke.test("day-\($0)")) }
        for (date, joke) in days { try await store.commit(.upsertJoke(joke), .daily(date, joke.id)).get() }
        func known(_ index: Int) async throws -> [Joke.ID] {
            let nowhere = FallbackScope(.init(source: "none"), disabled: [], filter: .init())
            return try await store.records(.dailyJokes(days[index].0, in: nowhere)).map(\.joke.id)
        }
        #expect(try await known(0) == [])
        #expect(try await known(1) == [days[1].1.id])
        #expect(try await known(14) == [days[14].1.id])
        try await store.commit(.setStatus(days[1].1.id, .disliked)).get()
        #expect(try await known(1) == [])
    }

    @Test("only the owner may use the directory and the files")
    func permissions() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(.upsertJoke(.full)).get()
        #expect(File.permissions(directory.data) == 0o700)
        #expect(File.permissions(directory.database) == 0o600)
        #expect(File.permissions(directory.database + "-wal") == 0o600)
    }

    @Test("after closing, the database is one intact file")
    func intactAfterClosing() async throws {
        let store = try directory.store()
        try await store.commit(.upsertJoke(.full), .setStatus(Joke.full.id, .saved)).get()
        store.close()
        #expect(!File.exists(directory.database + "-wal"))
        let database = try Database(directory.database, for: .reading)
        #expect(try database.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    }

    @Test("after closing, every call fails as closed")
    func callsAfterClosing() async throws {
        let store = try directory.store()
        store.close()
        #expect(await store.commit(.upsertJoke(.full)).failure?.kind == .closed)
        #expect(await store.query(.jokes([])).failure?.kind == .closed)
        #expect { try store.load() } throws: { ($0 as? ArchiveError)?.kind == .closed }
        store.close()
    }

    @Test("the newest state of a source survives a restart")
    func sourceState() async throws {
        let directory = TemporaryDirectory()
        var store = try directory.store()
        var net = PersistedSource(name: "net")
        net.day = LocalDate(rawValue: "2026-11-21")
        net.requests = 49
        net.askedAt = WallTime(milliseconds: 1_795_000_000_000)
        net.backoffUntil = WallTime(milliseconds: 1_795_000_000_001)
        net.retryAfter = WallTime(milliseconds: 1_795_000_000_002)
        net.failures = 3
        net.repeats = 9
        net.isExhausted = true
        try await store.commit(.source(PersistedSource(name: "net")), .source(net)).get()
        var pack = PersistedSource(name: "a pack")
        pack.isEnabled = false
        try await store.commit(.source(pack)).get()
        store.close()
        store = try directory.store()
        defer { store.close() }
        #expect(try store.load().sources == [pack, net])
    }
}
