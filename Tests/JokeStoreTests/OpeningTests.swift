// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeWire
import Testing

/// What is found at the start, and is not always what was left.
struct OpeningTests {
    private let folder = TemporaryFolder()

    private func failure(_ body: () throws -> Void) -> ArchiveFailure? {
        do {
            try body()
            return nil
        } catch { return error as? ArchiveFailure }
    }

    /// A database as the first released version left it.
    private func makeVersion1() throws {
        mkdir(folder.data, 0o700)
        let database = try Database(folder.database, for: .writing)
        try database.script("PRAGMA journal_mode = WAL")
        try database.script(Fixture.version1)
    }

    @Test("a database of version 1 loads")
    func version1() throws {
        try makeVersion1()
        let store = try folder.store()
        defer { store.close() }
        let card = Record(
            joke: Joke(
                id: .init(rawValue: "j1"), value: "Why?\nBecause.", setup: "Why?", punchline: "Because.",
                categories: ["dev"], source: "builtin", language: "en"),
            standing: Standing(savedAt: WallTime(milliseconds: 1_795_000_000_000)))
        let step = UndoStep(
            kind: .liked, before: [.init(id: card.joke.id, standing: .undecided)], wasOnCard: true)
        #expect(
            try store.load()
                == Kept(
                    epoch: "0123456789abcdef", reservedSequence: 2_000, card: card, queue: [],
                    daily: Daily(date: .init(rawValue: "2026-11-21"), joke: card.joke), undo: [step],
                    showTranslation: true, savedCount: 1))
    }

    @Test("an older database is taken to the newest version, and keeps what it held")
    func migration() throws {
        try makeVersion1()
        let next = Schema.current.followed(by: "ALTER TABLE session ADD COLUMN mood TEXT")
        let store = try folder.store(schema: next)
        #expect(try store.load().card?.joke.id.rawValue == "j1")
        store.close()
        let database = try Database(folder.database, for: .reading)
        #expect(try database.first("PRAGMA user_version") { $0.integer(0) } == 6)
        #expect(try database.rows("SELECT mood FROM session") { $0.optionalText(0) } == [nil])
    }

    @Test("a database of version 2 loads, and can remember sources from then on")
    func version2() async throws {
        try makeVersion1()
        try Database(folder.database, for: .writing).script(Fixture.version2)
        let store = try folder.store()
        #expect(try store.load().log == [LogEntry(sequence: 7, members: "\"event\":\"online\"")])
        #expect(try store.load().sources.isEmpty)
        let memory = SourceMemory(name: "net")
        try await store.commit(.source(memory)).get()
        #expect(try store.load().sources == [memory])
        store.close()
    }

    @Test("a migration that fails half-way leaves the database as it was")
    func failedMigration() throws {
        try makeVersion1()
        let step = "ALTER TABLE session ADD COLUMN mood TEXT"
        let broken = Schema.current.followed(by: "\(step); SELECT nonsense")
        #expect(failure { _ = try folder.store(schema: broken) } != nil)
        let store = try folder.store(schema: .current.followed(by: step))
        defer { store.close() }
        #expect(try store.load().card?.joke.id.rawValue == "j1")
    }

    @Test("a newer database is refused, and not a byte of it changes")
    func newer() async throws {
        let store = try folder.store(schema: .current.followed(by: "CREATE TABLE later (a)"))
        try await store.commit(.know(.full)).get()
        // As a kill leaves it: the newest is in the log only.
        let files = [folder.database, folder.database + "-wal"]
        let bytes = files.map(File.read)
        store.close()
        for (file, bytes) in zip(files, bytes) { File.write(bytes, to: file) }
        let refusal = failure { _ = try folder.store() }
        #expect(refusal?.kind == .newer)
        #expect(refusal?.message.contains(folder.database) == true)
        #expect(files.map(File.read) == bytes)
    }

    @Test(
        "a file that is no database of ours is refused, and the message says what to do",
        arguments: ["not a database at all", ""])
    func foreign(content: String) throws {
        mkdir(folder.data, 0o700)
        if content.isEmpty {
            try Database(folder.database, for: .writing).script("CREATE TABLE theirs (a)")
        } else {
            File.write(Array(String(repeating: content, count: 100).utf8), to: folder.database)
        }
        let bytes = File.read(folder.database)
        let refusal = failure { _ = try folder.store() }
        #expect(refusal?.kind == .corrupt)
        #expect(refusal?.message.contains("\(folder.database) is damaged or not a database") == true)
        #expect(refusal?.message.contains("move it away to start anew") == true)
        #expect(File.read(folder.database) == bytes)
    }

    @Test("damage that shows up later is said in the same words")
    func damaged() async throws {
        var store = try folder.store()
        try await store.commit((0..<200).map { .know(.test("\($0)")) }).get()
        store.close()
        var bytes = File.read(folder.database)
        for place in 8_192..<bytes.count { bytes[place] = 0xAA }
        File.write(bytes, to: folder.database)
        store = try folder.store()
        defer { store.close() }
        let question = Question.jokes((0..<200).map { .init(rawValue: "\($0)") })
        #expect(await store.ask(question).failure?.kind == .corrupt)
        #expect(await store.commit(.know(.full)).failure?.kind == .corrupt)
    }

    @Test(
        "a history that cannot be read is empty, or has what is newer than the unreadable",
        arguments: [
            ("", 0), ("{", 0), ("[1]", 0), ("{}", 0), ("[{\"kind\":\"liked\",\"before\":[]}]", 0),
            ("[{\"kind\":\"liked\",\"before\":[{\"id\":\"a\"}]}]", 1),
            (
                """
                [{"kind":"liked","before":[{"id":"a"}]},{"kind":"later","before":[{"id":"b"}]},\
                {"kind":"deleted","before":[{"id":"c","savedAt":5,"new":0}],"wasOnCard":false}]
                """, 1
            ),
        ])
    func history(text: String, count: Int) throws {
        try folder.store().close()
        try Database(folder.database, for: .writing).run("UPDATE session SET undo = ?, queue = ?", text, text)
        let store = try folder.store()
        defer { store.close() }
        #expect(try store.load().undo.count == count)
    }

    @Test("of a taste that makes no sense, what can be is taken")
    func oddTaste() throws {
        try folder.store().close()
        try Database(folder.database, for: .writing).script(
            """
            INSERT INTO taste VALUES ('source', 'a', -1, 9223372036854775807, -9223372036854775808);
            INSERT INTO taste VALUES ('planet', 'b', 0, 1, 1);
            """)
        let store = try folder.store()
        defer { store.close() }
        #expect(
            try store.load().taste == [
                .init(.source, "a"): .init(decisions: .max, count: 64, usedAt: 0)
            ])
    }

    @Test("a session without its row starts as a new one")
    func noSession() throws {
        try folder.store().close()
        try Database(folder.database, for: .writing).script("DELETE FROM session")
        let store = try folder.store()
        defer { store.close() }
        #expect(try store.load() == Kept(epoch: ""))
    }

    @Test("folders on the way are made")
    func deepFolder() throws {
        let path = "\(folder.path)/a b/c%20?d#e/data"
        try Store(folder: path, cacheFolder: folder.cache).close()
        #expect(File.exists("\(path)/jokesd.sqlite"))
        #expect(File.permissions("\(folder.path)/a b") == 0o700)
    }

    @Test("where no folder can be, it is said where and why")
    func noFolder() {
        let refusal = failure { _ = try Store(folder: "/dev/null/data", cacheFolder: folder.cache) }
        #expect(refusal?.kind == .inputOutput)
        #expect(refusal?.message.contains("/dev/null/data/jokesd.sqlite") == true)
        #expect(refusal?.message.contains("Not a directory") == true)
    }
}

private enum Fixture {
    /// The dump of a database that version 1 wrote. It never changes.
    static let version1 = """
        CREATE TABLE jokes (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            value TEXT NOT NULL COLLATE NOCASE, setup TEXT, punchline TEXT, categories TEXT NOT NULL,
            source TEXT NOT NULL, language TEXT NOT NULL, url TEXT, translation_language TEXT,
            translation_value TEXT, translation_machine INTEGER, translation_engine TEXT,
            translation_text TEXT, translation_url TEXT, saved_at INTEGER, deleted_at INTEGER,
            buried_at INTEGER) STRICT;
        CREATE INDEX jokes_saved ON jokes (value, id) WHERE saved_at IS NOT NULL AND deleted_at IS NULL;
        CREATE INDEX jokes_saved_at ON jokes (saved_at) WHERE saved_at IS NOT NULL AND deleted_at IS NULL;
        CREATE INDEX jokes_undecided ON jokes (number)
            WHERE saved_at IS NULL AND deleted_at IS NULL AND buried_at IS NULL;
        CREATE TABLE seen (hash INTEGER PRIMARY KEY, position INTEGER NOT NULL UNIQUE) STRICT;
        CREATE TABLE session (only INTEGER PRIMARY KEY CHECK (only = 1), epoch TEXT NOT NULL,
            reserved_sequence INTEGER NOT NULL DEFAULT 0, card_id TEXT, queue TEXT NOT NULL DEFAULT '[]',
            daily_date TEXT, daily_id TEXT, undo TEXT NOT NULL DEFAULT '[]',
            show_translation INTEGER NOT NULL DEFAULT 0) STRICT;
        INSERT INTO jokes (id, value, setup, punchline, categories, source, language, saved_at)
            VALUES ('j1', 'Why?' || char(10) || 'Because.', 'Why?', 'Because.', '["dev"]', 'builtin', 'en',
                1795000000000);
        INSERT INTO session VALUES (1, '0123456789abcdef', 2000, 'j1', '[]', '2026-11-21', 'j1',
            '[{"kind":"liked","wasOnCard":true,"before":[{"id":"j1","savedAt":null,"deletedAt":null,'
            || '"buriedAt":null}]}]', 1);
        PRAGMA application_id = 1785686885;
        PRAGMA user_version = 1;
        """

    /// What version 2 adds to that, with an entry of the log.
    static let version2 = """
        CREATE TABLE log (sequence INTEGER PRIMARY KEY, members TEXT NOT NULL) STRICT;
        INSERT INTO log VALUES (7, '"event":"online"');
        PRAGMA user_version = 2;
        """
}
