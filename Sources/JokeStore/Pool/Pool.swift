// SPDX-License-Identifier: MIT
import Glibc

/// The index of local jokes: a cache in a file of its own, or in memory if no file can be created.
///
/// Each joke has a place, which is the hash of its text. So the order by place is shuffled but stable, and jokes with
/// equal texts are adjacent. Pages of a source have this order. Each joke also has a rank, by which it is drawn
/// (`Pool.Rank`).
final class Pool {
    let database: Database
    /// The path of the file; empty for a pool in memory.
    let path: String

    /// Opens the pool in `directory`. If its file is damaged or has another layout, creates it again. If that fails
    /// too, creates the pool in memory.
    static func open(directory: String) throws(SQLiteError) -> Pool {
        let path = "\(directory)/pool.sqlite"
        for _ in 1...2 where PrivateDirectory(path: directory).makeFile(path) == 0 {
            // Any error of a cache is repaired by creating it again.
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
        // A cache may be lost in a power failure, but must survive the end of the process.
        try database.script(
            "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF; PRAGMA cache_size = -1024")
        if try database.first("PRAGMA user_version", read: { $0.integer(0) }) != Self.version {
            // If another version created tables, this fails, and the file is replaced like a damaged one.
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
    /// The version of the layout. A pool with another version is created again.
    private static let version: Int64 = 4

    private static let layout = """
        CREATE TABLE corpora (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL UNIQUE,
            variant TEXT NOT NULL,
            -- Random, so that each installation has another order.
            seed INTEGER NOT NULL,
            -- The last place that was drawn beside those of low rank.
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
            warning TEXT,
            UNIQUE (corpus, path)
        ) STRICT;
        CREATE TABLE jokes (
            number INTEGER PRIMARY KEY,
            corpus INTEGER NOT NULL,
            file INTEGER NOT NULL,
            place INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            -- Whether the joke was not new when a draw last came to it.
            passed INTEGER NOT NULL DEFAULT 0,
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
        CREATE INDEX jokes_by_rank ON jokes (corpus, passed, rank);
        CREATE INDEX jokes_by_file ON jokes (file);
        PRAGMA user_version = \(version);
        """
}
