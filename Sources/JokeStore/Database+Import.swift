// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Importing lines of a library. Staged lines are in a temporary table, which SQLite deletes when the connection closes.
extension Database {
    /// Adds lines of an import to the staged ones.
    func stage(_ lines: [String], of id: ImportID) throws(SQLiteError) {
        try script(Self.stagingSQL)
        try transaction(.deferred) { () throws(SQLiteError) in
            for line in lines {
                try run("INSERT INTO temp.staged (import, line) VALUES (?, ?)", id.number, line)
            }
        }
    }

    /// Deletes the staged lines of an import.
    func discard(_ id: ImportID) throws(SQLiteError) {
        try script(Self.stagingSQL)
        try run("DELETE FROM temp.staged WHERE import = ?", id.number)
    }

    private static let stagingSQL = """
        CREATE TEMP TABLE IF NOT EXISTS staged (number INTEGER PRIMARY KEY, import INTEGER NOT NULL, line TEXT NOT NULL)
        """

    /// Returns the number of staged lines of an import.
    func staged(_ id: ImportID) throws(SQLiteError) -> Int {
        try script(Self.stagingSQL)
        return try first("SELECT count(*) FROM temp.staged WHERE import = ?", id.number) {
            Int($0.integer(0))
        } ?? 0
    }

    /// Merges the staged lines of an import. Call this in a transaction.
    ///
    /// A line is written if there is no line with its id or if it supersedes that line (`LibraryLine.supersedes`). So
    /// the result does not depend on the order of the lines or on how often they are merged.
    func merge(
        _ id: ImportID, at time: WallTime, _ libraryIndex: LibraryIndex
    ) throws(SQLiteError) -> MergeOutcome {
        var outcome = MergeOutcome()
        try scan("SELECT line FROM temp.staged WHERE import = ? ORDER BY number", [id.number]) {
            row throws(SQLiteError) in
            // The lines were validated before they were staged.
            guard let line = try? LibraryLine(parsing: row.text(0), at: time) else { return true }
            try merge(line, libraryIndex, &outcome)
            try indexWords()
            return true
        }
        return outcome
    }

    private func merge(
        _ line: LibraryLine, _ libraryIndex: LibraryIndex, _ outcome: inout MergeOutcome
    ) throws(SQLiteError) {
        let old = try first(
            "SELECT \(JokeRecord.columns), text_class, emptied, changed_at FROM jokes WHERE id = ?",
            line.id.rawValue
        ) { row in (textClass: row.integer(JokeRecord.columnCount), line: row.libraryLine()) }
        if let older = old?.line, !line.supersedes(older) {
            outcome.unchanged += 1
            return
        }
        switch line.content {
        case .joke(let joke): try insert(joke, textClass: line.textClass)
        case .emptied(let id, let textClass): try insertEmptied(id, textClass: textClass)
        }
        try run(
            "UPDATE jokes SET saved_at = ?2, deleted_at = ?3, buried_at = ?4, changed_at = ?5 WHERE id = ?1",
            line.id.rawValue, line.status.savedAt?.milliseconds, line.status.deletedAt?.milliseconds,
            line.status.dislikedAt?.milliseconds, line.changedAt.milliseconds)
        let textClass = Int64(bitPattern: line.textClass)
        try libraryIndex.update(duplicatesOf: textClass, in: self)
        if let old, old.textClass != textClass {
            try libraryIndex.update(duplicatesOf: old.textClass, in: self)
        }
        if old?.line == nil { outcome.added += 1 } else { outcome.updated += 1 }
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
    func exportChunk(after id: String?) throws(SQLiteError) -> ExportChunk {
        var lines: [String] = []
        var (size, next): (Int, String?) = (0, nil)
        try scan(
            """
            SELECT \(JokeRecord.columns), text_class, emptied, changed_at FROM jokes
            WHERE id > ? AND changed_at IS NOT NULL ORDER BY id
            """, [id ?? ""]
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
    fileprivate func libraryLine() -> LibraryLine? {
        let column = JokeRecord.columnCount
        guard let changedAt = optionalInteger(column + 2) else { return nil }
        let record = record()
        return LibraryLine(
            integer(column + 1) != 0
                ? .emptied(record.joke.id, textClass: UInt64(bitPattern: integer(column)))
                : .joke(record.joke),
            status: record.status, changedAt: WallTime(milliseconds: changedAt))
    }
}
