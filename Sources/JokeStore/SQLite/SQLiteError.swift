// SPDX-License-Identifier: MIT
import CSQLite

/// What SQLite answered instead of doing it.
package struct SQLiteError: Error, Hashable {
    /// The primary result code: `SQLITE_FULL`.
    package let code: Int32
    /// The extended one, which tells more: `SQLITE_IOERR_FSYNC`.
    package let extendedCode: Int32
    package let message: String
    /// The database file; empty for one in memory, or where none was opened.
    package let path: String
    /// The statement at fault, where there was one.
    package let sql: String?

    /// The newest failure on this connection. Nil (out of memory) has no connection to ask.
    init(_ extendedCode: Int32, on connection: OpaquePointer?, sql: String? = nil) {
        // SQLite's manual, "Primary Result Codes versus Extended": the least significant 8 bits are the primary.
        code = extendedCode & 0xFF
        self.extendedCode = extendedCode
        let text = connection.map(sqlite3_errmsg) ?? sqlite3_errstr(extendedCode)
        message = text.map { String(cString: $0) } ?? "unknown error"
        let file = connection.flatMap { sqlite3_db_filename($0, "main") }
        path = file.map { String(cString: $0) } ?? ""
        self.sql = sql
    }

    /// Whether the file itself is at fault: no database, or a damaged one.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    /// Whether it was refused because writing, or making the files that writing needs, is not allowed.
    var isReadOnly: Bool { [SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH].contains(code) }
}
