// SPDX-License-Identifier: MIT
import Glibc
import JokeCore

/// Where the database is, and what it may be opened for there.
struct DatabaseLocation {
    let directory: String
    let path: String
    var access: Database.Access
    /// Whether the database was in use when its program, or the machine, ended.
    ///
    /// A clean close leaves no write-ahead log, and every run begins with a write: so the log itself is the mark. It
    /// needs no write of its own, and is gone exactly when all of it is in the database, on the disk.
    let hadUncleanShutdown: Bool

    /// Looks only; `makeFile` is to come before the database is opened.
    init(directory: String) {
        self.directory = directory
        path = "\(directory)/jokesd.sqlite"
        access = .writing
        hadUncleanShutdown = (DurableFile.facts("\(path)-wal")?.bytes ?? 0) > 0
    }

    /// Whether the database file is missing or empty at this moment.
    var hasNoDatabase: Bool { (DurableFile.facts(path)?.bytes ?? 0) == 0 }

    /// Creates the directory (0700) and an empty database file (0600) if they are missing.
    ///
    /// The file is made here because SQLite gives "-wal and -shm the same permissions as the database", and would
    /// make the database readable to all. If nothing can be made but a file is there, it may be readable.
    func makeFile() throws(ArchiveError) {
        let error = PrivateDirectory(path: directory).makeFile(path)
        guard error == 0 || Glibc.access(path, R_OK) == 0 else {
            throw ArchiveError(errno: error, path: path)
        }
    }

    func open() throws(SQLiteError) -> Database { try Database(path, for: access) }

    /// A connection that writes nothing, whatever the others may.
    func openForReading() throws(SQLiteError) -> Database {
        try Database(path, for: access == .writing ? .reading : access)
    }

    /// The database in its current layout, and what it could be opened for.
    func prepareDatabase(_ schema: Schema) throws(ArchiveError) -> (Database, Database.Access) {
        // SQLite would make files beside a database that is only looked at.
        if !hadUncleanShutdown, let header = DatabaseHeader(path), schema.isOlder(than: header) {
            throw .newer(path)
        }
        let (database, content, access) = try ArchiveError.translating(path) { () throws(SQLiteError) in
            try inspect(schema)
        }
        switch content {
        case .foreign: throw .foreign(path)
        case .newer: throw .newer(path)
        case .older where access != .writing: throw .readOnly(path, cause: "it is older than this jokesd")
        case .current, .older: break
        }
        try ArchiveError.translating(path) { () throws(SQLiteError) in
            // "The journal mode is persistent", but a backup that was put in place has another one.
            if access == .writing { try database.script("PRAGMA journal_mode = WAL") }
            if case .older(let version) = content { try schema.migrate(database, from: version) }
            database.setCheckpointsOnClose(true)
            try database.script(Self.settings)
        }
        return (database, access)
    }

    /// A checkpoint at about 1 MiB, to which the log is also cut; a small cache, for the queries are small.
    private static let settings = """
        PRAGMA wal_autocheckpoint = 256;
        PRAGMA journal_size_limit = 1048576;
        PRAGMA cache_size = -512;
        """

    /// Opens for writing, else for reading, and looks without changing anything.
    private func inspect(
        _ schema: Schema
    ) throws(SQLiteError) -> (Database, Schema.Content, Database.Access) {
        var location = self
        while true {
            do throws(SQLiteError) {
                let database = try location.open()
                database.setCheckpointsOnClose(false)
                let content = try schema.content(of: database)
                if database.isReadOnly, location.access == .writing { location.access = .reading }
                return (database, content, location.access)
            } catch {
                guard error.isReadOnly, let lesser = location.lesserAccess else { throw error }
                location.access = lesser
            }
        }
    }

    /// What to open for where `access` is refused. A log that cannot be read must not be overlooked.
    private var lesserAccess: Database.Access? {
        switch access {
        case .writing: .reading
        case .reading: Glibc.access("\(path)-wal", F_OK) == 0 ? nil : .readingImmutable
        case .readingImmutable, .memory: nil
        }
    }
}
