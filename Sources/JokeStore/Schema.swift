// SPDX-License-Identifier: MIT
import CSQLite

/// The layout of the database, as the steps that create it.
///
/// A released step never changes. A new layout is a new step. Versions that were never released have none.
package struct Schema: Sendable {
    package let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// The schema of this version of jokesd.
    package static let current = Schema(steps: [released01, released02, keys, texts, search])

    /// The value of `PRAGMA application_id`, which tells file(1) the type of the file: `joke` in ASCII.
    private static let applicationID: Int64 = 0x6A6F_6B65

    /// The versions that a database may have.
    package var versions: [Int] { steps.map(\.version) }

    /// The value of `PRAGMA user_version` in this layout.
    package var version: Int { steps.last?.version ?? 0 }

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
        if version > self.version { return .newer }
        // A view or a trigger of another program would run within the statements of jokesd.
        let parts = try database.rows("SELECT sql FROM sqlite_schema WHERE type IN ('view', 'trigger')") {
            $0.text(0)
        }
        guard parts.allSatisfy({ part in steps.contains { $0.sql.contains(part) } }) else {
            throw SQLiteError(SQLITE_CORRUPT, on: nil)
        }
        guard steps.contains(where: { $0.version == version }) else { return .foreign }
        return version == self.version ? .current : .older(version)
    }

    /// Whether the file is a database of jokesd with a newer layout than this one. Use it only if there is no
    /// write-ahead log, whose header might be newer.
    func isOlder(than header: DatabaseHeader) -> Bool {
        Int64(header.application) == Self.applicationID && header.version > version
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
            for step in steps where step.version > version {
                try database.script(step.sql)
                try step.completion(database)
            }
            try database.script("PRAGMA application_id = \(Self.applicationID)")
            try database.script("PRAGMA user_version = \(self.version)")
        }
    }
}

extension Schema {
    /// SQL statements that create a version of the layout from the one before, and code that runs after them.
    package struct Step: Sendable {
        let version: Int
        let sql: String
        let completion: @Sendable (Database) throws(SQLiteError) -> Void

        package init(
            _ version: Int, _ sql: String,
            completion: @escaping @Sendable (Database) throws(SQLiteError) -> Void = {
                _ throws(SQLiteError) in
            }
        ) {
            (self.version, self.sql, self.completion) = (version, sql, completion)
        }
    }
}

extension Schema {
    /// The layout of version 0.1.0. Times are milliseconds since 1970.
    ///
    /// - `jokes`: `number` grows in the order in which jokes were first inserted; `categories` is JSON text, and
    ///   `category` its first element; `changed_at` is the time of the last decision, or NULL if there never was one;
    ///   `text_class` is the duplicate group (`DuplicateGroup.of`); `shown` is a ``Place``; `sort_key` is
    ///   `Collation.key` of a joke in the list or in the trash; `emptied` is 1 for a tombstone.
    /// - `seen.position` grows with each showing.
    /// - `session`: `queue` is JSON text.
    /// - `log`: `members` is the JSON text of a `StoredLogEntry`.
    /// - `sources`: `enabled` is the choice of the user, which overrides the configuration; `requests` is the number of
    ///   requests on the local date `day`.
    /// - `taste`: `decisions` has the bits of `Taste.Tally`.
    /// - `feeds`: an empty `query` is the whole feed; `position` grows with each use; `feed_pages.jokes` is a JSON array of
    ///   ids.
    /// - `translations`: `hash` is the hash of the bytes of `original`, which distinguishes texts with the same hash;
    ///   `number` grows with each translation.
    fileprivate static let released01 = Step(
        7,
        """
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
            buried_at INTEGER,
            changed_at INTEGER,
            text_class INTEGER NOT NULL DEFAULT 0,
            shown INTEGER NOT NULL DEFAULT 0,
            sort_key BLOB,
            category TEXT NOT NULL DEFAULT '',
            emptied INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX jokes_undecided ON jokes (number)
            WHERE saved_at IS NULL AND deleted_at IS NULL AND buried_at IS NULL;
        CREATE INDEX library_by_text ON jokes (sort_key) WHERE shown = 1;
        CREATE INDEX library_by_date ON jokes (saved_at) WHERE shown = 1;
        CREATE INDEX library_by_source ON jokes (source, sort_key) WHERE shown = 1;
        CREATE INDEX library_by_category ON jokes (category, sort_key) WHERE shown = 1;
        CREATE INDEX jokes_deleted ON jokes (deleted_at) WHERE deleted_at IS NOT NULL AND emptied = 0;
        CREATE INDEX jokes_emptied ON jokes (changed_at) WHERE emptied = 1;
        CREATE INDEX jokes_changed ON jokes (text_class) WHERE changed_at IS NOT NULL;
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
        CREATE TABLE log (
            sequence INTEGER PRIMARY KEY,
            members TEXT NOT NULL
        ) STRICT;
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
        CREATE TABLE taste (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            decisions INTEGER NOT NULL,
            count INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            PRIMARY KEY (kind, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE feeds (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            query TEXT NOT NULL,
            page INTEGER NOT NULL,
            has_more INTEGER NOT NULL,
            total INTEGER,
            position INTEGER NOT NULL,
            UNIQUE (source, query)
        ) STRICT;
        CREATE TABLE feed_pages (
            feed INTEGER NOT NULL,
            page INTEGER NOT NULL,
            jokes TEXT NOT NULL,
            PRIMARY KEY (feed, page)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE translations (
            number INTEGER PRIMARY KEY,
            hash INTEGER NOT NULL,
            original TEXT NOT NULL,
            source TEXT NOT NULL,
            target TEXT NOT NULL,
            engine TEXT NOT NULL,
            version TEXT NOT NULL,
            value TEXT NOT NULL,
            text TEXT NOT NULL,
            url TEXT NOT NULL,
            UNIQUE (hash, source, target, engine)
        ) STRICT;
        CREATE TABLE library (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            count INTEGER NOT NULL,
            collation TEXT NOT NULL,
            generation INTEGER NOT NULL
        ) STRICT;
        INSERT INTO library VALUES (1, 0, 'C', 1);
        CREATE VIRTUAL TABLE library_text USING fts5 (
            value, translation_value, content = 'jokes', content_rowid = 'number',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
        );
        CREATE TRIGGER library_changes AFTER UPDATE OF shown, value, translation_value ON jokes
        WHEN (old.shown = 1) <> (new.shown = 1) OR new.shown = 1 AND (old.value IS NOT new.value COLLATE BINARY OR old.translation_value IS NOT new.translation_value)
        BEGIN
            INSERT INTO library_text (library_text, rowid, value, translation_value)
            SELECT 'delete', old.number, old.value, old.translation_value WHERE old.shown = 1;
            INSERT INTO library_text (rowid, value, translation_value)
            SELECT new.number, new.value, new.translation_value WHERE new.shown = 1;
            UPDATE library SET count = count + (new.shown = 1) - (old.shown = 1);
        END;
        CREATE TRIGGER library_goes AFTER DELETE ON jokes WHEN old.shown = 1
        BEGIN
            INSERT INTO library_text (library_text, rowid, value, translation_value)
            VALUES ('delete', old.number, old.value, old.translation_value);
            UPDATE library SET count = count - 1;
        END;
        """)
}
