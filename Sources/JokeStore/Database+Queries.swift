// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Answers to queries. An answer of several statements uses one transaction, so that all of them see the same state.
extension Database {
    /// Returns the answer to a query that only reads.
    func answer(
        _ question: ArchiveQuery, fallback: FallbackJokes
    ) throws(SQLiteError) -> Result<ArchiveResult, ArchiveError> {
        switch question {
        case .jokes(let ids): .success(.records(try records(ids)))
        case .savedMatching(let prefixes):
            .success(.matches(try matching(prefixes, "shown = \(Place.saved)")))
        case .restorableMatching(let prefixes): .success(.matches(try matching(prefixes, Self.isRestorable)))
        case .successors(let ids): .success(.records(try successors(of: ids)))
        case .sourced(let jokes): .success(.records(try records(ofSourced: jokes)))
        case .unseen(let candidates): .success(.records(try unseen(candidates)))
        case .laterSeen(let marks): .success(try laterSeen(marks, limit: Seen.capacity))
        case .seen(let position, let hash): .success(try seen(after: position, following: hash))
        case .fallback(let count, let id, let scope):
            .success(try self.fallback(count, of: fallback, excluding: id, in: scope))
        case .dailyJokes(let date, let scope):
            .success(.records(try dailyJokes(on: date, of: fallback.jokes, in: scope)))
        case .export(let key, let jokes): .success(.part(try exportChunk(after: key, of: jokes)))
        case .allMatching(let query): .success(.records(try allMatching(query)))
        case .translations(let keys): .success(.translations(try translations(keys)))
        case .untranslated(let id, let limit): .success(.records(try untranslated(after: id, limit: limit)))
        case .feedPage(let feed, let page): .success(.records(try records(of: feed, page: page)))
        case .saved: preconditionFailure("the reader answers \(question)")
        case .stage, .discard, .merge: preconditionFailure("the writer answers \(question)")
        }
    }

    private func records(_ ids: [Joke.ID]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var records: [JokeRecord] = []
            for id in ids {
                if let record = try record(id) { records.append(record) }
            }
            return records
        }
    }

    /// The condition for a joke of the trash, or a disliked one.
    private static let isRestorable = "shown IN (\(Place.trash), \(Place.disliked)) AND emptied = 0"

    /// Returns the ids of the jokes with this condition that match each prefix.
    private func matching(
        _ prefixes: [String], _ condition: String
    ) throws(SQLiteError) -> [[Joke.ID]] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var matches: [[Joke.ID]] = []
            for prefix in prefixes { matches.append(try matching(prefix, condition)) }
            return matches
        }
    }

    private func matching(_ prefix: String, _ condition: String) throws(SQLiteError) -> [Joke.ID] {
        // An id names the text, whichever joke has the decision about it.
        let exact = try rows(
            """
            SELECT id FROM jokes WHERE text_class = (SELECT text_class FROM jokes WHERE id = ?1) AND \(condition)
            """, prefix
        ) { Joke.ID(rawValue: $0.text(0)) }
        if !exact.isEmpty { return exact }
        // SQLite compares text by its bytes. U+10FFFF is in no id, and its bytes sort after those of every id.
        return try rows(
            "SELECT id FROM jokes WHERE id >= ? AND id < ? AND \(condition) ORDER BY id LIMIT 2",
            prefix, prefix + "\u{10FFFF}"
        ) { Joke.ID(rawValue: $0.text(0)) }
    }

    private func records(ofSourced jokes: [Joke]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var records: [JokeRecord] = []
            for joke in jokes { records.append(try record(joke)) }
            return records
        }
    }

    private func unseen(_ candidates: [Joke]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var unseen: [JokeRecord] = []
            for joke in candidates where try isNew(joke) {
                unseen.append(try record(joke))
            }
            return unseen
        }
    }

    /// Returns the first unseen jokes of `fallback`. If all were seen, returns those of the round, seen longest ago, or
    /// none if `fallback` has not all jokes. Disliked jokes are never returned.
    private func fallback(
        _ count: Int, of fallback: FallbackJokes, excluding id: Joke.ID, in scope: FallbackScope
    ) throws(SQLiteError) -> ArchiveResult {
        try transaction(.deferred) { () throws(SQLiteError) in
            let excluded = (
                id: id,
                group: try first("SELECT text_class FROM jokes WHERE id = ?", id.rawValue) {
                    UInt64(bitPattern: $0.integer(0))
                }
            )
            var unseen: [JokeRecord] = []
            var seen: [(joke: Joke, position: Int64)] = []
            for joke in fallback.jokes where unseen.count < count {
                if let position = try lastSeen(joke) {
                    seen.append((joke, position))
                } else {
                    try append(joke, to: &unseen, excluding: excluded)
                }
            }
            if !unseen.isEmpty || !fallback.areAll { return .records(unseen) }
            seen.sort { $0.position < $1.position }
            let mark = try lastSeen([Seen.roundMark(of: scope.selection)]) ?? 0
            for (end, isNew) in [(mark, false), (.max, true)] {
                var records: [JokeRecord] = []
                for (joke, position) in seen where position < end && records.count < count {
                    try append(joke, to: &records, excluding: excluded)
                }
                if !records.isEmpty { return .round(records, isNew: isNew) }
            }
            guard scope.selection.isAny || scope.selection.isOfSaved else { return .records([]) }
            return .records(try saved(count, excluding: id, in: scope))
        }
    }

    /// Returns the joke that the date had, if it had one lately, then the first jokes of its ranking that the scope
    /// admits. None of them is disliked.
    private func dailyJokes(
        on date: LocalDate, of pack: [Joke], in scope: FallbackScope
    ) throws(SQLiteError) -> [JokeRecord] {
        let jokes = Dictionary(pack.map { ($0.id, $0) }) { first, _ in first }
        return try transaction(.deferred) { () throws(SQLiteError) in
            let known = try first("SELECT joke_id FROM days WHERE date = ?", date.rawValue) {
                Joke.ID(rawValue: $0.text(0))
            }
            var records: [JokeRecord] = []
            if let known, let record = try record(known), !record.status.isDisliked { records = [record] }
            for id in DailyChoice.ranking(of: pack, on: date, in: scope.language) where records.count < 32 {
                if let joke = jokes[id], scope.admits(joke) { try append(joke, to: &records) }
            }
            return records
        }
    }

    /// Appends the record of the joke unless it is disliked, taken back or excluded, or has the excluded text.
    private func append(
        _ joke: Joke, to records: inout [JokeRecord], excluding excluded: (id: Joke.ID, group: UInt64?)? = nil
    ) throws(SQLiteError) {
        let record = try record(joke)
        if record.status.isDisliked || record.joke.id == excluded?.id { return }
        if let group = excluded?.group, DuplicateGroup.of(record.joke) == group { return }
        if try !isTakenBack(record.joke.id) { records.append(record) }
    }

    /// Returns saved jokes, those shown longest ago first. Leaves out the joke `id` and its text.
    private func saved(
        _ count: Int, excluding id: Joke.ID, in scope: FallbackScope
    ) throws(SQLiteError) -> [JokeRecord] {
        var query = SavedQuery(limit: count)
        query.category = scope.selection.category
        let conditions = SavedQuerySQL(query, order: .date).conditions
        let isEveryOneAdmitted = scope.selection.maxLength == nil && !scope.filtersSaved
        var records: [JokeRecord] = []
        // The number of a text is the fingerprint of a text that was shown.
        try scan(
            """
            SELECT \(JokeRecord.columns) FROM jokes LEFT JOIN seen ON hash = text_class
            WHERE \(conditions.sql) AND buried_at IS NULL
                AND text_class IS NOT (SELECT text_class FROM jokes WHERE id = ?)
            ORDER BY position, random() LIMIT ?
            """, conditions.values + [id.rawValue, isEveryOneAdmitted ? count : -1]
        ) { row in
            let record = row.record()
            if scope.admitsSaved(record.joke) { records.append(record) }
            return records.count < count
        }
        return records
    }
}
