// SPDX-License-Identifier: MIT
import CSQLite
import JokeWire

/// A connection to an SQLite database, with its prepared statements.
///
/// Only one thread may use it at a time: it is opened without SQLite's own mutex.
package final class Database {
    /// The handle, for calls of SQLite that are not statements.
    let connection: OpaquePointer
    /// The prepared statements by their SQL text.
    private var statements: [String: Statement] = [:]
    private var uses = 0
    /// The most statements that stay prepared. The SQL of a search depends on the search, so there is no end of them.
    package static let statementLimit = 128

    /// The way in which a connection opens a database.
    package enum Access {
        case writing
        /// Writing an existing file without the file `-shm`, for which the disk has no space or which its file system
        /// cannot map: the index of the log is in memory, so that no other process can open the database. All
        /// connections of the process must have this access. Copies that no other process knows always have it.
        case writingAlone
        case reading
        /// Reading a file that no process writes, in a directory where no file can be created (SQLite's manual,
        /// "Read-Only WAL-mode Databases").
        case readingImmutable
        /// A database in memory, which is discarded with the connection. The path is ignored.
        case memory
    }

    /// Opens the database at `path`. A missing file is created only for writing.
    package init(_ path: String, for access: Access) throws(SQLiteError) {
        _ = Self.isConfigured
        var handle: OpaquePointer?
        let always = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(access.name(of: path), &handle, access.flags | always, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code, on: handle)
            // There may be a handle despite the error.
            sqlite3_close_v2(handle)
            throw error
        }
        connection = handle
        sqlite3_busy_timeout(handle, Self.defaultBusyTimeout)
        // Without this flag, SQLite prepares a statement with LIKE again for each pattern.
        setFlag(SQLITE_DBCONFIG_ENABLE_QPSG, true)
        // Another program may have written the file. jokesd has no views, and a view can have endless rows.
        setFlag(SQLITE_DBCONFIG_ENABLE_VIEW, false)
        // The longest value is the undo step of an import of the longest jokes.
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 40 << 20)
        addHolds()
    }

    /// Adds the function `holds(text, part)`. The time of SQLite's own instr() grows with the product of both lengths.
    private func addHolds() {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let code = sqlite3_create_function_v2(
            connection, "holds", 2, flags, nil,
            { context, _, values in
                guard let values, let text = sqlite3_value_text(values[0]),
                    let part = sqlite3_value_text(values[1])
                else { return sqlite3_result_int(context, 0) }
                let (count, length) = (sqlite3_value_bytes(values[0]), sqlite3_value_bytes(values[1]))
                let place = memmem(text, Int(count), part, Int(length))
                sqlite3_result_int(context, place == nil ? 0 : 1)
            }, nil, nil, nil)
        assert(code == SQLITE_OK)
    }

    /// Whether SQLite is configured for this process. If not, it is only slower.
    private static let isConfigured = jokesd_turn_memory_statistics_off() == SQLITE_OK

    /// The default time in milliseconds that a statement waits for a lock.
    static let defaultBusyTimeout: Int32 = 5_000

    /// Sets how long a statement waits for a lock before it fails with `SQLITE_BUSY`.
    func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(connection, milliseconds) }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(connection)
    }

    /// Whether the database could only be opened for reading.
    package var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

    /// Whether the path no longer names the file that is open: somebody removed it, or put another file in its place.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code == SQLITE_OK && hasMoved != 0
    }

    /// Sets whether closing the last connection moves the write-ahead log into the database. The default is true.
    func setCheckpointsOnClose(_ isOn: Bool) { setFlag(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn) }

    private func setFlag(_ flag: Int32, _ isOn: Bool) { _ = jokesd_set_flag(connection, flag, isOn ? 1 : 0) }

    /// Frees the memory that SQLite can do without.
    func releaseMemory() { sqlite3_db_release_memory(connection) }

    /// The number of prepared statements of the connection.
    package var statementCount: Int {
        var (count, next) = (0, sqlite3_next_stmt(connection, nil))
        while let statement = next { (count, next) = (count + 1, sqlite3_next_stmt(connection, statement)) }
        return count
    }

    /// Runs statements without parameters, separated by semicolons, and ignores their rows.
    package func script(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        // SQLite does not say whether a statement of the script could be compiled.
        guard code == SQLITE_OK else { throw SQLiteError(code, on: connection, sql: sql, isCompiling: true) }
    }

    /// Runs a statement and returns the number of rows that it changed.
    @discardableResult
    package func run(_ sql: String, _ values: (any Bindable)?...) throws(SQLiteError) -> Int {
        try run(sql, values)
    }

    @discardableResult
    package func run(_ sql: String, _ values: [(any Bindable)?]) throws(SQLiteError) -> Int {
        try scan(sql, values) { _ in true }
        return Int(sqlite3_changes64(connection))
    }

    /// Returns what `read` returns for each row.
    package func rows<Row>(
        _ sql: String, _ values: (any Bindable)?..., read: (Statement) -> Row
    ) throws(SQLiteError) -> [Row] {
        try rows(sql, binding: values, read: read)
    }

    /// Returns what `read` returns for each row.
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

    /// Returns the first row, or nil if there is none. Later rows are not computed.
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

    /// Calls `visit` for each row until it returns false. `visit` may run other statements, but not this one again.
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

    /// Runs `body` as a transaction, which is rolled back if `body` throws, or as a part of the one that is open.
    package func transaction<Success>(
        _ beginning: Beginning = .immediate, body: () throws(SQLiteError) -> Success
    ) throws(SQLiteError) -> Success {
        guard !isInTransaction else { return try body() }
        try begin(beginning)
        do throws(SQLiteError) {
            let success = try body()
            try commit()
            return success
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` in a transaction and always rolls it back.
    func rolledBack<Success>(body: () throws(SQLiteError) -> Success) throws(SQLiteError) -> Success {
        try begin()
        defer { rollBack() }
        return try body()
    }

    func begin(_ beginning: Beginning = .immediate) throws(SQLiteError) { try run(beginning.rawValue) }

    func commit() throws(SQLiteError) { try run("COMMIT") }

    /// Rolls the transaction back if it is still open.
    ///
    /// SQLite's manual, "Response To Errors Within A Transaction": after some errors SQLite has rolled back already,
    /// and "the only way to know" is sqlite3_get_autocommit(). An error of ROLLBACK itself is ignored: the transaction
    /// is over, and the caller reports the first error.
    func rollBack() { if isInTransaction { _ = try? run("ROLLBACK") } }

    var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// The time at which a transaction takes its lock.
    package enum Beginning: String {
        /// At the start, for writing. No later statement can fail because another connection has the lock.
        case immediate = "BEGIN IMMEDIATE"
        /// At the first statement, for reading. All statements see the same state of the database.
        case deferred = "BEGIN DEFERRED"
    }

    /// Returns the prepared statement for `sql`, which is prepared once per connection.
    private func statement(_ sql: String) throws(SQLiteError) -> Statement {
        uses += 1
        if let known = statements[sql] {
            known.lastUse = uses
            return known
        }
        let statement = try Statement(sql, on: connection)
        statement.lastUse = uses
        if statements.count == Self.statementLimit { removeOldStatements() }
        statements[sql] = statement
        return statement
    }

    /// Removes the half of the prepared statements that were not used for the longest time.
    private func removeOldStatements() {
        let middle = statements.values.map(\.lastUse).sorted()[Self.statementLimit / 2]
        statements = statements.filter { $0.value.lastUse >= middle }
    }
}

extension Database.Access {
    var canWrite: Bool { self == .writing || self == .writingAlone }

    fileprivate var flags: Int32 {
        switch self {
        case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .writingAlone: SQLITE_OPEN_READWRITE
        case .reading, .readingImmutable: SQLITE_OPEN_READONLY
        case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
        }
    }

    fileprivate func name(of path: String) -> String {
        switch self {
        case .writing, .reading: "file:\(PercentEncoding.encode(path, keeping: "/"))"
        // SQLite's manual, "Standard Unix VFSes".
        case .writingAlone: "file:\(PercentEncoding.encode(path, keeping: "/"))?vfs=unix-excl"
        case .readingImmutable: "file:\(PercentEncoding.encode(path, keeping: "/"))?immutable=1"
        case .memory: ":memory:"
        }
    }
}
