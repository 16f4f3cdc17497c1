// SPDX-License-Identifier: MIT
import CSQLite
import Glibc
import JokeCore

/// The path of the database, and the access that is possible there.
struct DatabaseLocation {
    let directory: String
    let path: String
    var access: Database.Access
    /// Whether the last program that used the database ended without closing it.
    ///
    /// A clean close removes the write-ahead log, and every run begins with a write. So an existing log shows an
    /// unclean shutdown. This mark costs no write of its own, and it disappears exactly when all of the log is in the
    /// database and on the disk.
    let hadUncleanShutdown: Bool

    /// Inspects the files and changes nothing. Call `makeFile` before the database is opened.
    init(directory: String) {
        self.directory = directory
        path = "\(directory)/jokesd.sqlite"
        access = .writing
        hadUncleanShutdown = (DurableFile.facts("\(path)-wal")?.bytes ?? 0) > 0
    }

    /// Whether the database file is missing or empty now. For SQLite, a file of one byte is empty, too.
    var hasNoDatabase: Bool { (DurableFile.facts(path)?.bytes ?? 0) <= 1 }

    /// Whether the database has no tables now, because the write-ahead log with them is lost. The first page is that of
    /// the schema, and each table has one more.
    var hasNoTables: Bool {
        !hadUncleanShutdown && DatabaseHeader(path)?.pageSize == DurableFile.facts(path)?.bytes
    }

    /// Creates the directory (mode 0700) and an empty database file (mode 0600), if they are missing.
    ///
    /// SQLite gives "-wal and -shm the same permissions as the database", and would make the database readable to all
    /// users. If nothing can be created but the file can be read, the call succeeds.
    func makeFile() throws(ArchiveError) {
        let error = PrivateDirectory(path: directory).makeFile(path)
        guard error == 0 || Glibc.access(path, R_OK) == 0 else {
            throw ArchiveError(errno: error, path: path)
        }
    }

    func open() throws(SQLiteError) -> Database { try Database(path, for: access) }

    /// Opens a connection that only reads, even if the database may be written.
    func openForReading() throws(SQLiteError) -> Database {
        // SQLite would remove the write-ahead log of an empty file.
        if hasNoDatabase { throw SQLiteError(SQLITE_NOTADB, on: nil) }
        return try Database(path, for: access == .writing ? .reading : access)
    }

    /// Opens the database, migrates it to the current schema and sets its options. Returns it with the access that was
    /// possible.
    ///
    /// Throws `.foreign` or `.newer` without changing the file, and `.readOnly` if a migration is necessary but not
    /// possible.
    func prepareDatabase(_ schema: Schema) throws(ArchiveError) -> (Database, Database.Access) {
        // Read the header without SQLite, which would create files next to the database.
        if let header = DatabaseHeader(path) {
            if Schema.isForeign(header) { throw .foreign(path) }
            // A write-ahead log may have a newer header.
            if !hadUncleanShutdown, schema.isOlder(than: header) { throw .newer(path) }
            if !hadUncleanShutdown, schema.isDamaged(header) {
                throw .corrupt(path, cause: "a bit in its header is flipped")
            }
        }
        let (database, content, access) = try ArchiveError.translating(path) { () throws(SQLiteError) in
            try inspect(schema)
        }
        switch content {
        case .foreign: throw .foreign(path)
        case .newer: throw .newer(path)
        case .older where !access.canWrite: throw .readOnly(path, cause: "it is older than this jokesd")
        case .current, .older: break
        }
        try translatingMigration(schema) { () throws(SQLiteError) in
            if case .older(let version) = content { try schema.migrate(database, from: version) }
            database.setCheckpointsOnClose(true)
            try database.script(Self.settings)
        }
        return (database, access)
    }

    /// Runs `body`, which may migrate the database, and throws an error of SQLite as an `ArchiveError`.
    private func translatingMigration(
        _ schema: Schema, _ body: () throws(SQLiteError) -> Void
    ) throws(ArchiveError) {
        do throws(SQLiteError) { try body() } catch {
            // Statements that fail in an empty database, too, are wrong themselves, and the file is not damaged.
            guard error.code != SQLITE_ERROR || schema.isCreatable else {
                throw ArchiveError(.inputOutput, "\(path) could not be migrated (\(error.message)).")
            }
            throw ArchiveError(error, path: path)
        }
    }

    /// The pages in the write-ahead log at which SQLite checkpoints.
    static let checkpointFrames = 256

    /// The size in bytes to which SQLite truncates the write-ahead log when it begins it again.
    static let logSizeLimit = 1 << 20

    /// Checkpoints at about 1 MiB, to which size the log is truncated, and a cache of 512 KiB, since the queries are
    /// small. The journal of a statement, from which SQLite undoes it, is in memory; otherwise SQLite writes it to a file
    /// above 64 KiB.
    private static let settings = """
        \(sizes)
        PRAGMA temp_store = MEMORY;
        """

    /// The settings that a large import changes.
    static let sizes = """
        PRAGMA wal_autocheckpoint = \(checkpointFrames);
        PRAGMA journal_size_limit = \(logSizeLimit);
        PRAGMA cache_size = -512;
        """

    /// The settings while a large import is merged. Its lines are in no order of an index, so each changes several pages
    /// anywhere in the database. With the usual cache, most of them would be read again for each piece, and with the
    /// usual checkpoints, each would be written to the database twice as often.
    static let sizesOfImport = """
        PRAGMA wal_autocheckpoint = \(3 * checkpointFrames);
        PRAGMA journal_size_limit = \(3 * logSizeLimit);
        PRAGMA cache_size = -16384;
        """

    /// Opens the database for writing, or for reading if that is refused, and reads which layout it has. Changes nothing
    /// but the journal mode of a database of jokesd.
    private func inspect(
        _ schema: Schema
    ) throws(SQLiteError) -> (Database, Schema.Content, Database.Access) {
        var location = self
        while true {
            do throws(SQLiteError) {
                let database = try location.open()
                database.setCheckpointsOnClose(false)
                var content = try schema.content(of: database)
                if database.isReadOnly, location.access.canWrite { location.access = .reading }
                if location.access.canWrite, content.isOwn {
                    // "The journal mode is persistent", but a new file and a backup do not have WAL mode. The first read
                    // in WAL mode maps the shared memory.
                    try database.script("PRAGMA journal_mode = WAL")
                    content = try schema.content(of: database)
                }
                return (database, content, location.access)
            } catch {
                guard let lesser = location.access(after: error) else { throw error }
                location.access = lesser
            }
        }
    }

    /// Returns the next access to try if `access` fails with an error, or nil. A database with a log that cannot be read
    /// is not opened as immutable, because that would ignore the log.
    private func access(after error: SQLiteError) -> Database.Access? {
        switch access {
        case .writing where ArchiveError(error, path: path).kind == .full || error.lacksSharedMemory:
            .writingAlone
        case .writing where error.isReadOnly: .reading
        case .reading where error.isReadOnly && Glibc.access("\(path)-wal", F_OK) != 0: .readingImmutable
        default: nil
        }
    }
}
