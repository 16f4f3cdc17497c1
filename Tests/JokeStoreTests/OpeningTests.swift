// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Opening databases in unusual states.
struct OpeningTests {
    private let directory = TemporaryDirectory()

    private func failure(_ body: () throws -> Void) -> ArchiveError? {
        do {
            try body()
            return nil
        } catch { return error as? ArchiveError }
    }

    /// Creates a database of the first version.
    private func makeVersion1() throws {
        mkdir(directory.data, 0o700)
        let database = try Database(directory.database, for: .writing)
        try database.script("PRAGMA journal_mode = WAL")
        try database.script(
            try Files.text("\(Programs.checkout)/Tests/JokeStoreTests/Fixtures/version-7.sql"))
    }

    @Test("an older database is migrated to the newest version with its data")
    func migration() throws {
        try makeVersion1()
        let next = Schema.current.followed(by: "ALTER TABLE session ADD COLUMN mood TEXT")
        let store = try directory.store(schema: next)
        #expect(try store.load().card?.joke.id == Joke.starter.id)
        store.close()
        let database = try Database(directory.database, for: .reading)
        #expect(
            try database.first("PRAGMA user_version") { Int($0.integer(0)) } == Schema.current.version + 1)
        #expect(try database.rows("SELECT mood FROM session") { $0.optionalText(0) } == [nil])
    }

    @Test("a migration that fails leaves the database unchanged")
    func failedMigration() throws {
        try makeVersion1()
        let step = "ALTER TABLE session ADD COLUMN mood TEXT"
        let broken = Schema.current.followed(by: "\(step); SELECT nonsense")
        #expect(failure { _ = try directory.store(schema: broken) } != nil)
        let store = try directory.store(schema: .current.followed(by: step))
        defer { store.close() }
        #expect(try store.load().card?.joke.id == Joke.starter.id)
    }

    @Test("a newer database is refused and not changed")
    func newerDatabase() async throws {
        let store = try directory.store(schema: .current.followed(by: "CREATE TABLE later (a)"))
        try await store.commit(.upsertJoke(.full)).get()
        // As after a kill: the newest data is only in the log.
        let files = [directory.database, directory.database + "-wal"]
        let bytes = files.map(File.read)
        store.close()
        for (file, bytes) in zip(files, bytes) { File.write(bytes, to: file) }
        let refusal = failure { _ = try directory.store() }
        #expect(refusal?.kind == .newer)
        #expect(refusal?.message.contains(directory.database) == true)
        #expect(files.map(File.read) == bytes)
    }

    @Test("a database of another program is refused with a message that says what to do")
    func foreignDatabase() throws {
        mkdir(directory.data, 0o700)
        try Database(directory.database, for: .writing).script("CREATE TABLE theirs (a)")
        let bytes = File.read(directory.database)
        let refusal = failure { _ = try directory.store() }
        #expect(refusal?.kind == .foreign)
        #expect(refusal?.message.contains("\(directory.database) is a database of another program") == true)
        #expect(refusal?.message.contains("Move it away to start with a new database") == true)
        #expect(File.read(directory.database) == bytes)
        #expect(!File.exists("\(directory.database)-wal"))
    }

    @Test(
        "a database of another program stays as it is beside a write-ahead log of jokesd", arguments: [0, 7])
    func foreignDatabaseWithLog(application: Int) async throws {
        let store = try directory.store()
        try await store.commit(.upsertJoke(.full)).get()
        let log = File.read("\(directory.database)-wal")
        store.close()
        unlink(directory.database)
        try Database(directory.database, for: .writing)
            .script("CREATE TABLE theirs (a); PRAGMA application_id = \(application)")
        File.write(log, to: "\(directory.database)-wal")
        let bytes = File.read(directory.database)
        #expect(failure { _ = try directory.store() }?.kind == .foreign)
        #expect(File.read(directory.database) == bytes)
        // After the advice, the log of the lost database is used.
        rename(directory.database, "\(directory.path)/theirs.sqlite")
        let next = try directory.store()
        defer { next.close() }
        #expect(try next.load().recovery != nil)
    }

    @Test("what is no regular file is named", arguments: ["", "-wal", "-shm"])
    func obstacle(suffix: String) throws {
        try directory.store().close()
        let path = directory.database + suffix
        let moved = "\(directory.path)/moved"
        rename(path, moved)
        mkdir(path, 0o700)
        #expect(failure { _ = try directory.store() }?.message.contains("\(path) is a directory") == true)
        rmdir(path)
        mkfifo(path, 0o600)
        #expect(failure { _ = try directory.store() }?.message.contains("\(path) is no regular file") == true)
        unlink(path)
        symlink(moved, path)
        #expect(failure { _ = try directory.store() }?.message.contains("\(path) is a symbolic link") == true)
        unlink(path)
        rename(moved, path)
        try directory.store().close()
    }

    @Test("damage that is found later is reported in the same words")
    func damageFoundLater() async throws {
        var store = try directory.store()
        try await store.commit((0..<2_000).map { .upsertJoke(.test("\($0)")) }).get()
        store.close()
        var bytes = File.read(directory.database)
        for place in bytes.count / 2..<bytes.count { bytes[place] = 0xAA }
        File.write(bytes, to: directory.database)
        store = try directory.store()
        defer { store.close() }
        let query = ArchiveQuery.jokes((0..<2_000).map { .init(rawValue: "\($0)") })
        #expect(await store.query(query).failure?.kind == .corrupt)
        #expect(await store.commit(.upsertJoke(.full)).failure?.kind == .corrupt)
    }

    @Test(
        "an unreadable step of the undo history hides the older ones",
        arguments: [
            ("liked", ""), ("liked", "{"), ("liked", "[1]"), ("liked", "{}"),
            ("later", "[{\"id\":\"b\"}]"),
        ])
    func unreadableHistory(kind: String, before: String) throws {
        try directory.store().close()
        let database = try Database(directory.database, for: .writing)
        let step = #"[{"id":"c","savedAt":5,"new":0}]"#
        for (kind, before) in [("liked", step), (kind, before), ("deleted", step)] {
            try database.run("INSERT INTO undo VALUES (NULL, ?, ?, 0, NULL)", kind, before)
        }
        try database.run("UPDATE session SET queue = ?", before)
        let store = try directory.store()
        defer { store.close() }
        #expect(try store.load().undo.map(\.kind) == [.deleted])
    }

    @Test("the valid rows of a damaged taste are loaded")
    func damagedTaste() throws {
        try directory.store().close()
        try Database(directory.database, for: .writing).script(
            """
            INSERT INTO taste VALUES ('source', 'a', -1, 9223372036854775807, -9223372036854775808);
            INSERT INTO taste VALUES ('planet', 'b', 0, 1, 1);
            """)
        let store = try directory.store()
        defer { store.close() }
        #expect(
            try store.load().taste == [
                .init(.source, "a"): .init(decisions: .max, count: 64, usedAt: 0)
            ])
    }

    @Test("missing parent directories are created")
    func deepDirectory() throws {
        let path = "\(directory.path)/a b/c%20?d#e/data"
        try Store(directory: path, cacheDirectory: directory.cache).close()
        #expect(File.exists("\(path)/jokesd.sqlite"))
        #expect(File.permissions("\(directory.path)/a b") == 0o700)
    }

    @Test("a directory that cannot be created is reported with its path and the reason")
    func noDirectory() {
        let refusal = failure { _ = try Store(directory: "/dev/null/data", cacheDirectory: directory.cache) }
        #expect(refusal?.kind == .inputOutput)
        #expect(refusal?.message.contains("/dev/null/data/jokesd.sqlite") == true)
        #expect(refusal?.message.contains("Not a directory") == true)
    }
}
