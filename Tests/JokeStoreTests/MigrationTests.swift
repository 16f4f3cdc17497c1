// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Databases as each version left them: `Fixtures/version-N.sql` are dumps that never change.
struct MigrationTests {
    private let directory = TemporaryDirectory()

    private static var fixtures: String { "\(Programs.checkout)/Tests/JokeStoreTests/Fixtures" }

    private func open(version: Int, changedBy sql: String = "") throws -> Store {
        mkdir(directory.data, 0o700)
        do {
            let database = try Database(directory.database, for: .writing)
            try database.script("PRAGMA journal_mode = WAL")
            try database.script(try Files.text("\(Self.fixtures)/version-\(version).sql") + sql)
        }
        return try directory.store()
    }

    @Test("every released version of the database, and each one since, has its fixture")
    func fixtures() throws {
        // `jokectl doctor` compares with this number.
        #expect(Schema.current.version == Version.database)
        let expected = Schema.current.versions.map { "version-\($0).sql" }
        #expect(Files.names(in: Self.fixtures) == expected.sorted())
    }

    @Test(
        "a database of every version is migrated with its data",
        arguments: Schema.current.versions)
    func keepsData(version: Int) async throws {
        let store = try open(version: version)
        defer { store.close() }
        let kept = try store.load()
        #expect(kept.epoch == "0123456789abcdef")
        #expect(kept.reservedSequence >= 2_000)
        #expect(kept.card?.joke.id == Joke.starter.id)
        #expect(ids(kept.queue) == ["queued-1", "queued-2"])
        #expect(kept.daily?.date.rawValue == "2026-11-21")
        #expect(kept.daily?.joke.value == "Today.")
        #expect(kept.showTranslation)
        let history = History(
            ["saved-1", Joke.starter.id.rawValue, "buried-1"].map(Joke.ID.init(rawValue:)), position: 1)
        #expect(kept.history == (version > 7 ? history : History()))
        #expect(kept.savedCount == 2)
        #expect(kept.recovery == nil)
        let saved = JokeStatus(savedAt: WallTime(milliseconds: 1_795_000_002_000))
        #expect(
            kept.undo == [
                UndoStep(
                    kind: .liked, before: [.init(id: Joke.ID(rawValue: "saved-2"), status: .undecided)],
                    wasOnCard: true),
                UndoStep(
                    kind: .deleted, before: [.init(id: Joke.ID(rawValue: "trashed-1"), status: saved)],
                    wasOnCard: false),
            ])
    }

    @Test("a migrated database has the layout of a new one", arguments: Schema.current.versions)
    func layout(version: Int) async throws {
        let store = try open(version: version)
        defer { store.close() }
        #expect(try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-22")).get() != nil)
        try await store.check().get()
    }

    @Test("the imports of a database of this version are continued")
    func keepsImports() async throws {
        let store = try open(version: Schema.current.version)
        defer { store.close() }
        let imports = try store.load().imports
        #expect(imports.map(\.lines) == [700])
        #expect(imports.map(\.pending) == [1])
        #expect(imports.map(\.cause.client) == ["jokectl"])
        let result = try await store.query(.merge(try #require(imports.first))).get()
        guard case .merged(let merged) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(merged.outcome.lines == 700)
    }

    @Test("a migrated database has the jokes and their status", arguments: Schema.current.versions)
    func keepsJokes(version: Int) async throws {
        let store = try open(version: version)
        defer { store.close() }
        let page = try await store.page(5)
        #expect(page.total == 2)
        #expect(Set(ids(page.items)) == ["saved-1", "saved-2"])
        let records = try await store.records(
            .jokes(["saved-1", "saved-2", "trashed-1", "buried-1"].map(Joke.ID.init(rawValue:))))
        // From version 11 on, another joke of the text was disliked later.
        let dislikedAt: Int64 = version < 11 ? 1_795_000_004_000 : 1_795_000_005_000
        #expect(
            records.map {
                JokeStatus(
                    savedAt: $0.status.savedAt, deletedAt: $0.status.deletedAt,
                    dislikedAt: $0.status.dislikedAt)
            } == [
                JokeStatus(savedAt: WallTime(milliseconds: 1_795_000_000_000)),
                JokeStatus(savedAt: WallTime(milliseconds: 1_795_000_001_000)),
                JokeStatus(
                    savedAt: WallTime(milliseconds: 1_795_000_002_000),
                    deletedAt: WallTime(milliseconds: 1_795_000_003_000)),
                JokeStatus(dislikedAt: WallTime(milliseconds: dislikedAt)),
            ])
        #expect(
            records.first?.joke
                == Joke(
                    id: Joke.ID(rawValue: "saved-1"), value: "Why?\nBecause.", setup: "Why?",
                    punchline: "Because.",
                    categories: ["dev", "pun"], source: "builtin", language: "en",
                    url: "https://example.org/1",
                    translation: Joke.Translation(
                        language: "es", value: "¿Por qué?\nPorque sí.", machine: true,
                        attribution: Joke.Attribution(
                            engine: "apertium", text: "Apertium", url: "https://www.apertium.org"))))
        #expect(records.dropFirst().first?.joke.value == "Ärger 🤣")
        #expect(records.dropFirst().first?.joke.original?.joke.value == (version > 7 ? "Aerger" : nil))
    }

    @Test("jokes that have the names of their sources in their ids get their keys")
    func keys() async throws {
        let store = try open(
            version: 10,
            changedBy: """
                UPDATE jokes SET id = 'builtin:saved-1' WHERE id = 'saved-1';
                UPDATE jokes SET id = 'team:saved-2' WHERE id = 'saved-2';
                UPDATE jokes SET id = 'my team:2', source = 'my team' WHERE id = 'trashed-1';
                """)
        defer { store.close() }
        let database = try Database(directory.database, for: .reading)
        let keys = try database.rows("SELECT id, key_id FROM jokes WHERE key_id IS NOT NULL ORDER BY id") {
            [$0.text(0), $0.text(1)]
        }
        #expect(keys == [["builtin:saved-1", "saved-1"], ["my team:2", "2"]])
    }

    @Test("texts that differ in the forms of a letter become one, which has the newest decision")
    func foldedTexts() async throws {
        func value(_ text: String) -> String {
            "value = '\(text)', text_class = \(Int64(bitPattern: TextHash.forID(of: text)))"
        }
        let store = try open(
            version: 10,
            changedBy: """
                UPDATE jokes SET \(value("Straße")) WHERE id = 'saved-1';
                UPDATE jokes SET \(value("STRASSE")) WHERE id = 'saved-2';
                """)
        defer { store.close() }
        #expect(try store.load().savedCount == 1)
        #expect(ids(try await store.page(10).items) == ["saved-2"])
    }

    @Test("what version 0.2 stored of the year 9999 does not win any more")
    func postdated() async throws {
        let last = WallTime.last.milliseconds
        let store = try open(
            version: 10,
            changedBy: """
                UPDATE jokes SET saved_at = \(last), changed_at = \(last) WHERE id = 'saved-1';
                INSERT INTO seen VALUES (77, \(last));
                UPDATE session SET seen_position = \(last);
                INSERT INTO taste VALUES ('source@8c1f4e0b92d7a635', 'builtin', 1, 1, \(last));
                """)
        defer { store.close() }
        let database = try Database(directory.database, for: .reading)
        func number(_ sql: String) throws -> Int64? { try database.first(sql) { $0.integer(0) } }
        #expect(try number("SELECT changed_at FROM jokes WHERE id = 'saved-1'") == 0)
        #expect(try number("SELECT changed_at FROM jokes WHERE id = 'saved-2'") == 1_795_000_001_000)
        #expect(try number("SELECT used_at FROM taste WHERE kind LIKE '%@%'") == 0)
        // From the last day of the fixture on, and not later than now.
        let times = 1_795_219_200_000...max(1_795_219_200_000, Int64(time(nil)) * 1_000)
        for sql in [
            "SELECT saved_at FROM jokes WHERE id = 'saved-1'", "SELECT position FROM seen WHERE hash = 77",
            "SELECT seen_position FROM session",
        ] { #expect(times ~= (try number(sql) ?? -1), "\(sql)") }
    }

    @Test("a migrated database has the data that later versions added", arguments: Schema.current.versions)
    func keepsLaterTables(version: Int) async throws {
        let store = try open(version: version)
        defer { store.close() }
        let kept = try store.load()
        #expect(kept.log.map(\.sequence) == [7, 9])
        #expect(kept.sources.map(\.name) == ["builtin", "jokeapi"])
        #expect(kept.sources.first?.isEnabled == false)
        #expect(kept.sources.last?.requests == 17)
        #expect(
            kept.taste == [
                .init(.source, "builtin"): .init(decisions: 5, count: 3, usedAt: 1_795_000_004_000),
                .init(.category, "dev"): .init(decisions: 1, count: 1, usedAt: 1_795_000_000_000),
            ])
        let feeds = [
            FeedRecord(key: FeedKey(source: "icanhazdadjoke"), page: 1, hasMore: true, total: 38),
            FeedRecord(
                key: FeedKey(source: "icanhazdadjoke", query: "cats"), page: 1, hasMore: false, total: 1),
        ]
        #expect(kept.feeds == feeds)
        let page = try await store.records(.feedPage(feeds[0].key, page: 1))
        #expect(ids(page) == ["paged-1", "saved-1"])
        let key = TranslationKey("Today.", LanguagePair(from: "en", to: "es"))
        let translations = try await store.query(.translations([key])).get()
        guard case .translations(let kept) = translations else {
            Issue.record("no translations: \(translations)")
            return
        }
        #expect(kept.map { $0.map(\.translation.value) } == [["Hoy."]])
    }

    @Test("a migrated database is written as a new one", arguments: Schema.current.versions)
    func writesAfterMigration(version: Int) async throws {
        var store = try open(version: version)
        try await store.commit(
            .upsertJoke(.full), .setStatus(Joke.full.id, .saved), .card(Joke.full.id), .seen([42, 43]),
            .source(PersistedSource(name: "net")), .reserveSequence(3_000),
            .log(StoredLogEntry(sequence: 2_001, members: "\"event\":\"online\"")),
            .taste(Taste.Change(.init(.source, "net"), .init(decisions: 1, count: 1, usedAt: 1))),
            .feed(FeedRecord(key: FeedKey(source: "net"), page: 1)),
            .feedPage(FeedKey(source: "net"), page: 1, [Joke.full.id])
        ).get()
        let kept = try store.load()
        store.close()
        store = try directory.store()
        defer { store.close() }
        #expect(try store.load() == kept)
        #expect(kept.savedCount == 3)
        let database = try Database(directory.database, for: .reading)
        #expect(try database.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    }
}
