// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Maintains the listed rows of the library: which joke of each duplicate group appears in the saved list or in the
/// trash, and its sort key.
struct LibraryIndex {
    let collation: Collation
    /// The number of the collation, which is the first byte of its sort keys.
    let generation: UInt8

    /// Updates which one of several duplicate jokes appears in the saved list or in the trash, and the index of words.
    ///
    /// - Parameters:
    ///   - textClasses: The duplicate groups of the jokes.
    ///   - change: A change of jokes of these groups, before the update.
    func update(
        duplicatesOf textClasses: [Int64], in database: Database,
        after change: () throws(SQLiteError) -> Void = { () throws(SQLiteError) in }
    ) throws(SQLiteError) {
        let before = try database.listedTexts(of: textClasses)
        try change()
        for textClass in textClasses { try place(duplicatesOf: textClass, in: database) }
        try database.relist(before, as: try database.listedTexts(of: textClasses))
    }

    /// Updates which one of several duplicate jokes appears in the saved list or in the trash.
    func place(duplicatesOf textClass: Int64, in database: Database) throws(SQLiteError) {
        let representative = try database.representative(Database.groupSQL, textClass)
        try database.run(
            """
            UPDATE jokes SET shown = 0, sort_key = NULL
            WHERE text_class = ? AND changed_at IS NOT NULL AND shown <> 0 AND number <> ?
            """, textClass, representative?.number ?? 0)
        guard let representative else { return }
        try database.run(
            "UPDATE jokes SET shown = ?2, sort_key = ?3 WHERE number = ?1", representative.number,
            representative.place, sortKey(of: representative.value, at: representative.place))
    }

    /// Returns the sort key of a joke that appears at this place, or nil if it appears nowhere.
    func sortKey(of value: String, at place: Int64) -> [UInt8]? {
        place == 0 ? nil : collation.key(of: value, generation: generation)
    }

    /// Updates at most `count` sort keys to this collation. Returns true if it updated that many, because more may be
    /// left.
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
    /// The condition for a joke that is saved, deleted or disliked.
    static let isDecided = "(saved_at IS NOT NULL OR deleted_at IS NOT NULL OR buried_at IS NOT NULL)"

    /// The collation of the sort keys. While rows are being updated, some have keys of an older one.
    func collation() throws(SQLiteError) -> (name: String, generation: UInt8) {
        let row = try first("SELECT collation, generation FROM session") {
            ($0.text(0), UInt8(truncatingIfNeeded: $0.integer(1)))
        }
        return row ?? ("C", 0)
    }

    /// Whether the saved list has a joke of this duplicate group if those with the ids `ids` are undecided.
    func isListed(_ textClass: Int64, excluding ids: [Joke.ID] = []) throws(SQLiteError) -> Bool {
        let representative =
            ids.isEmpty
            ? try representative(Self.groupSQL, textClass)
            : try representative(Self.restSQL, textClass, JSONText.list(ids.map(\.rawValue)))
        return representative?.isListed ?? false
    }

    /// Whether the saved list has the text of `joke`, which need not be in the database.
    func isListed(_ joke: Joke) throws(SQLiteError) -> Bool {
        try representative(
            Self.membersSQL, Int64(bitPattern: DuplicateGroup.of(joke)), joke.id.rawValue)?.isListed ?? false
    }

    /// The query of the representative of a duplicate group.
    fileprivate static let groupSQL = representativeSQL("text_class = ?1")
    /// The query of the representative of a group without some of its jokes.
    private static let restSQL = representativeSQL(
        "text_class = ?1 AND id NOT IN (SELECT value FROM json_each(?2))")
    /// The query of the representative of a group and a joke that need not be in it.
    private static let membersSQL = representativeSQL(
        """
        number IN (
            SELECT number FROM jokes WHERE text_class = ?1 AND changed_at IS NOT NULL
            UNION SELECT number FROM jokes WHERE id = ?2)
        """)

    private static func representativeSQL(_ condition: String) -> String {
        """
        SELECT number, value, saved_at IS NOT NULL AND emptied = 0, deleted_at IS NOT NULL, changed_at, id, source FROM jokes
        WHERE \(condition) AND changed_at IS NOT NULL AND \(isDecided)
        """
    }

    /// Returns the representative of some jokes (see `DuplicateGroup`), or nil if none of them has a decision. It is the
    /// one with the newest decision, or of several the one with the greatest key.
    ///
    /// There is mostly one. SQLite would make a temporary table to sort them, which takes longer than the rest.
    fileprivate func representative(
        _ sql: String, _ values: (any Bindable)?...
    ) throws(SQLiteError) -> Representative? {
        var newest: (joke: Representative, changedAt: Int64, id: String, source: String)?
        func key(_ id: String, _ source: String) -> JokeKey { JokeKey(Joke.ID(rawValue: id), of: source) }
        try scan(sql, values) { row in
            let (changedAt, id, source) = (row.integer(4), row.text(5), row.text(6))
            if let newest {
                if changedAt < newest.changedAt { return true }
                let isTied = changedAt == newest.changedAt
                if isTied, key(id, source) < key(newest.id, newest.source) { return true }
            }
            let place = Representative.place(isKept: row.integer(2) != 0, isDeleted: row.integer(3) != 0)
            newest = (
                Representative(number: row.integer(0), value: row.text(1), place: place), changedAt, id,
                source
            )
            return true
        }
        return newest?.joke
    }
}

/// The representative of a duplicate group.
struct Representative {
    var number: Int64
    var value: String
    /// The value of the column `shown`: 1 in the saved list, 2 in the trash, otherwise 0.
    var place: Int64
    var isListed: Bool { place == 1 }

    static func place(isKept: Bool, isDeleted: Bool) -> Int64 { !isKept ? 0 : isDeleted ? 2 : 1 }
}
