// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Importing lines of a library. Each import has a number that is unique in the database.
extension Database {
    /// Returns the greatest number of an import.
    func lastImport() throws(SQLiteError) -> Int {
        let last = try first(
            "SELECT max((SELECT ifnull(max(import), 0) FROM staged_lines), (SELECT ifnull(max(import), 0) FROM imports))"
        ) { $0.number(0) }
        return last ?? 0
    }

    /// Adds lines of an import to the staged ones.
    func stage(_ lines: [String], of number: Int) throws(SQLiteError) {
        var last = try lastStaged(number)
        for line in lines {
            last += 1
            try run("INSERT INTO staged_lines (import, number, line) VALUES (?, ?, ?)", number, last, line)
        }
    }

    /// Returns the number of staged lines of an import, including merged ones, or 0 if all are merged.
    func lastStaged(_ number: Int) throws(SQLiteError) -> Int {
        try first("SELECT max(number) FROM staged_lines WHERE import = ?", number) { $0.number(0) } ?? 0
    }

    /// Deletes some of the staged lines of imports that are neither stored nor among `waiting`. Returns whether lines
    /// may be left.
    func deleteStaged(except waiting: Set<Int>) throws(SQLiteError) -> Bool {
        let number = try first(
            """
            SELECT import FROM staged_lines WHERE import NOT IN (SELECT import FROM imports)
                AND import NOT IN (SELECT value FROM json_each(?)) LIMIT 1
            """, "[\(waiting.map(String.init).joined(separator: ","))]"
        ) { Int($0.integer(0)) }
        guard let number else { return false }
        try run(
            """
            DELETE FROM staged_lines WHERE import = ?1 AND number < 500
                + (SELECT min(number) FROM staged_lines WHERE import = ?1)
            """, number)
        return true
    }

    /// Returns the imports that are not completely merged, oldest first.
    ///
    /// - Parameter last: The last import of earlier processes.
    func imports(after last: Int) throws(SQLiteError) -> [StagedImport] {
        try rows(
            """
            SELECT import, lines, skipped, at, method, client, connection, added, updated, unchanged
            FROM imports ORDER BY import
            """
        ) { row in
            StagedImport(
                id: ImportID(number: row.number(0) - last), lines: row.number(1), bytes: .max,
                skipped: row.number(2),
                at: WallTime(clamping: row.integer(3)),
                cause: Cause(method: row.text(4), client: row.text(5), connection: row.number(6)),
                outcome: MergeOutcome(
                    added: row.number(7), updated: row.number(8), unchanged: row.number(9)))
        }
    }

    /// Merges the next staged lines of an import. Call this in a transaction. If the import has several pieces, this one
    /// ends after `time`.
    ///
    /// A line is written if there is no line with its key or if it supersedes that line (`LibraryLine.supersedes`). So
    /// the result does not depend on the order of the lines or on how often they are merged, and newer decisions stay.
    func merge(
        _ staged: StagedImport, _ number: Int, _ libraryIndex: LibraryIndex, within time: Duration
    ) throws(SQLiteError) -> (outcome: MergeOutcome, merged: MergedJokes) {
        var outcome = staged.outcome
        var merged = MergedJokes()
        let placement = Placement(
            ownSource: staged.ownSource, removedAt: staged.isOfUser ? staged.at : nil,
            keepsFormer: staged.isOfUser && !staged.isInPieces)
        let deadline = ContinuousClock.now + time
        try scan(
            "SELECT line FROM staged_lines WHERE import = ? AND number <= ? ORDER BY number",
            [number, outcome.lines + staged.transactionLines]
        ) { row throws(SQLiteError) in
            // The lines were validated before they were staged.
            if let line = try? LibraryLine(parsing: row.text(0), at: staged.at) {
                try merge(line, placement, libraryIndex, &outcome, &merged)
            } else {
                outcome.unchanged += 1
            }
            return !staged.isInPieces || ContinuousClock.now < deadline
        }
        try run("DELETE FROM staged_lines WHERE import = ? AND number <= ?", number, outcome.lines)
        if outcome.lines < staged.lines, outcome.lines > staged.outcome.lines {
            try run(
                """
                INSERT OR REPLACE INTO imports
                    (import, lines, skipped, at, method, client, connection, added, updated, unchanged)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, number, staged.lines, staged.skipped, staged.at.milliseconds, staged.cause.method,
                staged.cause.client, staged.cause.connection, outcome.added, outcome.updated,
                outcome.unchanged)
        } else {
            try run("DELETE FROM imports WHERE import = ?", number)
        }
        merged.sort()
        return (outcome, merged)
    }

    /// Merges a line that was read from a damaged database. Unlike a line of an import, it must be newer than the line
    /// that it replaces, because it may have been changed by the damage.
    func mergeSalvaged(
        _ row: SalvagedRow, _ libraryIndex: LibraryIndex, _ outcome: inout MergeOutcome,
        _ merged: inout MergedJokes
    ) throws(SQLiteError) {
        let placement = Placement(
            ownSource: Joke.ownSources.first { $0 == row.source } ?? Joke.ownSources[0],
            preferredID: row.id, mustBeNewer: true)
        try merge(row.line, placement, libraryIndex, &outcome, &merged)
    }

    /// How lines become rows.
    private struct Placement {
        /// The name of the source of the user's own jokes.
        var ownSource: String
        /// The id that a new row gets if it is free.
        var preferredID: Joke.ID?
        /// Whether a line replaces only older ones.
        var mustBeNewer = false
        /// The time of an import of the user, at which a saved joke whose text the line removes goes to the trash; nil if the
        /// text is removed.
        var removedAt: WallTime?
        /// Whether to return what the lines have replaced.
        var keepsFormer = false
    }

    /// Merges a line.
    private func merge(
        _ line: LibraryLine, _ placement: Placement, _ libraryIndex: LibraryIndex,
        _ outcome: inout MergeOutcome, _ merged: inout MergedJokes
    ) throws(SQLiteError) {
        var line = line
        if line.lacksSource,
            let source = try first(
                "SELECT source FROM jokes WHERE id = ?", line.key.id.rawValue, read: { $0.text(0) })
        {
            line = line.named(after: source)
        }
        if let id = try insertNew(line, placement, libraryIndex) {
            outcome.added += 1
            if placement.keepsFormer { merged.add(.init(id: id, status: .undecided)) }
            return
        }
        let (place, old) = try row(for: line.key, preferring: placement.preferredID)
        if placement.removedAt != nil, let place, let older = old?.line,
            let time = try takenBack(place, Int64(bitPattern: line.textClass))
                ?? (older.status.isTakenBack && !line.isRemoval ? older.changedAt : nil)
        {
            // The user imports again what an undo of an import has taken back.
            line = line.later(than: time)
        }
        let isOld =
            old?.line.map { older in
                placement.mustBeNewer && line.changedAt <= older.changedAt || !line.supersedes(older)
            } ?? false
        guard let id = place, !isOld else {
            outcome.unchanged += 1
            return
        }
        let textClass = Int64(bitPattern: line.textClass)
        let former = try decision(about: textClass)
        // Only an import of the user needs it.
        let stored = placement.removedAt == nil ? nil : try record(id)
        // An import of the user removes no text: it goes with the trash later.
        if line.isEmptied, let stored, stored.decidedID == id, !stored.status.isSaved {
            outcome.unchanged += 1
            return
        }
        if placement.keepsFormer {
            for text in Set([textClass, old?.textClass ?? textClass]) where merged.isNew(text) {
                merged.superseded += ViewModel.superseded(try successors(in: text))
            }
            merged.add(id, stored, former, of: textClass, old?.textClass ?? textClass)
        }
        if line.isEmptied, let time = placement.removedAt {
            let removed = stored.map { ($0.status, id) } ?? former
            if stored == nil { try write(line, as: id, placement, libraryIndex) }
            if let (status, id) = removed, status.isSaved {
                try moveToTrash(id, status, at: time, after: line.changedAt, libraryIndex)
            }
        } else {
            try write(line, as: id, placement, libraryIndex)
        }
        if old?.line == nil { outcome.added += 1 } else { outcome.updated += 1 }
        let now = try decision(about: textClass)
        if let former, former.id != now?.id {
            // The taste keeps what the former decision has added.
            try run("UPDATE jokes SET lesson = NULL WHERE id = ?", former.id.rawValue)
        }
        // A line with an older decision than that about its text changes nothing about it.
        if former?.id != now?.id || now?.id == id { merged.texts.insert(textClass) }
        if let old, old.textClass != textClass { merged.texts.insert(old.textClass) }
    }

    /// If the undo of an import has put back the decision of a joke, and that about a text, returns the later of their times.
    private func takenBack(_ id: Joke.ID, _ text: Int64) throws(SQLiteError) -> WallTime? {
        try first(
            """
            SELECT max(changed_at) FROM jokes WHERE lesson < 0 AND (id = ?1 OR text_class = ?2)
                AND (SELECT lesson < 0 FROM jokes WHERE id = ?1)
                AND NOT EXISTS (SELECT 1 FROM jokes WHERE text_class = ?2 AND shown > 0 AND ifnull(lesson, 0) >= 0)
            """, id.rawValue, text
        ) { $0.time(0) } ?? nil
    }

    /// Moves the saved joke whose text a line removes to the trash. Its line supersedes the tombstone.
    private func moveToTrash(
        _ id: Joke.ID, _ status: JokeStatus, at time: WallTime, after tombstone: WallTime,
        _ libraryIndex: LibraryIndex
    ) throws(SQLiteError) {
        let changedAt = try first("SELECT changed_at FROM jokes WHERE id = ?", id.rawValue) { $0.time(0) }
        try libraryIndex.update(id, in: self) { () throws(SQLiteError) in
            try setDates(
                of: id, status.deleted(at: time),
                changedAt: max(tombstone, (changedAt ?? nil) ?? tombstone).next.milliseconds)
        }
    }

    private func write(
        _ line: LibraryLine, as id: Joke.ID, _ placement: Placement, _ libraryIndex: LibraryIndex
    ) throws(SQLiteError) {
        let source = line.source(for: id, ownSource: placement.ownSource)
        try libraryIndex.update(id, in: self) { () throws(SQLiteError) in
            switch line.content {
            case .joke(let joke): try insert(joke.named(id, of: source), textClass: line.textClass)
            case .emptied: try insertEmptied(id, of: source, textClass: line.textClass)
            }
            try setDates(of: id, line.status, changedAt: line.changedAt.milliseconds)
        }
    }

    /// A stored joke of a key.
    private typealias Row = (textClass: Int64, line: LibraryLine?)

    /// Returns the id of the row with this key, and the row. If there is none, returns the id that a new one gets, or nil
    /// if damage has given the ids to others.
    private func row(
        for key: JokeKey, preferring preferred: Joke.ID?
    ) throws(SQLiteError) -> (id: Joke.ID?, row: Row?) {
        var ids = key.localIDs
        if let preferred, JokeKey(preferred, of: key.source) == key {
            ids = [preferred] + ids.filter { $0 != preferred }
        }
        var taken: Set<Joke.ID> = []
        var rows: [Joke.ID: Row] = [:]
        try scan(
            """
            SELECT \(Self.exportColumns) FROM jokes WHERE id IN (?, ?, ?, ?)
            """, ids.map(\.rawValue)
        ) { row in
            let id = Joke.ID(rawValue: row.text(0))
            taken.insert(id)
            if JokeKey(id, of: row.text(Joke.sourceColumn)) == key {
                rows[id] = (row.integer(JokeRecord.columnCount), row.libraryLine())
            }
            return true
        }
        // An older jokesd could store two jokes with one key, if a source has the ids `ID` and `SOURCE:ID`.
        let known = ids.filter { rows[$0] != nil }
        if let id = known.first(where: { rows[$0]?.line != nil }) ?? known.first { return (id, rows[id]) }
        return (ids.first { !taken.contains($0) }, nil)
    }

    /// Inserts the joke of a line with its decision, if neither its id nor its text is known. Returns its id, or nil if
    /// one of them is.
    ///
    /// Most lines of a large import are such. The general way needs three times as many statements.
    private func insertNew(
        _ line: LibraryLine, _ placement: Placement, _ libraryIndex: LibraryIndex
    ) throws(SQLiteError) -> Joke.ID? {
        let key = line.key
        guard case .joke(let known) = line.content, line.status != .undecided, key.isPlain,
            placement.preferredID ?? key.id == key.id
        else { return nil }
        let textClass = Int64(bitPattern: line.textClass)
        let isKnown = try first(
            """
            SELECT 1 FROM jokes WHERE id = ?1
            UNION ALL SELECT 1 FROM jokes WHERE key_id = ?1 AND source = ?2
            UNION ALL SELECT 1 FROM jokes WHERE text_class = ?3 LIMIT 1
            """, key.id.rawValue, key.source, textClass
        ) { _ in true }
        guard isKnown == nil else { return nil }
        let joke = known.named(key.id, of: line.source(for: key.id, ownSource: placement.ownSource))
        let place = Place.of(line.status)
        try insert(
            joke, textClass: line.textClass, line.status, changedAt: line.changedAt.milliseconds,
            place: place,
            sortKey: libraryIndex.sortKey(of: joke.value, at: place))
        if place == Place.saved { try addToSavedCount(1) }
        return key.id
    }

    private func insertEmptied(_ id: Joke.ID, of source: String, textClass: UInt64) throws(SQLiteError) {
        try insert(Joke(id: id, value: "", source: source, language: ""), textClass: textClass)
        try run("UPDATE jokes SET emptied = 1, sort_key = NULL WHERE id = ?", id.rawValue)
    }
}

/// The jokes that lines have replaced or inserted.
struct MergedJokes {
    /// The duplicate groups of the jokes that were stored, before and after.
    var texts: Set<Int64> = []
    /// The entries of an undo step, one for each joke.
    private(set) var before: [UndoStep.Before] = []
    private var known: Set<Joke.ID> = []
    private var knownTexts: Set<Int64> = []
    /// The decisions that did not count before the first line about their text.
    var superseded: [UndoStep.Before] = []

    /// Whether no line about a text was added.
    func isNew(_ text: Int64) -> Bool { !knownTexts.contains(text) }

    mutating func add(_ former: UndoStep.Before) {
        if known.insert(former.id).inserted { before.append(former) }
    }

    /// Adds what was stored of a joke before a line replaces it, and the joke that had the decision about the text of the
    /// line. A decision counts only before the first line about its text.
    mutating func add(
        _ id: Joke.ID, _ stored: JokeRecord?, _ former: (status: JokeStatus, id: Joke.ID)?,
        of text: Int64, _ storedText: Int64
    ) {
        let isFirst = knownTexts.insert(storedText).inserted
        let isFirstOfLine = text == storedText ? isFirst : knownTexts.insert(text).inserted
        let isDecided = isFirst && stored?.decidedID == id
        add(.init(id: id, status: isDecided ? stored?.status ?? .undecided : .undecided, joke: stored?.joke))
        if let former, former.id != id, isFirstOfLine {
            add(.init(id: former.id, status: former.status, isOther: true))
        }
    }

    /// Puts the jokes that had decisions last: if undo restores them, the others of their texts must have none.
    mutating func sort() {
        before =
            before.filter { $0.status == .undecided } + before.filter { $0.status != .undecided } + superseded
    }
}

// Exporting the library.
extension Database {
    /// Returns the lines after a key, or from the first one if it is nil, in the order of their keys. The chunk ends after
    /// the line with which it exceeds `chunkSize`.
    ///
    /// - Parameter jokes: The jokes whose lines to return, with those of the same texts, or nil for all.
    func exportChunk(after key: JokeKey?, of jokes: [Joke.ID]?) throws(SQLiteError) -> ExportChunk {
        var chunk = ExportChunk(lines: [], next: nil)
        var (size, last) = (0, key)
        let visit = { (row: Statement) -> Bool in
            // If two jokes have one key (`row(for:preferring:)`), only the first of them has a line.
            guard let line = row.libraryLine(), line.key != last else { return true }
            if size > Self.chunkSize { return false }
            let text = line.text
            chunk.lines.append(text)
            size += text.utf8.count
            last = line.key
            chunk.next = size > Self.chunkSize ? line.key : nil
            return true
        }
        guard let jokes else {
            try scan(Self.exportSQL, [key?.id.rawValue ?? "", key?.source ?? ""], visit: visit)
            return chunk
        }
        return try transaction(.deferred) { () throws(SQLiteError) in
            let ids = JSONText.list(jokes.map(\.rawValue))
            let found = try rows(
                """
                SELECT id, source FROM jokes WHERE changed_at IS NOT NULL AND (
                    id IN (SELECT value FROM json_each(?1)) OR text_class IN (
                        SELECT text_class FROM jokes WHERE id IN (SELECT value FROM json_each(?1))))
                """, ids
            ) { row in
                let id = Joke.ID(rawValue: row.text(0))
                return (id: id, key: JokeKey(id, of: row.text(1)))
            }
            for joke in found.filter({ joke in key.map { $0 < joke.key } ?? true }).sorted(by: {
                $0.key < $1.key
            })
            where chunk.next == nil {
                try scan(
                    "SELECT \(Self.exportColumns) FROM jokes WHERE id = ?", [joke.id.rawValue], visit: visit)
            }
            return chunk
        }
    }

    private static let exportColumns = "\(JokeRecord.columns), text_class, emptied, changed_at"

    /// The query of the lines after a key. The jokes with the ids of their sources are read in the order of one index, the
    /// others in that of another one, and none of them is sorted.
    package static let exportSQL = """
        SELECT \(exportColumns), id AS exported_id, \(keySource) AS exported_source FROM jokes
        WHERE changed_at IS NOT NULL AND key_id IS NULL AND id >= ?1 AND (id > ?1 OR \(keySource) > ?2)
        UNION ALL SELECT \(exportColumns), key_id, source FROM jokes
        WHERE changed_at IS NOT NULL AND key_id IS NOT NULL
            AND key_id >= ?1 AND (key_id > ?1 OR source > ?2)
        ORDER BY exported_id, exported_source
        """

    /// `JokeKey.source` of a joke that has the id of its source.
    private static let keySource = """
        iif(\(Joke.ID.isOwnSQL) AND source IN (\(Joke.ownSources.map { "'\($0)'" }.joined(separator: ", "))), \
        '\(Joke.ownSources[0])', source)
        """

    /// The size in bytes after which a chunk ends. A line has at most about 30 KiB, and a reply may need two bytes for
    /// each of its bytes.
    private static let chunkSize = 256 << 10
}

extension Statement {
    /// Reads `JokeRecord.columns, text_class, emptied, changed_at`. Returns nil for a joke that never had a decision.
    func libraryLine() -> LibraryLine? {
        let column = JokeRecord.columnCount
        guard let changedAt = time(column + 2) else { return nil }
        let joke = record().joke
        let status = dates(at: Joke.columnCount)
        return integer(column + 1) != 0
            ? LibraryLine(
                emptied: joke.key, textClass: UInt64(bitPattern: integer(column)), status: status,
                changedAt: changedAt)
            : LibraryLine(joke, status: status, changedAt: changedAt)
    }
}
