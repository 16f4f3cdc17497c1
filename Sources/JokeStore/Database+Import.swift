// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Importing lines of a library. Each import has a number that is unique in the database.
extension Database {
    /// Returns the greatest number of an import.
    func lastImport() throws(SQLiteError) -> Int {
        let last = try first(
            "SELECT max((SELECT ifnull(max(import), 0) FROM staged_lines), (SELECT ifnull(max(import), 0) FROM imports))"
        ) { Int($0.integer(0)) }
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
        try first("SELECT max(number) FROM staged_lines WHERE import = ?", number) { Int($0.integer(0)) } ?? 0
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
                id: ImportID(number: Int(row.integer(0)) - last), lines: Int(row.integer(1)),
                skipped: Int(row.integer(2)), at: WallTime(milliseconds: row.integer(3)),
                cause: Cause(
                    method: row.text(4), client: row.text(5), connection: Int(row.integer(6))),
                outcome: MergeOutcome(
                    added: Int(row.integer(7)), updated: Int(row.integer(8)),
                    unchanged: Int(row.integer(9))))
        }
    }

    /// Merges the next staged lines of an import. Call this in a transaction. If the import has several pieces, this one
    /// ends after `time`.
    ///
    /// A line is written if there is no line with its id or if it supersedes that line (`LibraryLine.supersedes`). So
    /// the result does not depend on the order of the lines or on how often they are merged, and newer decisions stay.
    func merge(
        _ staged: StagedImport, _ number: Int, _ libraryIndex: LibraryIndex, within time: Duration
    ) throws(SQLiteError) -> (outcome: MergeOutcome, replaced: Set<Joke.ID>) {
        var outcome = staged.outcome
        var replaced: Set<Joke.ID> = []
        let deadline = ContinuousClock.now + time
        try scan(
            "SELECT line FROM staged_lines WHERE import = ? AND number <= ? ORDER BY number",
            [number, outcome.lines + staged.transactionLines]
        ) { row throws(SQLiteError) in
            // The lines were validated before they were staged.
            if let line = try? LibraryLine(parsing: row.text(0), at: staged.at) {
                let id = try merge(line.naming(ownSource: staged.ownSource), libraryIndex, &outcome)
                if let id { replaced.insert(id) }
            } else {
                outcome.unchanged += 1
            }
            return !staged.isInPieces || ContinuousClock.now < deadline
        }
        try indexWords()
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
        return (outcome, replaced)
    }

    /// Merges a line that was read from a damaged database. Unlike a line of an import, it must be newer than the line
    /// that it replaces, because it may have been changed by the damage. Returns the id of the joke that it replaced, or
    /// nil.
    func mergeSalvaged(
        _ line: LibraryLine, _ libraryIndex: LibraryIndex, _ outcome: inout MergeOutcome
    ) throws(SQLiteError) -> Joke.ID? {
        let known = try first("SELECT changed_at FROM jokes WHERE id = ?", line.id.rawValue) { $0.time(0) }
        if let changedAt = known ?? nil, changedAt >= line.changedAt { return nil }
        let id = try merge(line, libraryIndex, &outcome)
        try indexWords()
        return id
    }

    /// Merges a line. Returns the id of the joke that it replaced, or nil.
    private func merge(
        _ line: LibraryLine, _ libraryIndex: LibraryIndex, _ outcome: inout MergeOutcome
    ) throws(SQLiteError) -> Joke.ID? {
        if try insertNew(line, libraryIndex) {
            outcome.added += 1
            return nil
        }
        var line = line
        if case .joke(let joke) = line.content {
            line = LibraryLine(
                .joke(try identified(joke)), status: line.status, changedAt: line.changedAt)
        }
        let old = try first(
            "SELECT \(JokeRecord.columns), text_class, emptied, changed_at FROM jokes WHERE id = ?",
            line.id.rawValue
        ) { row in
            (textClass: row.integer(JokeRecord.columnCount), line: row.libraryLine())
        }
        if let older = old?.line, !line.supersedes(older) {
            outcome.unchanged += 1
            return nil
        }
        let textClass = Int64(bitPattern: line.textClass)
        let otherClass = old.map(\.textClass).flatMap { $0 == textClass ? nil : $0 }
        try libraryIndex.update(duplicatesOf: [textClass] + [otherClass].compactMap { $0 }, in: self) {
            () throws(SQLiteError) in
            switch line.content {
            case .joke(let joke): try insert(joke, textClass: line.textClass)
            case .emptied(let id, let textClass): try insertEmptied(id, textClass: textClass)
            }
            try setDates(of: line.id, line.status, changedAt: line.changedAt.milliseconds)
        }
        if old?.line == nil { outcome.added += 1 } else { outcome.updated += 1 }
        return old == nil ? nil : line.id
    }

    /// Inserts the joke of a line with its decision, if neither its id nor its text is known. Returns false otherwise.
    ///
    /// Most lines of a large import are such. The general way needs three times as many statements.
    private func insertNew(_ line: LibraryLine, _ libraryIndex: LibraryIndex) throws(SQLiteError) -> Bool {
        guard case .joke(let joke) = line.content, line.status != .undecided else { return false }
        let textClass = Int64(bitPattern: line.textClass)
        let isKnown = try first(
            """
            SELECT 1 FROM jokes WHERE id IN (?1, ?2)
            UNION ALL SELECT 1 FROM jokes WHERE text_class = ?3 LIMIT 1
            """, joke.id.rawValue, joke.namedAfterSource.id.rawValue, textClass
        ) { _ in true }
        guard isKnown == nil else { return false }
        let place = Representative.place(
            isKept: line.status.savedAt != nil, isDeleted: line.status.deletedAt != nil)
        let number = try insert(
            joke, textClass: line.textClass, line.status, changedAt: line.changedAt.milliseconds,
            place: place,
            sortKey: libraryIndex.sortKey(of: joke.value, at: place))
        if place == 1 {
            try relist(
                [], as: [ListedText(number: number, value: joke.value, translation: joke.translation?.value)])
        }
        return true
    }

    private func insertEmptied(_ id: Joke.ID, textClass: UInt64) throws(SQLiteError) {
        try insert(Joke(id: id, value: "", source: "", language: ""), textClass: textClass)
        try run("UPDATE jokes SET emptied = 1, shown = 0, sort_key = NULL WHERE id = ?", id.rawValue)
    }
}

// Exporting the library.
extension Database {
    /// Returns the lines after the id `id`, or from the first one if it is nil, in the order of their ids. The chunk
    /// ends after the line with which it exceeds `chunkSize`.
    ///
    /// - Parameter jokes: The jokes whose lines to return, or nil for all.
    func exportChunk(after id: String?, of jokes: [Joke.ID]?) throws(SQLiteError) -> ExportChunk {
        var lines: [String] = []
        var (size, next): (Int, String?) = (0, nil)
        var values: [(any Bindable)?] = [id ?? ""]
        if let jokes { values.append(JSONText.list(jokes.map(\.rawValue))) }
        try scan(
            """
            SELECT \(JokeRecord.columns), text_class, emptied, changed_at FROM jokes
            WHERE id > ?1 AND changed_at IS NOT NULL
            \(jokes == nil ? "" : "AND id IN (SELECT value FROM json_each(?2))") ORDER BY id
            """, values
        ) { row in
            guard let line = row.libraryLine() else { return true }
            if size > Self.chunkSize {
                return false
            }
            let text = line.text
            lines.append(text)
            size += text.utf8.count
            next = size > Self.chunkSize ? line.id.rawValue : nil
            return true
        }
        return ExportChunk(lines: lines, next: next)
    }

    /// The size in bytes after which a chunk ends. A line has at most about 30 KiB, and a reply may need two bytes for
    /// each of its bytes.
    private static let chunkSize = 256 << 10
}

extension Statement {
    /// Reads `JokeRecord.columns, text_class, emptied, changed_at`. Returns nil for a joke that never had a decision.
    func libraryLine() -> LibraryLine? {
        let column = JokeRecord.columnCount
        guard let changedAt = time(column + 2) else { return nil }
        let record = record()
        return LibraryLine(
            integer(column + 1) != 0
                ? .emptied(record.joke.id, textClass: UInt64(bitPattern: integer(column)))
                : .joke(record.joke),
            status: record.status, changedAt: changedAt)
    }
}
