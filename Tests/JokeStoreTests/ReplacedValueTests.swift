// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Databases in which a value was replaced by one that jokesd never writes.
struct ReplacedValueTests {
    private let directory = TemporaryDirectory()

    /// Fills a store, makes a backup, and saves one joke more.
    private func fill() async throws {
        let core = try await CoreOnStore(directory)
        await core.request(.decide(.like, .card))
        _ = try await core.store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get()
        await core.request(.decide(.like, .card))
        core.store.close()
    }

    @Test("a missing session is damage")
    func missingSession() async throws {
        try await fill()
        try Database(directory.database, for: .writing).script("DELETE FROM session")
        let core = try await CoreOnStore(directory)
        defer { core.store.close() }
        let recovery = try #require(core.model.recovery)
        #expect(recovery.message.contains("the table session is empty"))
        #expect(recovery.backup != nil)
        #expect(await core.request(.decide(.like, .card)))
    }

    @Test(
        "rows that jokesd never writes are removed or reset once, also those of a backup, and nothing else is lost",
        arguments: [
            ("session", "UPDATE session SET reserved_sequence = 9223372036854775807"),
            ("session", "UPDATE session SET reserved_sequence = -1"),
            ("session", "UPDATE session SET reserved_sequence = 0"),
            ("session", "UPDATE session SET seen_position = 253402300800000"),
            ("session", "UPDATE session SET saved_count = -1"), ("session", "UPDATE session SET epoch = ''"),
            ("log", "UPDATE log SET sequence = 9223372036854775807 - sequence"),
            ("log", "UPDATE log SET members = '{'"), ("undo", "UPDATE undo SET number = -number"),
            ("sources", "REPLACE INTO sources VALUES ('net', 1, '', 9007199254740992, 0, 0, 0, 0, 0, 0)"),
            ("sources", "REPLACE INTO sources VALUES ('net', 1, '', 0, 0, 0, 4503599627370497, 0, 0, 0)"),
            ("feeds", "INSERT INTO feeds VALUES (1, 'net', '', 1, 1, 9007199254740992, 1)"),
            ("feeds", "INSERT INTO feeds VALUES (1, 'net', '', 1, 1, NULL, 9223372036854775807)"),
            ("feed_pages", "INSERT INTO feed_pages VALUES (7, 1, '[]')"),
            ("days", "INSERT INTO days VALUES (9223372036854775807, '2026-11-19', 'x')"),
            ("translations", "INSERT INTO translations VALUES (-1, 0, '', '', '', '', '', '', '', '')"),
            ("imports", "INSERT INTO imports VALUES (1, 1, 0, 0, '', '', 9007199254740992, 0, 0, 0)"),
            ("staged_lines", "INSERT INTO staged_lines VALUES (-1, 1, '{}')"),
        ])
    func outOfRange(table: String, sql: String) async throws {
        try await fill()
        func kept() throws -> PersistedState {
            let store = try directory.store()
            defer { store.close() }
            return try store.load()
        }
        let before = try kept()
        try Database(directory.database, for: .writing).script(sql)
        var after = try kept()
        #expect(after.implausible == [table] && after.notice?.contains(table) == true)
        if table == "sources" { #expect(after.sources.contains { $0.name == "net" && $0.isEnabled == true }) }
        #expect(after.epoch != before.epoch && after.epoch.utf8.count == 16)
        #expect(after.reservedSequence >= before.reservedSequence || table == "session")
        #expect(after.log == before.log || table == "log")
        #expect(after.undo == before.undo || table == "undo")
        (after.implausible, after.sources) = ([], before.sources)
        (after.epoch, after.reservedSequence) = (before.epoch, before.reservedSequence)
        (after.log, after.undo) = (before.log, before.undo)
        #expect(after == before)
        #expect(try kept().implausible == [])
        let backup = "\(directory.data)/backups/jokesd-2026-11-20.sqlite"
        try Database(backup, for: .writing).script(sql)
        try Database(directory.database, for: .writing).script("DELETE FROM session")
        let restored = try kept()
        #expect(restored.recovery?.backup?.path == backup)
        #expect(restored.savedCount == before.savedCount)
    }

    @Test("with any value of any table replaced, the store starts or restores, and no number comes twice")
    func anyValue() async {
        await #expect(processExitsWith: .success) {
            let base = try await ReplacedValues()
            var generator = SeededGenerator(seed: 1)
            for column in try base.columns() {
                let value = try #require(ReplacedValues.values.randomElement(using: &generator))
                // Calculations overflow with the greatest number.
                try await base.check(column, value: column.isNumber ? "9223372036854775807" : value)
            }
        }
    }
}

/// Databases with a flipped bit in the text of their layout.
struct FlippedLayoutTests {
    @Test("with any bit of the layout's text flipped, the store starts or restores, and a like succeeds")
    func anyBit() async {
        await #expect(processExitsWith: .success) {
            let base = try await ReplacedValues()
            var generator = SeededGenerator(seed: 1)
            for text in try base.layout() {
                let place = Int.random(in: 0..<text.utf8.count, using: &generator)
                let bit = UInt8.random(in: 0..<8, using: &generator)
                try await base.check { bytes in
                    // SQLite keeps the rest of a long text on another page.
                    let start = Array(text.utf8.prefix(64))
                    guard let found = bytes.firstRange(of: start) else { return }
                    bytes[found.lowerBound + place] ^= 1 << bit
                }
            }
        }
    }

    @Test(
        "a layout that is not ours is damage, at the start or at the first like",
        arguments: [
            ("queue TEXT NOT NULL", "quete TEXT NOT NULL"), ("folded TEXT", "foldee TEXT"),
            ("shown INTEGER", "sjown INTEGER"), ("CREATE TABLE log ", "CREATE TABLE lof "),
            ("CREATE TABLE undo ", "CREATE TABLE\u{0}undo "),
        ])
    func otherName(ours: String, other: String) async throws {
        let base = try await ReplacedValues()
        try await base.check(isDamage: true) { bytes in
            guard let range = bytes.firstRange(of: Array(ours.utf8)) else { return }
            bytes.replaceSubrange(range, with: Array(other.utf8))
        }
    }

    @Test(
        "a database whose layout is not ours is not backed up, and a backup of one is not used",
        arguments: [
            ("arrivals (number", "arrivals (numbes"), ("WHERE emptied = 1", "WHERE emptied = 2"),
            ("ON jokes (text_class, shown)", "ON jokes (shown, text_class)"), ("DEFAULT 'C'", "DEFAULT 'D'"),
        ])
    func backupOfOtherLayout(ours: String, other: String) async throws {
        let directory = TemporaryDirectory()
        let store = try directory.store()
        let dates = ["2026-11-20", "2026-11-21", "2026-11-22"].map(LocalDate.init(rawValue:))
        let good = try #require(try await store.backUp(.onDemand, on: dates[0]).get())
        let newer = try #require(try await store.backUp(.onDemand, on: dates[1]).get())
        store.close()
        for path in [newer.path, directory.database] {
            let database = try Database(path, for: .writing)
            try database.script("PRAGMA writable_schema = ON")
            try database.run("UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", ours, other)
        }
        let again = try directory.store()
        defer { again.close() }
        let refused = await again.backUp(.onDemand, on: dates[2])
        guard case .failure(let failure) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(failure.kind == .corrupt && failure.message.contains("the layout of "))
        let kept = try await again.restore(because: failure).get()
        #expect(kept.recovery?.backup?.path == good.path)
    }

    @Test("an unknown format of the layout is damage")
    func unknownFormat() async throws { try await ReplacedValues().check(isDamage: true) { $0[47] = 9 } }
}

/// A database with rows in each table, its backup, and the numbers that clients got from it.
private struct ReplacedValues {
    private let base = TemporaryDirectory()
    private var numbers: Set<CoreOnStore.Number> = []
    private let backup: String

    init() async throws {
        mkdir(base.data, 0o700)
        try Database(base.database, for: .writing).script(
            try Files.text(
                "\(Programs.checkout)/Tests/JokeStoreTests/Fixtures/version-\(Schema.current.version).sql"))
        let core = try await CoreOnStore(base)
        for _ in 1...3 { await core.request(.decide(.like, .card)) }
        backup = try #require(
            try await core.store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get()
        ).path
        await core.request(.decide(.dislike, .card))
        await core.request(.daily)
        // The lines of an import that ended in the middle.
        let line = #"{"value":"Staged, and never merged."}"#
        _ = try await core.store.query(.stage([line, line], ImportID(number: 1))).get()
        core.store.close()
        numbers = core.numbers
    }

    typealias Column = (table: String, name: String, isNumber: Bool)

    /// All columns of all tables.
    func columns() throws -> [Column] {
        try Database(base.database, for: .reading).rows(
            """
            SELECT tables.name, columns.name, columns.type = 'INTEGER'
            FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.sql NOT LIKE '%VIRTUAL%'
            """
        ) { ($0.text(0), $0.text(1), $0.integer(2) != 0) }
    }

    /// The texts of the layout.
    func layout() throws -> [String] {
        try Database(base.database, for: .reading).rows(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
        ) { $0.text(0) }
    }

    /// Replaces the values of a column in one or all rows, and checks as `check(isDamage:_:)` does.
    func check(_ column: Column, value: String) async throws {
        let other = TemporaryDirectory()
        File.write(File.read(base.database), to: "\(other.path)/database")
        let change = try Self.replace(column, by: value, in: "\(other.path)/database")
        try await check("\(change)") { $0 = File.read("\(other.path)/database") }
    }

    /// Changes the file, starts, works as clients do, and starts again.
    ///
    /// - Parameter isDamage: Whether the change must be found and recovered.
    func check(
        _ change: String = "", isDamage: Bool = false, _ edit: (inout [UInt8]) -> Void
    ) async throws {
        let directory = TemporaryDirectory()
        mkdir(directory.data, 0o700)
        mkdir("\(directory.data)/backups", 0o700)
        var bytes = File.read(base.database)
        edit(&bytes)
        File.write(bytes, to: directory.database)
        File.write(File.read(backup), to: "\(directory.data)/backups/jokesd-2026-11-20.sqlite")
        var known = numbers
        for start in 1...2 {
            let core = try await CoreOnStore(directory)
            if start == 1 { await work(core) }
            if start == 1, isDamage { #expect(core.model.recovery?.backup != nil) }
            #expect(known.isDisjoint(with: core.numbers), "start \(start): \(change)")
            known.formUnion(core.numbers)
            // A request that finds damage is refused, and the next one works.
            var isWorking = await core.request(.decide(.like, .card))
            if !isWorking { isWorking = await core.request(.decide(.like, .card)) }
            #expect(isWorking, "start \(start): \(change)")
            core.store.close()
        }
    }

    private static let search = {
        var query = SavedQuery(limit: 20)
        query.search = "saved"
        return query
    }()

    private func work(_ core: CoreOnStore) async {
        let changes: [ChangeRequest.Change] = [
            .decide(.like, .card), .daily, .undo, .decide(.dislike, .card), .enable(source: "pack", true),
            .browse(FeedKey(source: "icanhazdadjoke"), page: 2), .delete(["saved-1"]),
            .restore(["trashed-1"]), .showTranslation(.on), .next(.init(), wait: false),
        ]
        for change in changes { await core.request(change) }
        _ = await core.store.query(.stage([#"{"value":"Imported."}"#], ImportID(number: 1)))
        await core.request(.merge(ImportID(number: 1), lines: 1, skipped: 0))
        _ = await core.store.query(.saved(SavedQuery(limit: 20)))
        _ = await core.store.query(.saved(Self.search))
        _ = await core.store.query(.export(after: nil))
    }

    /// Replaces a value in the newest row, or in all rows of a table without numbers of rows. Returns how.
    private static func replace(
        _ column: Column, by value: String, in path: String
    ) throws -> String {
        // Let each column have values of each type for a moment.
        let layout = try Database(path, for: .writing)
        let tables = try layout.rows("SELECT name, sql FROM sqlite_schema WHERE \(isTable)") {
            (name: $0.text(0), sql: $0.text(1))
        }
        try layout.script(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'STRICT, ', ''), ') STRICT', ')'), 'NOT NULL', '')
            WHERE \(isTable);
            """)
        let database = try Database(path, for: .writing)
        let hasNumbers = tables.contains { $0.name == column.table && !$0.sql.contains("WITHOUT ROWID") }
        let rows = hasNumbers ? "WHERE rowid = (SELECT max(rowid) FROM \(column.table))" : ""
        let change = "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(value) \(rows)"
        // A constraint or a trigger may refuse the change.
        _ = try? database.run(change)
        try database.script("PRAGMA writable_schema = ON")
        for (table, sql) in tables {
            try database.run("UPDATE sqlite_schema SET sql = ? WHERE name = ?", sql, table)
        }
        return change
    }

    private static let isTable = "type = 'table' AND sql NOT LIKE '%VIRTUAL%'"

    static let values = [
        "9223372036854775807", "-9223372036854775808", "9007199254740993", "4503599627370497", "-1", "0", "1",
        "7000000000", "NULL", "''", "'x'", "'{'", "'[]'", "'[1]'", "'[\"x\"]'", "1e300", "-0.5", "x'00FF'",
        "printf('%.*c', 70000, 'x')", "char(27, 10, 0)",
    ]
}
