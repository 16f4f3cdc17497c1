// SPDX-License-Identifier: MIT
import CSQLite

/// One connection to an SQLite database, with its prepared statements.
///
/// Used by one thread at a time: it is opened without SQLite's own mutex.
package final class Database {
    /// For what SQLite has besides statements, in this module.
    let connection: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// What a connection is opened for.
    package enum Access {
        case writing
        case reading
        /// Of a file that nobody writes and beside which no file can be made, as SQLite's manual, "Read-Only
        /// WAL-mode Databases", asks for.
        case readingImmutable
        /// A database in memory, which ends with the connection. The path is not looked at.
        case memory
    }

    /// A file that is missing is made for writing only.
    package init(_ path: String, for access: Access) throws(SQLiteError) {
        var handle: OpaquePointer?
        let always = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(access.name(of: path), &handle, access.flags | always, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code, on: handle)
            // SQLite's manual: "Whether or not an error occurs when it is opened, resources associated with
            // the database connection handle should be released by passing it to sqlite3_close()".
            sqlite3_close_v2(handle)
            throw error
        }
        connection = handle
        sqlite3_busy_timeout(handle, Self.usualPatience)
        // Otherwise a statement with LIKE is prepared anew for each pattern, in case that one could use an index.
        setFlag(SQLITE_DBCONFIG_ENABLE_QPSG, true)
    }

    static let usualPatience: Int32 = 5_000

    /// How long a statement waits for a lock.
    func setPatience(milliseconds: Int32) { sqlite3_busy_timeout(connection, milliseconds) }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(connection)
    }

    /// Whether the file could only be opened for reading.
    package var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

    /// Whether closing the last connection moves the write-ahead log into the database; true at first.
    func setCheckpointsOnClose(_ isOn: Bool) {
        setFlag(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn)
    }

    private func setFlag(_ flag: Int32, _ isOn: Bool) { _ = jokesd_set_flag(connection, flag, isOn ? 1 : 0) }

    /// Gives back what memory SQLite holds without need.
    func releaseMemory() { sqlite3_db_release_memory(connection) }

    /// Runs statements without parameters, separated by semicolons. Their rows are dropped.
    package func script(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: connection, sql: sql) }
    }

    /// Runs one statement to its end; returns how many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: (any Bindable)?...) throws(SQLiteError) -> Int {
        try run(sql, values)
    }

    @discardableResult
    package func run(_ sql: String, _ values: [(any Bindable)?]) throws(SQLiteError) -> Int {
        try scan(sql, values) { _ in true }
        return Int(sqlite3_changes64(connection))
    }

    package func rows<Row>(
        _ sql: String, _ values: (any Bindable)?..., read: (Statement) -> Row
    ) throws(SQLiteError) -> [Row] {
        try rows(sql, binding: values, read: read)
    }

    package func rows<Row>(
        _ sql: String, binding values: [(any Bindable)?], read: (Statement) -> Row
    ) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        try scan(sql, values) { statement in
            rows.append(read(statement))
            return true
        }
        return rows
    }

    /// The first row; the others are not looked for.
    package func first<Row>(
        _ sql: String, _ values: (any Bindable)?..., read: (Statement) -> Row
    ) throws(SQLiteError) -> Row? {
        var row: Row?
        try scan(sql, values) { statement in
            row = read(statement)
            return false
        }
        return row
    }

    /// Visits rows until `visit` is false. It may run other statements, but not this one again.
    package func scan(
        _ sql: String, _ values: [(any Bindable)?], visit: (Statement) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {
            guard try visit(statement) else { return }
        }
    }

    /// Does the body; false where that took more than so many steps of SQLite's machine, and was broken off.
    func isDone(
        withinSteps steps: Int32, _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Bool {
        // SQLite's manual: "If the progress callback returns non-zero, the operation is interrupted."
        sqlite3_progress_handler(connection, steps, { _ in 1 }, nil)
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        do throws(SQLiteError) {
            try body()
            return true
        } catch {
            guard error.code == SQLITE_INTERRUPT else { throw error }
            return false
        }
    }

    /// Does all of the body or nothing of it; within another one, as a part of that.
    package func transaction<Success>(
        _ beginning: Beginning = .immediate, body: () throws(SQLiteError) -> Success
    ) throws(SQLiteError) -> Success {
        guard !isInTransaction else { return try body() }
        try run(beginning.rawValue)
        do throws(SQLiteError) {
            let success = try body()
            try run("COMMIT")
            return success
        } catch {
            rollBack()
            throw error
        }
    }

    /// Undoes whatever the body did.
    func rolledBack<Success>(body: () throws(SQLiteError) -> Success) throws(SQLiteError) -> Success {
        try run(Beginning.immediate.rawValue)
        defer { rollBack() }
        return try body()
    }

    /// SQLite's manual, "Response To Errors Within A Transaction": after some errors it has been rolled back
    /// already, and "the only way to know" is sqlite3_get_autocommit(). A ROLLBACK that fails has rolled back too;
    /// the first error is the one to report.
    private func rollBack() {
        if isInTransaction { _ = try? run("ROLLBACK") }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// When a transaction takes its lock.
    package enum Beginning: String {
        /// For writing, at once, so that it cannot fail half-way for want of the lock.
        case immediate = "BEGIN IMMEDIATE"
        /// For reading: all of its statements see one state of the database.
        case deferred = "BEGIN DEFERRED"
    }

    /// Prepared once per connection.
    private func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] { return known }
        let statement = try Statement(sql, on: connection)
        statements[sql] = statement
        return statement
    }
}

extension Database.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .reading, .readingImmutable: SQLITE_OPEN_READONLY
        case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
        }
    }

    fileprivate func name(of path: String) -> String {
        switch self {
        case .writing, .reading: "file:\(Self.escaped(path))"
        case .readingImmutable: "file:\(Self.escaped(path))?immutable=1"
        case .memory: ":memory:"
        }
    }

    /// SQLite's manual, "The URI Path": `?` and `#` end a path, and `%` begins an escape.
    private static func escaped(_ path: String) -> String {
        var escaped = ""
        for character in path {
            switch character {
            case "?": escaped += "%3f"
            case "#": escaped += "%23"
            case "%": escaped += "%25"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
