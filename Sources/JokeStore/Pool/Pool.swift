// SPDX-License-Identifier: MIT
import Glibc

/// The index of local jokes: a cache in a file of its own, or in memory where there can be no file.
///
/// Each joke has a place, the hash of its text: in the order of places the jokes are shuffled, yet stay where they
/// are, and equal texts are neighbours.
final class Pool {
    let database: Database
    /// Empty for one in memory.
    let path: String

    /// Opens the pool in this directory; one that is damaged or laid out otherwise is made anew.
    static func open(directory: String) throws(SQLiteError) -> Pool {
        let path = "\(directory)/pool.sqlite"
        for _ in 1...2 where PrivateDirectory(path: directory).makeFile(path) == 0 {
            // Whatever is wrong with a cache, a new one mends it.
            if let pool = try? Pool(path: path) { return pool }
            remove(path)
        }
        return try inMemory()
    }

    static func inMemory() throws(SQLiteError) -> Pool {
        let database = try Database("", for: .memory)
        try database.script(layout)
        return Pool(database: database, path: "")
    }

    private convenience init(path: String) throws(SQLiteError) {
        let database = try Database(path, for: .writing)
        // A cache may be lost in a power cut, but not when the process is killed: a journal, never synced.
        try database.script(
            "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; PRAGMA cache_size = -1024")
        if try database.first("PRAGMA user_version", read: { $0.integer(0) }) != Self.version {
            // What another version left is in the way of these tables, which is an error like damage.
            try database.transaction { () throws(SQLiteError) in
                try database.script(Self.layout)
            }
        }
        self.init(database: database, path: path)
    }

    private init(database: Database, path: String) {
        self.database = database
        self.path = path
    }

    static func remove(_ path: String) {
        unlink(path)
        unlink("\(path)-journal")
    }

    func releaseMemory() { database.releaseMemory() }
}

extension Pool {
    /// Another layout is another version: the pool is then made anew.
    private static let version: Int64 = 1

    private static let layout = """
        CREATE TABLE corpora (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL UNIQUE,
            variant TEXT NOT NULL,
            position INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE files (
            number INTEGER PRIMARY KEY,
            corpus INTEGER NOT NULL,
            path TEXT NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            content INTEGER NOT NULL,
            UNIQUE (corpus, path)
        ) STRICT;
        CREATE TABLE jokes (
            number INTEGER PRIMARY KEY,
            corpus INTEGER NOT NULL,
            file INTEGER NOT NULL,
            place INTEGER NOT NULL,
            id TEXT NOT NULL,
            value TEXT NOT NULL,
            setup TEXT,
            punchline TEXT,
            categories TEXT NOT NULL,
            source TEXT NOT NULL,
            language TEXT NOT NULL,
            url TEXT,
            translation_language TEXT,
            translation_value TEXT,
            translation_machine INTEGER,
            translation_engine TEXT,
            translation_text TEXT,
            translation_url TEXT
        ) STRICT;
        CREATE INDEX jokes_by_place ON jokes (corpus, place);
        CREATE INDEX jokes_by_file ON jokes (file);
        PRAGMA user_version = \(version);
        """
}
