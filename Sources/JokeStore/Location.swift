// SPDX-License-Identifier: MIT
import Glibc
import JokeCore

/// Where the database is, and what it may be opened for there.
struct Location {
    let path: String
    var access: Database.Access

    /// Makes the folder (0700) and an empty database file (0600) where they are missing.
    ///
    /// The file is made here because SQLite gives "-wal and -shm the same permissions as the database", and would
    /// make the database readable to all. Where nothing can be made but a file is there, it may be readable.
    init(folder: String) throws(ArchiveFailure) {
        path = "\(folder)/jokesd.sqlite"
        access = .writing
        let error = Folder(path: folder).makeFile(path)
        guard error == 0 || Glibc.access(path, R_OK) == 0 else {
            throw ArchiveFailure(errno: error, path: path)
        }
    }

    func open() throws(SQLiteError) -> Database { try Database(path, for: access) }

    /// The database in its current layout, and what it could be opened for.
    func prepareDatabase(_ schema: Schema) throws(ArchiveFailure) -> (Database, Database.Access) {
        let (database, content, access) = try ArchiveFailure.translating(path) { () throws(SQLiteError) in
            try inspect(schema)
        }
        switch content {
        case .foreign: throw .corrupt(path, cause: "it is not a database of jokesd")
        case .newer: throw .newer(path)
        case .older where access != .writing: throw .readOnly(path, cause: "it is older than this jokesd")
        case .current, .older: break
        }
        try ArchiveFailure.translating(path) { () throws(SQLiteError) in
            if case .older(let version) = content {
                // Once is enough: in WAL mode "the journal mode is persistent".
                try database.script("PRAGMA journal_mode = WAL")
                try schema.migrate(database, from: version)
            }
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
