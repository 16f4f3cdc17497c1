// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Recovery from a damaged database.
struct DatabaseRecoveryTests {
    private let directory = TemporaryDirectory()
    private let cause = ArchiveError(.corrupt, "It is damaged.")

    /// Fills a store with two liked jokes. The second one is newer than the backup.
    private func fill(_ store: Store, backup: Bool = true) async throws {
        try await store.commit((0..<200).map { .upsertJoke(.test("\($0)", long($0))) }).get()
        try await store.commit(.setStatus(Joke.ID(rawValue: "7"), .saved), .reserveSequence(1_000)).get()
        if backup { _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get() }
        try await store.commit(.setStatus(Joke.ID(rawValue: "8"), .saved), .reserveSequence(2_000)).get()
    }

    private func damagedFiles() throws -> [String] {
        Files.names(in: directory.data).filter { $0.hasPrefix("damaged-") }
    }

    @Test(
        "a file that is no database is moved aside at the start and replaced by the newest good backup",
        arguments: [true, false])
    func notADatabase(isEmpty: Bool) async throws {
        var store = try directory.store()
        try await fill(store)
        let epoch = try store.load().epoch
        store.close()
        let nonsense = isEmpty ? [] : Array(repeating: UInt8(ascii: "?"), count: 5_000)
        File.write(nonsense, to: directory.database)

        store = try directory.store()
        defer { store.close() }
        let kept = try store.load()
        #expect(kept.savedCount == 1)
        #expect(kept.reservedSequence == 1_000)
        #expect(kept.epoch != epoch)
        let restoration = try #require(kept.recovery)
        #expect(restoration.backup?.path == "\(directory.data)/backups/jokesd-2026-11-20.sqlite")
        #expect(File.read(restoration.damaged) == nonsense)
        #expect(restoration.message.contains(directory.database))
        #expect(restoration.message.contains(restoration.damaged))
        #expect(ids(try await store.page(5).items) == ["7"])
        try await store.commit(.setStatus(Joke.ID(rawValue: "9"), .saved)).get()
        // The backup is unchanged.
        let copy = try Database(try #require(restoration.backup).path, for: .readingImmutable)
        #expect(try copy.first("SELECT count(*) FROM jokes WHERE saved_at > 0") { $0.integer(0) } == 1)
    }

    @Test("damage that the first reads find at the start is recovered too")
    func damagedSession() async throws {
        var store = try directory.store()
        try await fill(store)
        store.close()
        try damage(directory.database)
        store = try directory.store()
        defer { store.close() }
        #expect(try store.load().savedCount == 1)
        #expect(try store.load().recovery != nil)
    }

    @Test(
        "a view or a trigger that jokesd has not made is damage",
        arguments: [
            "CREATE TABLE other AS SELECT * FROM session; DROP TABLE session; CREATE VIEW session AS SELECT * FROM other",
            "CREATE TRIGGER other AFTER UPDATE ON session BEGIN SELECT 1; END",
        ])
    func strangePart(script: String) async throws {
        var store = try directory.store()
        try await fill(store)
        store.close()
        try Database(directory.database, for: .writing).script(script)
        store = try directory.store()
        defer { store.close() }
        #expect(try store.load().recovery?.message.contains("malformed") == true)
        #expect(try store.load().savedCount > 0)
    }

    @Test("without a backup the store starts empty and the damaged file is kept")
    func withoutBackup() async throws {
        File.write([], to: directory.path + "/nothing")
        mkdir(directory.data, 0o700)
        File.write(Array(repeating: 1, count: 5_000), to: directory.database)
        let store = try directory.store()
        defer { store.close() }
        let restoration = try #require(try store.load().recovery)
        #expect(restoration.backup == nil)
        #expect(File.size(restoration.damaged) == 5_000)
        try await store.commit(.upsertJoke(.full)).get()
    }

    @Test("an empty file without any backup is a new database")
    func emptyFileWithoutBackup() throws {
        mkdir(directory.data, 0o700)
        File.write([], to: directory.database)
        let store = try directory.store()
        defer { store.close() }
        #expect(try store.load().recovery == nil)
    }

    /// How the daemon stopped before the database was lost.
    enum Shutdown: CaseIterable { case clean, killed }

    @Test(
        "an emptied or missing database is replaced by the newest backup",
        arguments: [0, 1, nil], Shutdown.allCases)
    func lostDatabase(bytes: Int?, stop: Shutdown) async throws {
        var store = try directory.store()
        try await fill(store)
        let log = File.read("\(directory.database)-wal")
        store.close()
        if let bytes { truncate(directory.database, bytes) } else { unlink(directory.database) }
        if stop == .killed { File.write(log, to: "\(directory.database)-wal") }

        store = try directory.store()
        let kept = try store.load()
        // The log has the whole of this small database.
        #expect(kept.savedCount == (stop == .killed ? 2 : 1))
        let restoration = try #require(kept.recovery)
        #expect(restoration.backup?.path == "\(directory.data)/backups/jokesd-2026-11-20.sqlite")
        let lost = bytes == nil ? "missing" : "empty"
        #expect(restoration.message.contains("\(directory.database) is \(lost)"))
        #expect(restoration.message.contains("the backup of"))
        // The remaining files are moved aside and reported.
        let movedFiles = try damagedFiles()
        #expect(movedFiles.count == (bytes == nil ? 0 : 1) + (stop == .killed ? 1 : 0))
        if !movedFiles.isEmpty { #expect(restoration.damaged == "\(directory.data)/\(movedFiles[0])") }
        if stop == .killed {
            #expect(File.read("\(directory.data)/\(try #require(movedFiles.last))") == log)
            #expect(movedFiles.last?.hasSuffix(".sqlite-wal") == true)
        }
        store.close()

        // The next start has nothing to recover.
        store = try directory.store()
        #expect(try store.load().savedCount == kept.savedCount)
        #expect(try store.load().recovery?.isKnown == true)
        store.close()
    }

    @Test(
        "a write-ahead log without a database and without backups is moved aside and reported",
        arguments: [true, false])
    func logWithoutDatabase(isEmptied: Bool) async throws {
        var store = try directory.store()
        try await fill(store, backup: false)
        let log = File.read("\(directory.database)-wal")
        store.close()
        if isEmptied { File.write([], to: directory.database) } else { unlink(directory.database) }
        File.write(log, to: "\(directory.database)-wal")

        store = try directory.store()
        defer { store.close() }
        let kept = try store.load()
        // The log has the whole of this small database.
        #expect(kept.savedCount == 2)
        let restoration = try #require(kept.recovery)
        #expect(restoration.backup == nil)
        #expect(restoration.message.contains("There was no backup"))
        let name = try #require(try damagedFiles().first { $0.hasSuffix("-wal") })
        #expect(File.read("\(directory.data)/\(name)") == log)
        #expect("\(directory.data)/\(name)".hasPrefix(restoration.damaged))
        try await store.commit(.upsertJoke(.full)).get()
    }

    @Test("an empty directory or an empty database file is a first start")
    func firstStart() throws {
        var store = try directory.store()
        #expect(try store.load().recovery == nil)
        store.close()
        let other = TemporaryDirectory()
        mkdir(other.data, 0o700)
        mkdir("\(other.data)/backups", 0o700)
        File.write([], to: other.database)
        store = try other.store()
        #expect(try store.load().recovery == nil)
        store.close()
    }

    @Test("a rollback journal of a lost database is not applied to the backup")
    func rollbackJournal() async throws {
        var store = try directory.store()
        try await fill(store)
        store.close()
        unlink(directory.database)
        File.write(Array(repeating: 7, count: 600), to: "\(directory.database)-journal")
        store = try directory.store()
        defer { store.close() }
        #expect(try store.load().savedCount == 1)
        #expect(!File.exists("\(directory.database)-journal"))
        #expect(try damagedFiles().contains { $0.hasSuffix("-journal") })
    }

    @Test("damaged backups, newer ones and files that are no database are skipped")
    func unusableBackups() async throws {
        var store = try directory.store()
        try await fill(store)
        store.close()
        let good = File.read("\(directory.data)/backups/jokesd-2026-11-20.sqlite")
        let later = try directory.store(schema: .current.followed(by: "CREATE TABLE later (a)"))
        _ = try await later.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-23")).get()
        later.close()
        var damaged = good
        for place in 8_192..<damaged.count { damaged[place] = 0xAA }
        File.write(damaged, to: "\(directory.data)/backups/jokesd-2026-11-22.sqlite")
        File.write([1, 2, 3], to: "\(directory.data)/backups/jokesd-2026-11-21.sqlite")
        File.write(Array(repeating: 1, count: 5_000), to: directory.database)
        store = try directory.store()
        defer { store.close() }
        #expect(
            try store.load().recovery?.backup?.path == "\(directory.data)/backups/jokesd-2026-11-20.sqlite")
    }

    @Test("a backup of an older version is migrated")
    func olderBackup() async throws {
        let store = try directory.store()
        try await fill(store)
        store.close()
        File.write(Array(repeating: 1, count: 5_000), to: directory.database)
        let later = try directory.store(
            schema: .current.followed(by: "ALTER TABLE session ADD COLUMN mood TEXT"))
        defer { later.close() }
        #expect(try later.load().savedCount == 1)
        #expect(try later.load().recovery?.backup != nil)
    }

    @Test("a database in use is moved aside with its log, and queries and commits continue on the backup")
    func databaseInUse() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await fill(store)
        #expect(ids(try await store.page(5).items) == ["7", "8"])
        let (database, log) = (File.read(directory.database), File.read("\(directory.database)-wal"))
        #expect(!log.isEmpty)

        let kept = try await store.restore(because: cause).get()
        // The newer decision is read from the file that was moved aside.
        #expect(kept.savedCount == 2)
        #expect(ids(try await store.page(5).items) == ["7", "8"])
        try await store.commit(.setStatus(Joke.ID(rawValue: "9"), .saved)).get()
        #expect(ids(try await store.page(5).items) == ["7", "8", "9"])
        let damaged = try #require(kept.recovery).damaged
        #expect(File.read(damaged) == database)
        #expect(File.read("\(damaged)-wal") == log)
        // The files that were moved aside are complete.
        let moved = try Database(damaged, for: .writing)
        #expect(try moved.first("SELECT count(*) FROM jokes WHERE saved_at > 0") { $0.integer(0) } == 2)
    }

    @Test("two databases that are moved aside within a second are both kept")
    func twiceWithinASecond() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await fill(store)
        for _ in 1...3 { _ = try await store.restore(because: cause).get() }
        #expect(try damagedFiles().filter { $0.hasSuffix(".sqlite") }.count == 3)
        #expect(try store.load().savedCount == 2)
    }

    @Test("a recovery that was interrupted before the backup was in place is completed at the next start")
    func interruptedRecovery() async throws {
        var store = try directory.store()
        try await fill(store)
        store.close()
        rename(directory.database, "\(directory.data)/damaged-2026-11-21T000000Z.sqlite")
        File.write(
            File.read("\(directory.data)/backups/jokesd-2026-11-20.sqlite"),
            to: "\(directory.database).restored")
        store = try directory.store()
        #expect(try store.load().savedCount == 1)
        store.close()
        #expect(!File.exists("\(directory.database).restored"))

        // Before the damaged database was moved aside, nothing has changed.
        File.write([1], to: "\(directory.database).restored")
        store = try directory.store()
        #expect(try store.load().savedCount == 1)
        store.close()
        #expect(!File.exists("\(directory.database).restored"))
    }

    @Test(
        "a second jokesd that is refused changes no file of the first one",
        arguments: [["jokesd.sqlite"], ["jokesd.sqlite-wal"], []])
    func refusedSecondProcess(present: [String]) async throws {
        mkdir(directory.data, 0o700)
        // As during a recovery by the process that holds the lock.
        let names = present + ["jokesd.sqlite.restored"]
        for name in names { File.write(Array(name.utf8), to: "\(directory.data)/\(name)") }
        let lock = try DirectoryLock(directory: directory.data)
        do throws(ArchiveError) {
            try directory.store().close()
            Issue.record("The directory is in use.")
        } catch {
            #expect(error.kind == .inUse)
            #expect(error.message.contains("in use by another jokesd"))
        }
        #expect(Files.names(in: directory.data) == names.sorted())
        for name in names { #expect(File.read("\(directory.data)/\(name)") == Array(name.utf8)) }
        withExtendedLifetime(lock) {}
    }

    @Test("a backup that disappears before it is moved into place is an error")
    func missingReplacement() {
        mkdir(directory.data, 0o700)
        File.write([1], to: directory.database)
        let recovery = DatabaseRecovery(directory: directory.data, schema: .current)
        do throws(ArchiveError) {
            try recovery.moveAside(at: WallTime(milliseconds: 0), for: "\(directory.database).restored")
            Issue.record("There is no copy.")
        } catch {
            #expect(error.kind == .inputOutput)
            #expect(error.message.contains("\(directory.database).restored"))
        }
    }

    @Test(
        "a recovery without space on the disk fails with a message and succeeds when there is space",
        .enabled(if: Superuser.mayMount, "it mounts a small disk, for which it needs root"))
    func noSpace() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            mkdir(directory.data, 0o700)
            try #require(mount("tmpfs", directory.data, "tmpfs", 0, "size=1m") == 0)
            defer { umount2(directory.data, Int32(MNT_DETACH)) }
            let store = try directory.store()
            try await store.commit(.upsertJoke(.full), .setStatus(Joke.full.id, .saved)).get()
            _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get()
            let before = File.read(directory.database)
            let filler = open("\(directory.data)/filler", O_WRONLY | O_CREAT, 0o600)
            let page = [UInt8](repeating: 0, count: 4_096)
            while write(filler, page, page.count) > 0 {}
            close(filler)
            let cause = ArchiveError(.corrupt, "It is damaged.")
            let failure = await store.restore(because: cause).failure
            #expect(failure?.kind == .inputOutput)
            #expect(failure?.message.contains("It is damaged.") == true)
            #expect(failure?.message.contains("replace it by a backup") == true)
            #expect(File.read(directory.database) == before)
            unlink("\(directory.data)/filler")
            #expect(try await store.restore(because: cause).get().savedCount == 1)
            try await store.commit(.reserveSequence(5)).get()
            store.close()
        }
    }
}

/// The check after an unclean shutdown.
struct UncleanShutdownTests {
    private let directory = TemporaryDirectory()

    /// Leaves the files as after a kill.
    private func killed() async throws {
        let store = try directory.store()
        try await store.commit((0..<200).map { .upsertJoke(.test("\($0)", long($0))) }).get()
        let files = [directory.database, directory.database + "-wal"]
        let bytes = files.map(File.read)
        store.close()
        for (file, bytes) in zip(files, bytes) { File.write(bytes, to: file) }
    }

    @Test("no check is due after a clean shutdown")
    func cleanShutdown() async throws {
        var store = try directory.store()
        #expect(!store.isCheckDue)
        try await store.commit(.upsertJoke(.full)).get()
        store.close()
        #expect(!File.exists("\(directory.database)-wal"))
        store = try directory.store()
        #expect(!store.isCheckDue)
        store.close()
    }

    @Test("one check is due after a kill")
    func afterKill() async throws {
        try await killed()
        var store = try directory.store()
        #expect(store.isCheckDue)
        try await store.check().get()
        #expect(!store.isCheckDue)
        store.close()
        store = try directory.store()
        #expect(!store.isCheckDue)
        store.close()
    }

    @Test("a check that the user requested is due at the next start, once")
    func requestedCheck() async throws {
        var store = try directory.store()
        store.close()
        let request = (directory.database as String).replacing("jokesd.sqlite", with: "check-due")
        File.write([], to: request)
        store = try directory.store()
        #expect(store.isCheckDue)
        try await store.check().get()
        #expect(!store.isCheckDue)
        #expect(!File.exists(request))
        store.close()
    }

    @Test("a check that was not completed is due again at the next start")
    func incompleteCheck() async throws {
        try await killed()
        for _ in 1...2 {
            let store = try directory.store()
            #expect(store.isCheckDue)
            store.close()
        }
    }

    @Test("a check reports a damaged database with its path")
    func damagedDatabase() async throws {
        let store = try directory.store()
        try await store.commit((0..<200).map { .upsertJoke(.test("\($0)", long($0))) }).get()
        store.close()
        try damageJokes(directory.database)
        let next = try directory.store()
        defer { next.close() }
        let failure = await next.check().failure
        #expect(failure?.kind == .corrupt)
        #expect(failure?.message.contains(directory.database) == true)
    }
}

/// The length of the write-ahead log.
struct LogLengthTests {
    private let directory = TemporaryDirectory()

    private static func writes(_ batch: Int) -> [Write] {
        let jokes = (0..<20).flatMap { number -> [Write] in
            let joke = Joke.test("\(batch)-\(number)", long(number))
            return [.upsertJoke(joke), .setStatus(joke.id, .saved), .seen([UInt64(batch * 20 + number)])]
        }
        return jokes + [.reserveSequence(batch)]
    }

    @Test("the log stays short under continuous writes and reads")
    func logStaysShort() async throws {
        let store = try directory.store()
        defer { store.close() }
        let reading = Task {
            while !Task.isCancelled { _ = try await store.page(50) }
        }
        var longest = 0
        for batch in 0..<300 {
            try await store.commit(Self.writes(batch)).get()
            longest = max(longest, File.size("\(directory.database)-wal"))
        }
        reading.cancel()
        _ = await reading.result
        // One transaction may exceed the limit.
        #expect(longest < StoreLimits.log + (1 << 20), "\(longest)")
    }

    @Test("the log is emptied even if a reader has a transaction open at any moment")
    func overlappingReaders() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(.upsertJoke(.full)).get()
        let readers = OverlappingReaders(directory.database)
        var (size, isEmptied) = (0, false)
        for batch in 0..<100 where !isEmptied {
            try await store.commit(Self.writes(batch)).get()
            let before = size
            size = File.size("\(directory.database)-wal")
            isEmptied = before > StoreLimits.log / 2 && size < before
        }
        #expect(readers.stop() == nil)
        #expect(isEmptied, "\(size) bytes")
    }

    @Test("the log is emptied after a long read transaction ends")
    func longReadTransaction() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(.upsertJoke(.full)).get()
        let reader = try Database(directory.database, for: .reading)
        try reader.script("BEGIN; SELECT count(*) FROM jokes")
        func write(_ name: String, upTo bytes: Int) async throws {
            for batch in 0..<1_000 where File.size("\(directory.database)-wal") < bytes {
                try await store.commit(
                    (0..<100).map { .upsertJoke(.test("\(name)-\(batch)-\($0)", long($0))) }
                )
                .get()
            }
        }
        try await write("held", upTo: 2 * StoreLimits.log)
        try reader.script("COMMIT")
        for batch in 0..<40 {
            try await store.commit((0..<100).map { .upsertJoke(.test("free-\(batch)-\($0)", long($0))) })
                .get()
        }
        #expect(File.size("\(directory.database)-wal") <= StoreLimits.log + (1 << 20))
    }
}

/// Two readers, each on its own thread, that keep the write-ahead log in use.
///
/// Their transactions overlap: one begins before the other ends. So at any moment one of them has a transaction open,
/// and SQLite itself never starts the log anew.
private final class OverlappingReaders: Sendable {
    private struct State {
        /// The reader whose transaction begins next.
        var next = 0
        /// The number of transactions that have begun.
        var started = 0
        var isOver = false
        var failure: SQLiteError?
    }

    /// The duration of a transaction: longer than a commit, and shorter than the writer waits for readers to finish.
    private static let duration: Duration = .milliseconds(15)

    private let threads = [WorkerThread(idle: .zero), WorkerThread(idle: .zero)]
    private let state = Monitor(State())

    init(_ path: String) {
        for (own, thread) in threads.enumerated() {
            _ = thread.post { [state] in
                do throws(SQLiteError) {
                    try Self.read(path, own, state)
                } catch {
                    state.withLock { ($0.isOver, $0.failure) = (true, error) }
                    state.wake()
                }
            }
        }
    }

    deinit { _ = stop() }

    private static func read(_ path: String, _ own: Int, _ state: Monitor<State>) throws(SQLiteError) {
        let reader = try Database(path, for: .reading)
        while state.wait(for: { $0.isOver ? false : $0.next == own ? true : nil }) == true {
            try reader.script("BEGIN; SELECT 1 FROM jokes LIMIT 1")
            let started = state.withLock { state in
                state.started += 1
                return state.started
            }
            state.wake()
            _ = state.wait(timeout: duration) { $0.isOver ? true : nil }
            state.withLock { $0.next = 1 - own }
            state.wake()
            _ = state.wait { $0.started > started || $0.isOver ? true : nil }
            try reader.script("COMMIT")
        }
    }

    /// Ends the readers, and returns the error that ended one of them before.
    func stop() -> SQLiteError? {
        state.withLock { $0.isOver = true }
        state.wake()
        for thread in threads { thread.close() }
        return state.withLock { $0.failure }
    }
}
