// SPDX-License-Identifier: MIT
import CSQLite

// Looking through a database, and copying it.
extension Database {
    /// What is wrong with the database, in a few words; nil where nothing is.
    ///
    /// SQLite's manual, "PRAGMA quick_check": like integrity_check, but "does not verify UNIQUE constraints and does
    /// not verify that index content matches table content", and so is much faster.
    func defect() throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            let verdict = try first("PRAGMA quick_check(1)") { $0.text(0) }
            return verdict == "ok" ? nil : verdict ?? "it cannot be checked"
        } catch {
            guard error.isDamage else { throw error }
            return error.message
        }
    }

    /// Makes `copy` a copy of this database as it is now, whatever is committed meanwhile.
    ///
    /// SQLite's manual, `sqlite3_backup_step()`: where another connection writes to the source, the copy "will be
    /// automatically restarted", unless its own connection reads already. So one snapshot is held for all steps; as
    /// long as it is, the write-ahead log can only grow.
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
            // Its result is that of the last step, which knows more.
            sqlite3_backup_finish(backup)
            guard isDone else { throw SQLiteError(code, on: copy.connection) }
        }
    }

    /// The newest failure on this connection.
    private var newestError: SQLiteError {
        SQLiteError(sqlite3_extended_errcode(connection), on: connection)
    }

    /// Two databases with different decisions differ in these.
    struct Decisions: Hashable {
        var count: Int64
        var sums: [Double]
        var undo: String?
    }

    /// What of this database is the user's, in a few numbers.
    func decisions() throws(SQLiteError) -> Decisions {
        let undo = try first("SELECT undo FROM session") { $0.text(0) }
        // total() has no overflow; what a double cannot tell apart is a millisecond in a century of jokes.
        return try first(
            """
            SELECT count(*), total(saved_at), total(deleted_at), total(buried_at) FROM jokes
            WHERE saved_at IS NOT NULL OR deleted_at IS NOT NULL OR buried_at IS NOT NULL
            """
        ) { row in
            Decisions(
                count: row.integer(0), sums: (1...3).map(row.real), undo: undo)
        } ?? Decisions(count: 0, sums: [], undo: undo)
    }

    /// Makes the reserved sequence number greater than `number`, unless that is nil. Numbers may be skipped.
    func raiseReservedSequence(above number: Int64?) throws(SQLiteError) {
        guard let number else { return }
        try run("UPDATE session SET reserved_sequence = max(reserved_sequence, ?)", Int(number) + 1)
    }

    /// The numbers of events begin anew: whoever takes this database up is told so (Protocol.md, "Resuming").
    func renewEpoch() throws(SQLiteError) {
        try run("UPDATE session SET epoch = lower(hex(randomblob(8)))")
    }
}
