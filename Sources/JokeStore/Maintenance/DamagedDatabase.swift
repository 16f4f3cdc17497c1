// SPDX-License-Identifier: MIT
import CSQLite
import Glibc
import JokeCore
import JokeLinux
import JokeWire

/// Reads the decisions in a damaged database, as far as its pages can be read.
///
/// To read a table, SQLite needs the first page of a file, which has the layout, and all pages above the row in the
/// table's tree. So this works on a copy of the file with another first page, whose layout has the table `jokes` only.
/// If the tree of the table cannot be read, each of its leaf pages is read as a table of its own.
struct DamagedDatabase {
    /// The size of a page. jokesd creates no databases with another one.
    private static let pageSize = 4_096
    /// The page at which the tree of `jokes` begins. It is the first table that jokesd creates.
    private static let root = 2

    /// The copy of the file.
    private let path: String
    /// The columns of `jokes`, in the order in which they are stored. Rows of an older layout have fewer.
    private let columns: [String]

    /// The number of pages that could not be read, and of rows that are not as jokesd writes them.
    private(set) var unreadable = 0

    /// Copies the damaged file, and its write-ahead log if it has one, to `path`. `remove()` removes the copy.
    ///
    /// - Parameter damaged: The path of the damaged database, which may be missing if its log is not.
    init(_ damaged: String, copiedTo path: String) throws(ArchiveError) {
        self.path = path
        columns = try ArchiveError.translating(path) { () throws(SQLiteError) in
            try Schema.current.newDatabase().rows("SELECT name FROM pragma_table_info('jokes')") {
                $0.text(0)
            }
        }
        // Without its header, SQLite reads nothing of a log.
        if let log = try? BoundedFile.head(of: "\(damaged)-wal", limit: 4).file.bytes, !log.isEmpty,
            !log.starts(with: [0x37, 0x7F, 0x06])
        {
            unreadable = 1
        }
        do throws(Errno) {
            try DurableFile.removeDatabase(path)
            for suffix in ["", "-wal"] where DurableFile.isRegular(damaged + suffix) {
                try DurableFile.copy(damaged + suffix, to: path + suffix)
            }
        } catch {
            throw ArchiveError(errno: error.code, path: path)
        }
        try ArchiveError.translating(path) { () throws(SQLiteError) in
            // SQLite moves the log into a file that has its page size.
            try replaceFirstPage(journalVersion: 2)
            let copy = try Database(path, for: .writingAlone)
            // The first read finds the log, even if it fails because the log has a damaged first page.
            _ = try? copy.first("SELECT 1 FROM sqlite_schema") { _ in true }
            sqlite3_wal_checkpoint_v2(copy.connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        // The log may have had a first page, too.
        try ArchiveError.translating(path) { () throws(SQLiteError) in try replaceFirstPage(journalVersion: 1)
        }
    }

    func remove() { try? DurableFile.removeDatabase(path) }

    /// Calls `visit` with the decisions in the file, some of them at a time. A decision may come more than once.
    ///
    /// The tree of the table is read first. If an error ends that, each leaf page of the file is read by itself.
    mutating func scan(
        _ visit: ([SalvagedRow]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let database = try ArchiveError.translating(path) { () throws(SQLiteError) in
            let database = try Database(path, for: .writing)
            try database.script(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA writable_schema = ON")
            return database
        }
        let log = unreadable
        if try read(database, "ASC", countsRows: true, visit) { return }
        unreadable = log
        let (leaves, others) = leaves()
        for leaf in leaves where try !read(leaf, in: database, visit) { unreadable += 1 }
        // Pages below one that cannot be read, and pages of other tables.
        for leaf in others { _ = try read(leaf, in: database, visit) }
    }

    /// Reads a leaf page as a table of its own. Returns whether it could be read as a whole.
    private mutating func read(
        _ leaf: Int, in database: Database, _ visit: ([SalvagedRow]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Bool {
        let isSet: Void? = try? database.script(
            "UPDATE sqlite_schema SET rootpage = \(leaf); PRAGMA writable_schema = RESET; "
                + "PRAGMA writable_schema = ON")
        guard isSet != nil else { return false }
        if try read(database, "ASC", countsRows: false, visit) { return true }
        // Read the rows behind the unreadable one from the other end.
        _ = try read(database, "DESC", countsRows: false, visit)
        return false
    }

    /// Reads the rows of the table. Returns false if an error ended that.
    ///
    /// - Parameter countsRows: Whether rows that jokesd does not write are counted. A leaf may belong to another table.
    private mutating func read(
        _ database: Database, _ order: String, countsRows: Bool,
        _ visit: ([SalvagedRow]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Bool {
        var (lines, failure): ([SalvagedRow], ArchiveError?) = ([], nil)
        var isWhole = true
        var strange = 0
        do throws(SQLiteError) {
            try database.scan(Self.sql(order), []) { row in
                if row.integer(JokeRecord.columnCount + 3) == 0 {
                    strange += 1
                } else if let line = row.libraryLine(), let admitted = Self.admitted(line) {
                    lines.append(
                        SalvagedRow(
                            line: admitted, id: Joke.ID(rawValue: row.text(0)),
                            source: row.text(Joke.sourceColumn)))
                    // The text is not the one that was stored.
                    if row.optionalInteger(JokeRecord.columnCount).map({
                        $0 != Int64(bitPattern: line.textClass)
                    }) == true {
                        strange += 1
                    }
                } else {
                    strange += 1
                }
                guard lines.count >= Self.together else { return true }
                do throws(ArchiveError) { try visit(lines) } catch { failure = error }
                lines = []
                return failure == nil
            }
        } catch {
            isWhole = false
        }
        if let failure { throw failure }
        try visit(lines)
        if countsRows { unreadable += strange }
        return isWhole
    }

    /// The number of decisions that are passed on at once.
    private static let together = 200

    /// The decisions. Before layout 7 their times were those of their statuses only. The last column tells whether the
    /// types are those of the table `jokes`.
    private static func sql(_ order: String) -> String {
        """
        SELECT \(JokeRecord.columns), text_class, ifnull(emptied, 0), changed, typeof(id) = 'text'
            AND typeof(value) = 'text' AND typeof(source) = 'text' AND typeof(language) = 'text'
            AND typeof(categories) = 'text' AND typeof(changed) = 'integer'
        FROM (
            SELECT *, ifnull(changed_at,
                nullif(max(ifnull(saved_at, 0), ifnull(deleted_at, 0), ifnull(buried_at, 0)), 0)) AS changed
            FROM jokes)
        WHERE changed IS NOT NULL ORDER BY number \(order)
        """
    }

    /// Returns a line as an import admits it, or nil if it does not.
    private static func admitted(_ line: LibraryLine) -> LibraryLine? {
        // An import without dates has lines of 1970 that are saved at its time.
        let status = line.status
        let dates = [line.changedAt, status.savedAt, status.deletedAt, status.dislikedAt].compactMap { $0 }
        return try? LibraryLine(parsing: line.text, at: dates.max() ?? line.changedAt)
    }
}

/// A decision that was read from a damaged database.
struct SalvagedRow {
    var line: LibraryLine
    /// The id and the source that the joke had there.
    var id: Joke.ID
    var source: String
}

// The pages of the file.
extension DamagedDatabase {
    /// Writes a first page whose layout has the table `jokes` only, with the number of pages that the file has.
    ///
    /// - Parameter journalVersion: 2 for a file with a write-ahead log, otherwise 1.
    private func replaceFirstPage(journalVersion: UInt8) throws(SQLiteError) {
        let layout = "\(path)-layout"
        do throws(Errno) { try DurableFile.removeDatabase(layout) } catch {
            throw SQLiteError(SQLITE_CANTOPEN, on: nil)
        }
        defer { try? DurableFile.removeDatabase(layout) }
        do {
            let database = try Database(layout, for: .writing)
            try database.script(
                """
                PRAGMA page_size = \(Self.pageSize);
                CREATE TABLE jokes (number INTEGER PRIMARY KEY, \(columns.dropFirst().joined(separator: ", ")))
                """)
        }
        let pages = max(
            (DurableFile.facts(path)?.bytes ?? 0) / Self.pageSize, Self.lastPage(inLog: "\(path)-wal"), 2)
        var page = Self.bytes(of: layout, page: 1)
        (page[18], page[19]) = (journalVersion, journalVersion)
        for place in 0..<4 { page[28 + place] = UInt8(truncatingIfNeeded: pages >> (24 - 8 * place)) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SQLiteError(SQLITE_CANTOPEN, on: nil) }
        defer { close(descriptor) }
        guard pwrite(descriptor, page, page.count, 0) == page.count,
            ftruncate(descriptor, pages * Self.pageSize) == 0
        else { throw SQLiteError(SQLITE_FULL, on: nil) }
    }

    /// Returns the greatest number of a page in a write-ahead log, or 0 if there is no log. SQLite refuses a log that
    /// makes the file much larger.
    ///
    /// A header of 24 bytes precedes each page, and one of 32 bytes the log (SQLite's manual, "The WAL File Format").
    private static func lastPage(inLog log: String) -> Int {
        let frame = 24 + pageSize
        let frames = (DurableFile.facts(log)?.bytes ?? 0) / frame
        let pages = (0..<frames).map { number(bytes(of: log, at: 32 + $0 * frame, 4)[...]) }
        return pages.filter { $0 <= largestFile }.max() ?? 0
    }

    /// The most pages of a file: 4 GiB. A greater number in a log is damage.
    private static let largestFile = 1 << 20

    /// Returns the number in bytes with the highest one first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Returns bytes of a file, which are 0 if they cannot be read.
    private static func bytes(of path: String, at place: Int, _ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return bytes }
        defer { close(descriptor) }
        _ = pread(descriptor, &bytes, count, place)
        return bytes
    }

    private static func bytes(of path: String, page: Int) -> [UInt8] {
        bytes(of: path, at: (page - 1) * pageSize, pageSize)
    }

    /// Returns the leaf pages of the table, and the other leaf pages of the file. Counts the pages of the table's tree
    /// that cannot be read.
    ///
    /// The format of a page is in SQLite's manual, "Database File Format", section 1.6.
    private mutating func leaves() -> (table: [Int], others: [Int]) {
        let (interior, leaf): (UInt8, UInt8) = (0x05, 0x0D)
        let count = (DurableFile.facts(path)?.bytes ?? 0) / Self.pageSize
        var (leaves, waiting, known): ([Int], [Int], Set<Int>) = ([], [Self.root], [])
        while let page = waiting.popLast() {
            guard 2...max(count, 2) ~= page, known.insert(page).inserted else {
                unreadable += 1
                continue
            }
            let bytes = Self.bytes(of: path, page: page)
            func number(at place: Int, _ size: Int) -> Int {
                place + size <= bytes.count ? Self.number(bytes[place..<place + size]) : 0
            }
            switch bytes[0] {
            case leaf: leaves.append(page)
            case interior:
                let cells = min(number(at: 3, 2), Self.pageSize / 2)
                waiting.append(number(at: 8, 4))
                waiting += (0..<cells).map { number(at: number(at: 12 + 2 * $0, 2), 4) }
            default: unreadable += 1
            }
        }
        let others = (2...max(count, 2)).filter {
            !known.contains($0) && Self.bytes(of: path, page: $0)[0] == leaf
        }
        return (leaves, others)
    }
}
