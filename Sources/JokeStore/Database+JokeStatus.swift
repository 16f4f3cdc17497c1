// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Writing jokes and their status.
extension Database {
    /// Inserts the joke, or updates its text and the library index.
    ///
    /// The text of an edited joke stays. Nothing changes if the id belongs to a joke of another source
    /// (`Joke.mayReplace`). For the decision of a joke that gets another text, see ``Mending``.
    ///
    /// If the text of a joke with a decision that counts changes, the time of the decision increases by one millisecond.
    /// So libraries that are merged agree on the newer text, and a later decision in another library still wins.
    func upsertJoke(_ joke: Joke, _ libraryIndex: LibraryIndex) throws(SQLiteError) {
        let old = try storedJoke(joke.id)
        if let old {
            guard joke.mayReplace(old) else { return }
            if try isStoredElsewhere(joke, than: old) { return }
        }
        guard let old, !old.isEmptied else { return try write(joke, over: old, libraryIndex) }
        let joke = joke.keepingEdit(of: old.joke).keepingTranslation(of: old.joke)
        switch try mending(of: old, by: joke) {
        case .takesAlong: break
        case .keepsText: return
        case .leaves(let status, let other):
            if let other {
                try setStatus(other, status, at: WallTime(milliseconds: 0), libraryIndex)
            }
            try endDecisions("id = ?", joke.id.rawValue, at: 0)
        }
        if old.joke != joke { try write(joke, over: old, libraryIndex) }
    }

    /// Replaces the joke with all its members but the source of a decided one, or inserts it, and updates the library
    /// index.
    func replaceJoke(_ joke: Joke, _ libraryIndex: LibraryIndex) throws(SQLiteError) {
        let old = try storedJoke(joke.id)
        try write(old.map { joke.inPlace(of: $0) } ?? joke, over: old, libraryIndex)
    }

    private func storedJoke(_ id: Joke.ID) throws(SQLiteError) -> StoredJoke? {
        try first("SELECT \(StoredJoke.columns) FROM jokes WHERE id = ?", id.rawValue) { $0.storedJoke() }
    }

    /// Whether another joke than `old` has the key of `joke`, so that it must not get that, too.
    private func isStoredElsewhere(_ joke: Joke, than old: StoredJoke) throws(SQLiteError) -> Bool {
        guard old.joke.key != joke.key else { return false }
        return try first(
            """
            SELECT 1 FROM jokes
            WHERE id <> ?1 AND source = ?3 AND (key_id = ?2 OR id = ?2 AND key_id IS NULL)
            """, joke.id.rawValue, joke.key.id.rawValue, joke.source
        ) { _ in true } ?? false
    }

    /// What happens to the decision of a joke when its source changes the text.
    enum Mending {
        /// The joke takes it along, if it has one.
        case takesAlong
        /// It stays with the old text. The joke `to` gets it, unless another one has the decision about that text.
        case leaves(JokeStatus, to: Joke.ID?)
        /// No other joke has the old text, and one has a decision about the new one, so this one stays as it is.
        case keepsText
    }

    /// Returns what becomes of the decision of a stored joke if its source gives it the text of `joke`.
    func mending(of old: StoredJoke, by joke: Joke) throws(SQLiteError) -> Mending {
        let group = DuplicateGroup.of(joke)
        guard old.hadDecision, !old.isEmptied, group != old.group else { return .takesAlong }
        let own = try first(
            "SELECT shown, saved_at, deleted_at, buried_at FROM jokes WHERE id = ?", old.joke.id.rawValue
        ) { (place: $0.integer(0), status: $0.dates(at: 1)) }
        guard let own, own.place != Place.none else { return .takesAlong }
        if own.place < 0 { return .leaves(own.status, to: nil) }
        let (new, former) = (Int64(bitPattern: group), Int64(bitPattern: old.group))
        let other = try first(
            """
            SELECT id FROM jokes WHERE text_class = ? AND id <> ? AND emptied = 0
            ORDER BY shown, changed_at DESC, id LIMIT 1
            """, former, old.joke.id.rawValue
        ) { Joke.ID(rawValue: $0.text(0)) }
        if let other { return .leaves(own.status, to: other) }
        let isDecided = try first(
            "SELECT 1 FROM jokes WHERE text_class = ? AND shown > 0 OR text_class = ? AND shown < 0 LIMIT 1",
            new, former
        ) { _ in true }
        return isDecided == true ? .keepsText : .takesAlong
    }

    /// Writes a joke over a stored one. If its text is another one, the joke takes its decision along.
    private func write(
        _ joke: Joke, over old: StoredJoke?, _ libraryIndex: LibraryIndex
    ) throws(SQLiteError) {
        let group = DuplicateGroup.of(joke)
        guard let old, old.hadDecision else {
            try insert(joke, textClass: group)
            if old == nil { try addArrival(joke.id) }
            return
        }
        try libraryIndex.update(joke.id, in: self) { () throws(SQLiteError) in
            try insert(joke, textClass: group)
            // A decision that does not count must not begin to.
            try run(
                "UPDATE jokes SET changed_at = min(changed_at + 1, ?2) WHERE id = ?1 AND shown >= 0",
                joke.id.rawValue, WallTime.last.milliseconds)
        }
    }

    /// Ends decisions. Tombstones stay, except those of disliked jokes.
    private func endDecisions(
        _ condition: String, _ value: any Bindable, at time: Int64
    ) throws(SQLiteError) {
        let numbers = JSONText.list(
            try rows(
                "SELECT number FROM jokes WHERE \(condition) AND (emptied = 0 OR buried_at IS NOT NULL)",
                value
            ) { $0.integer(0) })
        guard numbers != "[]" else { return }
        try run(
            """
            UPDATE jokes SET saved_at = NULL, deleted_at = NULL, buried_at = NULL, lesson = NULL, shown = 0, sort_key = NULL,
                changed_at = min(max(changed_at + 1, ?2), ?3)
            WHERE number IN (SELECT value FROM json_each(?1))
            """, numbers, time, WallTime.last.milliseconds)
        try run("INSERT OR REPLACE INTO arrivals SELECT value FROM json_each(?)", numbers)
    }

    /// Sets the dates of a joke's status, its lesson, and the time of its change. Does not update the library index.
    func setDates(of id: Joke.ID, _ status: JokeStatus, changedAt: Int64) throws(SQLiteError) {
        try run(
            """
            UPDATE jokes SET saved_at = ?2, deleted_at = ?3, buried_at = ?4, changed_at = ?5, lesson = ?6 WHERE id = ?1
            """, id.rawValue, status.savedAt?.milliseconds, status.deletedAt?.milliseconds,
            status.dislikedAt?.milliseconds, changedAt, status.lesson?.column)
        if status == .undecided { try addArrival(id) }
    }

    /// Adds a joke without a decision to the table of them.
    private func addArrival(_ id: Joke.ID) throws(SQLiteError) {
        try run("INSERT OR REPLACE INTO arrivals SELECT number FROM jokes WHERE id = ?", id.rawValue)
    }

    /// The condition for a joke without a decision whose text was not removed.
    static let isUndecided = "saved_at IS NULL AND deleted_at IS NULL AND buried_at IS NULL AND emptied = 0"

    /// Inserts the joke, or replaces its members. Does not update the library index.
    func insert(_ joke: Joke, textClass: UInt64) throws(SQLiteError) {
        try run(
            Self.upsertSQL,
            joke.row + [
                joke.original.map { JSONText.joke($0.joke) }, Int64(bitPattern: textClass),
                joke.categories.first ?? "", joke.key.id(unlike: joke.id), joke.folded,
            ])
    }

    /// Inserts a joke that is not known, with its decision. Does not update the number of saved jokes.
    func insert(
        _ joke: Joke, textClass: UInt64, _ status: JokeStatus, changedAt: Int64, place: Int64,
        sortKey: [UInt8]?
    ) throws(SQLiteError) {
        let values: [(any Bindable)?] = [
            joke.original.map { JSONText.joke($0.joke) }, Int64(bitPattern: textClass),
            joke.categories.first ?? "", joke.key.id(unlike: joke.id), joke.folded,
            status.savedAt?.milliseconds, status.deletedAt?.milliseconds, status.dislikedAt?.milliseconds,
            changedAt, place, sortKey,
        ]
        try run(Self.insertSQL, joke.row + values)
    }

    private static let insertSQL = """
        INSERT INTO jokes (\(Joke.columns), original, text_class, category, key_id, folded, saved_at, deleted_at,
            buried_at, changed_at, shown, sort_key)
        VALUES (\(Array(repeating: "?", count: Int(Joke.columnCount) + 11).joined(separator: ", ")))
        """

    private static let upsertSQL = """
        INSERT INTO jokes (\(Joke.columns), original, text_class, category, key_id, folded)
        VALUES (\(Array(repeating: "?", count: Int(Joke.columnCount) + 5).joined(separator: ", ")))
        ON CONFLICT (id) DO UPDATE SET
            value = excluded.value, setup = excluded.setup, punchline = excluded.punchline,
            categories = excluded.categories, source = excluded.source, language = excluded.language,
            url = excluded.url, translation_language = excluded.translation_language,
            translation_value = excluded.translation_value, translation_machine = excluded.translation_machine,
            translation_engine = excluded.translation_engine, translation_text = excluded.translation_text,
            translation_url = excluded.translation_url, original = excluded.original,
            text_class = excluded.text_class, category = excluded.category,
            key_id = excluded.key_id, folded = excluded.folded, emptied = 0
        """

    /// Sets the decision about the text of a joke, which has it from then on.
    ///
    /// The time of the change is made later than that of the former decision about the text, even if the clock was set
    /// back. Without a decision, none of the jokes with the text has one.
    func setStatus(
        _ id: Joke.ID, _ status: JokeStatus, at time: WallTime, _ libraryIndex: LibraryIndex
    ) throws(SQLiteError) {
        let joke = try first(
            "SELECT number, value, shown, text_class, changed_at FROM jokes WHERE id = ?", id.rawValue
        ) {
            (
                number: $0.integer(0), value: $0.text(1), place: $0.integer(2), textClass: $0.integer(3),
                changedAt: $0.time(4)
            )
        }
        guard let joke else { return }
        let other = try first(
            "SELECT changed_at FROM jokes WHERE text_class = ? AND shown <> 0 AND number <> ? ORDER BY shown DESC LIMIT 1",
            joke.textClass, joke.number
        ) { $0.time(0) }
        let newest = [joke.changedAt, other ?? nil].compactMap { $0?.next.milliseconds }.max() ?? .min
        let changedAt = max(time.milliseconds, newest)
        if other != nil {
            if status == .undecided {
                try endDecisions("text_class = ? AND shown < 0", joke.textClass, at: changedAt)
                if let counting = try decision(about: joke.textClass)?.id, counting != id {
                    try libraryIndex.update(counting, in: self) { () throws(SQLiteError) in
                        try endDecisions("id = ?", counting.rawValue, at: changedAt)
                    }
                }
            }
            try libraryIndex.update(id, in: self) { () throws(SQLiteError) in
                try setDates(of: id, status, changedAt: changedAt)
            }
        } else {
            let place = Place.of(status)
            try run(
                """
                UPDATE jokes SET saved_at = ?2, deleted_at = ?3, buried_at = ?4, changed_at = ?5, shown = ?6,
                    sort_key = ?7, lesson = ?8
                WHERE number = ?1
                """, joke.number, status.savedAt?.milliseconds, status.deletedAt?.milliseconds,
                status.dislikedAt?.milliseconds, changedAt, place,
                libraryIndex.sortKey(of: joke.value, at: place), status.lesson?.column)
            if status == .undecided { try addArrival(id) }
            try addToSavedCount((place == Place.saved ? 1 : 0) - (joke.place == Place.saved ? 1 : 0))
        }
    }

    /// Removes the texts of jokes that were deleted before `time`. After that they cannot be restored.
    ///
    /// The core calls this with the first write of each local date and of each run, and `time` is 30 days ago. So a
    /// deleted joke can be restored for at least 30 days. After that, the first write of a date removes its text, with
    /// these exceptions: one call removes at most `StoreLimits.emptied` texts of deleted jokes, and none that the card,
    /// the queue, the joke of the day, the undo history or a feed page refers to. A later call removes them. A
    /// tombstone stays for each joke, up to `StoreLimits.tombstones`.
    func emptyTrash(deletedBefore time: WallTime, _ limits: StoreLimits) throws(SQLiteError) {
        let inUse = JSONText.list(try SessionRow(in: self).ids.map(\.rawValue))
        let isFree = "id NOT IN (SELECT value FROM json_each(?)) AND id NOT IN (\(Self.idsInTables))"
        try empty(
            "WHERE deleted_at IS NOT NULL AND emptied = 0 AND deleted_at < ? AND \(isFree) ORDER BY deleted_at",
            time, inUse, limits)
        // Jokes whose decision was undone. A joke that never had a decision has no `changed_at`.
        try empty(
            """
            WHERE number IN (SELECT number FROM arrivals) AND \(Self.isUndecided) AND changed_at < ? AND \(isFree)
            """, time, inUse, limits)
        try run(
            """
            DELETE FROM jokes WHERE number IN (
                SELECT number FROM jokes WHERE emptied = 1 AND buried_at IS NULL
                ORDER BY changed_at DESC LIMIT -1 OFFSET ?)
            """, limits.tombstones)
    }

    private func empty(
        _ condition: String, _ time: WallTime, _ inUse: String, _ limits: StoreLimits
    ) throws(SQLiteError) {
        try run(
            """
            UPDATE jokes SET emptied = 1, sort_key = NULL, value = '', folded = '', setup = NULL, punchline = NULL,
                categories = '[]', category = '', url = NULL, translation_language = NULL,
                translation_value = NULL, translation_machine = NULL, translation_engine = NULL,
                translation_text = NULL, translation_url = NULL, original = NULL,
                shown = iif(shown <= 0, shown, iif(buried_at IS NULL, \(Place.gone), \(Place.disliked)))
            WHERE number IN (
                SELECT number FROM jokes \(condition) LIMIT ?)
            """, time.milliseconds, inUse, limits.emptied)
    }
}
