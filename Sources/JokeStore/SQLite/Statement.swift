// SPDX-License-Identifier: MIT
import CSQLite
import JokeWire

/// A prepared statement: bind its parameters, step it, and read the columns of the current row.
///
/// Columns count from 0. A statement must not outlive its `Database`.
package final class Statement {
    private let handle: OpaquePointer
    private let sql: String
    /// The number of its last use, for the owner.
    var lastUse = 0

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        var text = sql
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // SQLite's manual: PERSISTENT is "a hint that the prepared statement will be retained for a
                // long time and probably reused many times".
                sqlite3_prepare_v3(
                    connection, characters.baseAddress, Int32(characters.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
            }
        }
        guard code == SQLITE_OK, let handle else {
            throw SQLiteError(code, on: connection, sql: sql, isCompiling: true)
        }
        self.handle = handle
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds the values to the parameters in order; nil binds NULL.
    func bind(_ values: [(any Bindable)?]) throws(SQLiteError) {
        for (place, value) in values.enumerated() {
            let index = Int32(place + 1)
            let code = value?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// Steps to the next row. Returns false if there is none.
    func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(code)
        }
    }

    /// Resets the statement for another run, releases its locks and clears its parameters.
    func reset() {
        // The result repeats the error of the last step, which was thrown already.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// Reads a count, a position or a sequence number. One that jokesd never writes becomes the nearest of
    /// `Limits.numbers`.
    func number(_ column: Int32) -> Int {
        min(max(Int(integer(column)), Limits.numbers.lowerBound), Limits.numbers.upperBound)
    }

    /// Reads a time. One that jokesd never writes becomes the nearest one that RFC 3339 can represent.
    func time(_ column: Int32) -> WallTime? { optionalInteger(column).map { WallTime(clamping: $0) } }

    /// Returns the text of a column; empty for NULL. Bytes that are not UTF-8 are replaced by U+FFFD.
    package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    package func optionalText(_ column: Int32) -> String? {
        // SQLite's manual: the safest policy is to call `column_text` first, then `column_bytes`.
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns the bytes of a column; empty for NULL.
    package func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    private func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code, on: sqlite3_db_handle(handle), sql: sql)
    }
}

/// A value that can be bound to a parameter.
package protocol Bindable: Sendable {
    /// Binds the value to the parameter at `index`, which counts from 1. Returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension String: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                jokesd_bind_text(statement, index, $0.baseAddress, Int32($0.count))
            }
        }
    }
}

extension Int64: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }
}

extension Bool: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self ? 1 : 0).bind(to: statement, at: index)
    }
}

extension [UInt8]: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes { jokesd_bind_blob(statement, index, $0.baseAddress, Int32($0.count)) }
    }
}
