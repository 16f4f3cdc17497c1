// SPDX-License-Identifier: MIT
import CSQLite

// Checking and copying a database.
extension Database {
    /// Checks the database and returns the first defect as a short text, or nil if there is none.
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
    private var newestError: SQLiteError {
        SQLiteError(sqlite3_extended_errcode(connection), on: connection)
    }

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
    func raiseReservedSequence(above number: Int64?) throws(SQLiteError) {
        guard let number else { return }
        try run("UPDATE session SET reserved_sequence = max(reserved_sequence, ?)", Int(number) + 1)
    }

    /// Gives the database a new epoch. A client that reconnects then learns that the sequence numbers do not continue
    /// (Protocol.md, "Resuming").
    func renewEpoch() throws(SQLiteError) {
        try run("UPDATE session SET epoch = lower(hex(randomblob(8)))")
    }
}
