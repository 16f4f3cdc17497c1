// SPDX-License-Identifier: MIT
import CSQLite

/// The layout of the database, as the steps that create it: the first N steps create version N.
///
/// A released step never changes. A new layout is a new step.
package struct Schema: Sendable {
    package let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// The schema of this version of jokesd.
    package static let current = Schema(steps: [
        version1, version2, version3, version4, feeds, translations, library, decisions,
        imports, listing, keys, texts, search,
    ])

    /// The value of `PRAGMA application_id`, which tells file(1) the type of the file: `joke` in ASCII.
    private static let applicationID: Int64 = 0x6A6F_6B65

    /// The value of `PRAGMA user_version` in this layout.
    package var version: Int { steps.count }

    /// The type of a file's content.
    enum Content {
        /// A database of jokesd in this layout.
        case current
        /// A database of jokesd in an older layout, with its version. An empty file has version 0.
        case older(Int)
        /// A database of jokesd in a newer layout.
        case newer
        /// A database of another program.
        case foreign

        /// Whether this jokesd may change the database.
        var isOwn: Bool {
            switch self {
            case .current, .older: true
            case .newer, .foreign: false
            }
        }
    }

    /// Returns the type of the content. Changes nothing.
    func content(of database: Database) throws(SQLiteError) -> Content {
        let application = try database.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let version = try database.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
        if application == 0 {
            let isEmpty = try database.first("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true } == nil
            return isEmpty && version == 0 ? .older(0) : .foreign
        }
        guard application == Self.applicationID else { return .foreign }
        if version > steps.count { return .newer }
        // A view or a trigger of another program would run within the statements of jokesd.
        let parts = try database.rows("SELECT sql FROM sqlite_schema WHERE type IN ('view', 'trigger')") {
            $0.text(0)
        }
        guard parts.allSatisfy({ part in steps.contains { $0.sql.contains(part) } }) else {
            throw SQLiteError(SQLITE_CORRUPT, on: nil)
        }
        return version == steps.count ? .current : .older(version)
    }

    /// Whether the file is a database of jokesd with a newer layout than this one. Use it only if there is no
    /// write-ahead log, whose header might be newer.
    func isOlder(than header: DatabaseHeader) -> Bool {
        Int64(header.application) == Self.applicationID && header.version > steps.count
    }

    /// Whether the header is that of a database of jokesd with a flipped bit, in the number of the program or in the
    /// format version. Otherwise the file would count as one of another program, or as read-only.
    func isDamaged(_ header: DatabaseHeader) -> Bool {
        let flipped = Self.flippedBits(in: header)
        return flipped == 1 || flipped == 0 && header.writeVersion > 2
    }

    /// Whether the header is that of a database of another program. SQLite would apply a write-ahead log of jokesd that
    /// lies next to it.
    static func isForeign(_ header: DatabaseHeader) -> Bool {
        header.application == 0 ? header.hasLayout : flippedBits(in: header) > 1
    }

    /// The number of bits in which the number of the program is not that of jokesd.
    private static func flippedBits(in header: DatabaseHeader) -> Int {
        (Int64(header.application) ^ applicationID).nonzeroBitCount
    }

    /// Whether all steps succeed in an empty database.
    var isCreatable: Bool {
        do throws(SQLiteError) {
            _ = try newDatabase()
            return true
        } catch {
            return false
        }
    }

    /// Returns a new database in memory.
    func newDatabase() throws(SQLiteError) -> Database {
        let database = try Database("", for: .memory)
        try migrate(database, from: 0)
        return database
    }

    /// Performs the missing steps in one transaction.
    func migrate(_ database: Database, from version: Int) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            for step in steps[version...] {
                try database.script(step.sql)
                try step.completion(database)
            }
            try database.script("PRAGMA application_id = \(Self.applicationID)")
            try database.script("PRAGMA user_version = \(steps.count)")
        }
    }
}

extension Schema {
    /// A step of the schema: SQL statements, and code that runs after them.
    package struct Step: Sendable, ExpressibleByStringLiteral {
        var sql: String
        var completion: @Sendable (Database) throws(SQLiteError) -> Void

        init(
            sql: String,
            completion: @escaping @Sendable (Database) throws(SQLiteError) -> Void = {
                _ throws(SQLiteError) in
            }
        ) {
            self.sql = sql
            self.completion = completion
        }

        package init(stringLiteral sql: String) { self.init(sql: sql) }
    }
}

extension Schema {
    /// Jokes, seen fingerprints and the session. Times are milliseconds since 1970.
    ///
    /// - `categories`, `queue` and `undo` are JSON text.
    /// - `value` is compared without regard to the case of ASCII letters. This was the order of the saved list before
    ///   `library`.
    /// - `number` grows in the order in which jokes were first inserted.
    /// - `seen.position` grows with each showing.
    private static let version1: Step = """
        CREATE TABLE jokes (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            value TEXT NOT NULL COLLATE NOCASE,
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
            translation_url TEXT,
            saved_at INTEGER,
            deleted_at INTEGER,
            buried_at INTEGER
        ) STRICT;
        CREATE INDEX jokes_saved ON jokes (value, id)
            WHERE saved_at IS NOT NULL AND deleted_at IS NULL;
        CREATE INDEX jokes_saved_at ON jokes (saved_at)
            WHERE saved_at IS NOT NULL AND deleted_at IS NULL;
        CREATE INDEX jokes_undecided ON jokes (number)
            WHERE saved_at IS NULL AND deleted_at IS NULL AND buried_at IS NULL;
        CREATE TABLE seen (
            hash INTEGER PRIMARY KEY,
            position INTEGER NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE session (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            epoch TEXT NOT NULL,
            reserved_sequence INTEGER NOT NULL DEFAULT 0,
            card_id TEXT,
            queue TEXT NOT NULL DEFAULT '[]',
            daily_date TEXT,
            daily_id TEXT,
            undo TEXT NOT NULL DEFAULT '[]',
            show_translation INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO session (only, epoch) VALUES (1, lower(hex(randomblob(8))));
        """

    /// The newest entries of the log. `members` is the JSON text of a `StoredLogEntry`.
    private static let version2: Step = """
        CREATE TABLE log (
            sequence INTEGER PRIMARY KEY,
            members TEXT NOT NULL
        ) STRICT;
        """

    /// The state of the sources. `enabled` is the choice of the user, which overrides the configuration. `requests` is
    /// the number of requests on the local date `day`.
    private static let version3: Step = """
        CREATE TABLE sources (
            name TEXT PRIMARY KEY,
            enabled INTEGER,
            day TEXT,
            requests INTEGER NOT NULL,
            asked_at INTEGER,
            rests_until INTEGER,
            barred_until INTEGER,
            failures INTEGER NOT NULL,
            repeats INTEGER NOT NULL,
            exhausted INTEGER NOT NULL
        ) STRICT;
        """

    /// The decisions about sources and categories. `decisions` has the bits of `Taste.Tally`.
    private static let version4: Step = """
        CREATE TABLE taste (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            decisions INTEGER NOT NULL,
            count INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            PRIMARY KEY (kind, name)
        ) STRICT, WITHOUT ROWID;
        """
}
