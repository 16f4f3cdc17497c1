// SPDX-License-Identifier: MIT
import CSQLite

/// An error of SQLite.
package struct SQLiteError: Error, Hashable {
    /// The primary result code, such as `SQLITE_FULL`.
    package let code: Int32
    /// The extended result code, such as `SQLITE_IOERR_FSYNC`.
    package let extendedCode: Int32
    /// The `errno` of the system call that failed, or 0 if the error is not one of a file.
    let systemError: Int32
    /// The message of SQLite, in English.
    package let message: String
    /// The path of the database file; empty for a database in memory, or if none was opened.
    package let path: String
    /// The SQL of the statement that failed, or nil if no statement did.
    package let sql: String?

    /// Whether the file is damaged or not a database.
    ///
    /// jokesd's own SQL fits the layout that jokesd created, and violates no constraint of it. So if a statement cannot
    /// be compiled ("no such column", "unsupported file format") or violates a constraint, the file is not as jokesd
    /// left it. The same holds for the JSON text that SQL reads, all of which jokesd wrote. A statement that is compiled
    /// and then fails with `SQLITE_ERROR` for another reason, such as a pattern that is too long, says nothing about
    /// the file.
    let isDamage: Bool

    /// Creates the error of the last call on a connection. `connection` is nil if SQLite had no memory for one.
    ///
    /// - Parameter isCompiling: Whether the call compiled `sql`.
    init(
        _ extendedCode: Int32, on connection: OpaquePointer?, sql: String? = nil, isCompiling: Bool = false
    ) {
        // SQLite's manual, "Primary Result Codes versus Extended": the least significant 8 bits are the primary.
        code = extendedCode & 0xFF
        self.extendedCode = extendedCode
        systemError =
            [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code) ? connection.map(Self.systemError) ?? 0 : 0
        let text = connection.map(sqlite3_errmsg) ?? sqlite3_errstr(extendedCode)
        message = text.map { String(cString: $0) } ?? "unknown error"
        let file = connection.flatMap { sqlite3_db_filename($0, "main") }
        path = file.map { String(cString: $0) } ?? ""
        self.sql = sql
        isDamage =
            switch code {
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_TOOBIG: true
            case SQLITE_ERROR: isCompiling || message == "malformed JSON"
            default: false
            }
    }

    /// Returns the `errno` of the last system call that failed.
    ///
    /// `sqlite3_system_errno` does not have that of a failed commit, so each file is asked for its own first.
    private static func systemError(on connection: OpaquePointer) -> Int32 {
        for pointer in [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            var error: Int32 = 0
            sqlite3_file_control(connection, "main", pointer, &file)
            let control = file?.pointee.pMethods?.pointee.xFileControl
            if control?(file, SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK, error != 0 { return error }
        }
        return sqlite3_system_errno(connection)
    }

    /// Whether the call failed because the database, or a file next to it, may not be written or created.
    var isReadOnly: Bool { [SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH].contains(code) }

    /// Whether the file system could not create, extend, lock or map the file `-shm`, as FUSE with `direct_io`, 9p and
    /// some NFS servers. The codes are `SQLITE_IOERR_SHMOPEN`, `_SHMSIZE`, `_SHMLOCK` and `_SHMMAP`, which are macros
    /// that Swift does not import.
    var lacksSharedMemory: Bool { code == SQLITE_IOERR && (18...21).contains(extendedCode >> 8) }
}
