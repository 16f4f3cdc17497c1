// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Keeps what is shown of the library true to what was decided.
struct Shelving {
    let collation: Collation
    let generation: UInt8

    /// Shows of the jokes of one text the governing one, in the list or in the trash, or none.
    func arrange(_ textClass: Int64, in database: Database) throws(SQLiteError) {
        let governing = try database.first(
            """
            SELECT number, value, saved_at IS NOT NULL, deleted_at IS NOT NULL, emptied FROM jokes
            WHERE text_class = ? AND changed_at IS NOT NULL AND \(Database.isDecided)
            ORDER BY changed_at DESC, id DESC LIMIT 1
            """, textClass
        ) { row in
            let (isSaved, isDeleted, isEmptied) = (row.integer(2), row.integer(3), row.integer(4))
            let shown = isSaved == 0 || isEmptied != 0 ? 0 : isDeleted == 0 ? 1 : 2
            return (number: row.integer(0), value: row.text(1), shown: shown)
        }
        try database.run(
            """
            UPDATE jokes SET shown = 0, sort_key = NULL
            WHERE text_class = ? AND changed_at IS NOT NULL AND shown <> 0 AND number <> ?
            """, textClass, governing?.number ?? 0)
        guard let governing else { return }
        try database.run(
            "UPDATE jokes SET shown = ?2, sort_key = ?3 WHERE number = ?1", governing.number, governing.shown,
            governing.shown == 0 ? nil : collation.key(of: governing.value, generation: generation))
    }

    /// Gives some of what is shown the keys of this collation; false where all have them.
    func recollate(_ count: Int, in database: Database) throws(SQLiteError) -> Bool {
        var older: [(number: Int64, value: String)] = []
        for condition in ["shown = 1", "shown = 2 AND deleted_at IS NOT NULL AND emptied = 0"] {
            older += try database.rows(
                "SELECT number, value FROM jokes WHERE \(condition) AND sort_key < ? ORDER BY sort_key LIMIT ?",
                [generation], count - older.count
            ) { ($0.integer(0), $0.text(1)) }
        }
        for (number, value) in older {
            try database.run(
                "UPDATE jokes SET sort_key = ?2 WHERE number = ?1", number,
                collation.key(of: value, generation: generation))
        }
        return older.count == count
    }
}

extension Database {
    static let isDecided = "(saved_at IS NOT NULL OR deleted_at IS NOT NULL OR buried_at IS NOT NULL)"

    /// Which order the keys are in.
    func collation() throws(SQLiteError) -> (name: String, generation: UInt8) {
        let row = try first("SELECT collation, generation FROM library") {
            ($0.text(0), UInt8(truncatingIfNeeded: $0.integer(1)))
        }
        return row ?? ("C", 0)
    }

    /// Whether the library has the text of a joke, under its own or another id.
    func isListed(_ textClass: Int64, butFor id: String = "") throws(SQLiteError) -> Bool {
        try governing(of: textClass, butFor: id)?.isSaved ?? false
    }

    /// The same of a joke that need not be known, or be known with this text.
    func isListed(_ joke: Joke) throws(SQLiteError) -> Bool {
        let own = try first(
            "\(Self.governing) id = ? AND changed_at IS NOT NULL AND \(Self.isDecided)", joke.id.rawValue
        ) { Governing(row: $0) }
        let other = try governing(
            of: Int64(bitPattern: TextClass.of(joke)), butFor: joke.id.rawValue)
        guard let own, let other else { return (own ?? other)?.isSaved ?? false }
        return (other.isNewer(than: own) ? other : own).isSaved
    }

    /// As `TextClass` has it.
    private func governing(of textClass: Int64, butFor id: String) throws(SQLiteError) -> Governing? {
        try first(
            """
            \(Self.governing) text_class = ? AND changed_at IS NOT NULL AND \(Self.isDecided) AND id <> ?
            ORDER BY changed_at DESC, id DESC LIMIT 1
            """, textClass, id
        ) { Governing(row: $0) }
    }

    private static let governing =
        "SELECT id, changed_at, saved_at IS NOT NULL AND deleted_at IS NULL AND emptied = 0 FROM jokes WHERE"

    private struct Governing {
        var id: String
        var changedAt: Int64
        var isSaved: Bool

        init(row: Statement) {
            (id, changedAt, isSaved) = (row.text(0), row.integer(1), row.integer(2) != 0)
        }

        func isNewer(than other: Governing) -> Bool {
            changedAt != other.changedAt
                ? changedAt > other.changedAt
                : other.id.utf8.lexicographicallyPrecedes(id.utf8)
        }
    }
}
