// SPDX-License-Identifier: MIT
import CSQLite
import JokeCore
import JokeWire

// Checking and copying a database.
extension Database {
    /// Checks the database and returns the first defect as a short text, or nil if there is none.
    ///
    /// SQLite's manual, "PRAGMA quick_check": like integrity_check, but "does not verify UNIQUE constraints and does
    /// not verify that index content matches table content", and so is much faster.
    ///
    /// - Parameters:
    ///   - schema: The schema whose layout the database must have, or nil if it has an older one.
    ///   - withIndexes: Whether to compare the indexes with the tables, too.
    func defect(in schema: Schema?, withIndexes: Bool = false) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            if let schema {
                if let defect = try layoutDefect(in: schema) { return defect }
                if let absence = try absence() { return absence }
            }
            let check = withIndexes ? "integrity_check" : "quick_check"
            let verdict = try first("PRAGMA \(check)(1)") { $0.text(0) }
            return verdict == "ok" ? nil : verdict ?? "it cannot be checked"
        } catch {
            guard error.isDamage else { throw error }
            return error.message
        }
    }

    /// Returns the first difference between the layout of this database and that of a new one as a short text, or nil if
    /// there is none. No other check finds a flipped bit in a name.
    private func layoutDefect(in schema: Schema) throws(SQLiteError) -> String? {
        let (expected, actual) = (try schema.newDatabase().layout(), try layout())
        guard expected != actual else { return nil }
        let name = Set(expected).symmetricDifference(actual).map(\.name).min() ?? ""
        return "the layout of \(name) is not that of jokesd"
    }

    /// A part of the layout, and its SQL. For a table it is the columns instead, because versions of SQLite may differ
    /// in the SQL that `ALTER TABLE` leaves.
    private struct LayoutPart: Hashable { var name, sql: String }

    private func layout() throws(SQLiteError) -> [LayoutPart] {
        try rows(
            """
            SELECT name, CASE WHEN type = 'table' THEN (
                SELECT group_concat(format('%s %s %d %d %s', name, type, "notnull", pk, ifnull(dflt_value, '')))
                FROM pragma_table_info(parts.name)) ELSE sql END
            FROM sqlite_schema AS parts
            WHERE sql IS NOT NULL
            ORDER BY name
            """
        ) { LayoutPart(name: $0.text(0), sql: $0.text(1)) }
    }

    /// Returns what is wrong if the table `session` has lost its row, otherwise nil.
    func absence() throws(SQLiteError) -> String? {
        try first("SELECT 1 FROM session") { _ in true } == nil ? "the table session is empty" : nil
    }

    /// Returns the tables with values that jokesd never writes, such as those of an earlier version that had other limits.
    ///
    /// The tables `jokes` and `seen` are too large to be read at each start. Their numbers are times, which are limited
    /// when a row is read (`Statement.time`), and positions and hashes, with which nothing is calculated.
    func implausibleTables() throws(SQLiteError) -> [String] {
        let parts = Self.implausible.map { table, rows, _ in
            "SELECT '\(table)' WHERE EXISTS (SELECT 1 FROM \(table) WHERE \(rows))"
        }
        return try rows(parts.joined(separator: " UNION ALL ")) { $0.text(0) }
    }

    /// Removes or resets the rows that jokesd never writes. None of them is a decision about a joke.
    ///
    /// The database gets a new epoch: numbers of events may be skipped, and backups may have a longer log.
    func removeImplausibleRows() throws(SQLiteError) {
        for (table, rows, values) in Self.implausible {
            try run("\(values.map { "UPDATE \(table) SET \($0)" } ?? "DELETE FROM \(table)") WHERE \(rows)")
        }
        try renewEpoch()
    }

    /// The conditions of implausible rows, and the values that such a row gets, or nil if it is deleted.
    private static let implausible: [(table: String, rows: String, values: String?)] = [
        (
            "log",
            "\(isOut("sequence")) OR NOT json_valid('{' || members || '}') OR instr(members, char(10))", nil
        ),
        (
            "session",
            """
            length(epoch) NOT BETWEEN 1 AND 64 OR \(isOut("reserved_sequence", "saved_count"))
                OR seen_position NOT BETWEEN 0 AND \(Seen.lastPosition)
                OR reserved_sequence < (SELECT max(sequence) FROM log WHERE NOT (\(isOut("sequence"))))
            """,
            """
            reserved_sequence = max(
                iif(\(isOut("reserved_sequence")), 0, reserved_sequence),
                1 + ifnull((SELECT max(sequence) FROM log), 0)),
            saved_count = (SELECT count(*) FROM jokes WHERE shown = 1),
            seen_position = (
                SELECT ifnull(max(position), 0) FROM seen WHERE position BETWEEN 0 AND \(Seen.lastPosition))
            """
        ),
        // A later step must not stay without the steps before it.
        ("undo", "EXISTS (SELECT 1 FROM undo WHERE \(isOut("number")))", nil),
        // The user's choice stays.
        (
            "sources",
            isOut("requests", "failures", "repeats", "asked_at", "rests_until", "barred_until"),
            """
            day = NULL, requests = 0, asked_at = NULL, rests_until = NULL, barred_until = NULL, failures = 0, repeats = 0,
            exhausted = 0
            """
        ),
        ("feeds", isOut("number", "page", "total", "position"), nil),
        ("feed_pages", "\(isOut("page")) OR feed NOT IN (SELECT number FROM feeds)", nil),
        ("days", isOut("number"), nil),
        ("translations", isOut("number"), nil),
        (
            "imports",
            isOut("import", "lines", "skipped", "at", "connection", "added", "updated", "unchanged"), nil
        ),
        ("staged_lines", isOut("import"), nil),
    ]

    /// The condition that one of the columns has a value that is not among `Limits.numbers`.
    private static func isOut(_ columns: String...) -> String {
        let (least, most) = (Limits.numbers.lowerBound, Limits.numbers.upperBound)
        return "(\(columns.map { "\($0) < \(least) OR \($0) > \(most)" }.joined(separator: " OR ")))"
    }

    /// Makes `copy` a copy of the current snapshot of this database. Later commits are not in the copy.
    ///
    /// SQLite's manual, `sqlite3_backup_step()`: if another connection writes to the source, the backup "will be
    /// automatically restarted", unless its own connection has a read transaction. So one read transaction is open for
    /// all steps. While it is open, the write-ahead log can only grow.
    func copy(to copy: Database, unless cancellation: Cancellation) throws(SQLiteError) {
        try transaction(.deferred) { () throws(SQLiteError) in
            _ = try first("SELECT 1 FROM sqlite_schema") { _ in true }
            guard let backup = sqlite3_backup_init(copy.connection, "main", connection, "main") else {
                throw copy.newestError
            }
            var code = SQLITE_OK
            while code == SQLITE_OK {
                code = cancellation.isOn ? SQLITE_INTERRUPT : sqlite3_backup_step(backup, 256)
            }
            let isDone = code == SQLITE_DONE
            // The result of this call repeats the error of the last step, so it is ignored.
            sqlite3_backup_finish(backup)
            guard isDone else { throw SQLiteError(code, on: copy.connection) }
        }
    }

    /// The last error on this connection.
    private var newestError: SQLiteError { SQLiteError(sqlite3_extended_errcode(connection), on: connection) }

    /// A summary of the decisions in a database. Two databases with different decisions almost certainly differ in it.
    struct Decisions: Hashable {
        var count: Int64
        var sums: [Double]
    }

    /// Returns a summary of what the user decided.
    func decisions() throws(SQLiteError) -> Decisions {
        // total() cannot overflow. Its sums are doubles, so with more than 5,000 jokes a difference of some
        // milliseconds may be missed.
        return try first(
            """
            SELECT count(*), total(saved_at), total(deleted_at), total(buried_at), total(changed_at) FROM jokes
            WHERE changed_at IS NOT NULL
            """
        ) { row in
            Decisions(count: row.integer(0), sums: (1...4).map(row.real))
        } ?? Decisions(count: 0, sums: [])
    }

    /// Raises the reserved sequence number above `number`. Does nothing if `number` is nil or smaller. Skipped numbers
    /// do no harm.
    func raiseReservedSequence(above number: Int?) throws(SQLiteError) {
        guard let number else { return }
        try run("UPDATE session SET reserved_sequence = max(reserved_sequence, ?)", number + 1)
    }

    /// The values that show whether a backup is newer than its database.
    struct Progress {
        var epoch = ""
        var reservedSequence: Int64 = 0
        /// The sequence number of the newest decision in the log, or 0 if it has none.
        var newestDecision: Int64 = 0
    }

    func progress() throws(SQLiteError) -> Progress {
        let isDecision = LogKind.decisions.map { "members LIKE '\"event\":\"\($0.rawValue)\"%'" }
        let progress = try first(
            """
            SELECT epoch, reserved_sequence, (
                SELECT sequence FROM log WHERE \(isDecision.joined(separator: " OR ")) ORDER BY sequence DESC LIMIT 1)
            FROM session
            """
        ) { Progress(epoch: $0.text(0), reservedSequence: $0.integer(1), newestDecision: $0.integer(2)) }
        return progress ?? Progress()
    }

    /// Gives the database a new epoch. A client that reconnects then learns that the sequence numbers do not continue
    /// (Protocol.md, "Resuming").
    func renewEpoch() throws(SQLiteError) { try run("UPDATE session SET epoch = lower(hex(randomblob(8)))") }

    func set(epoch: String) throws(SQLiteError) { try run("UPDATE session SET epoch = ?", epoch) }
}
