// SPDX-License-Identifier: MIT
import JokeStore
import JokeTestSupport
import Testing

@Suite("A database connection")
struct DatabaseTests {
    @Test("keeps a limited number of prepared statements, and those that are used stay")
    func statements() throws {
        let database = try Database("", for: .memory)
        for number in 0..<1_000 {
            #expect(try database.first("SELECT ?", number) { $0.integer(0) } == Int64(number))
            #expect(try database.first("SELECT \(number)") { $0.integer(0) } == Int64(number))
            #expect(database.statementCount <= Database.statementLimit)
        }
        let before = database.statementCount
        #expect(try database.first("SELECT ?", 1) { $0.integer(0) } == 1)
        #expect(database.statementCount == before)
    }

    @Test(
        "whose frames are written together has each commit in the log, whatever its size",
        arguments: ["OFF", "ON"], ["NORMAL", "FULL"])
    func joinedFrames(spill: String, synchronous: String) throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/database.sqlite"
        let database = try Database(path, for: .writing, joinsFrames: true)
        try database.script(
            """
            PRAGMA journal_mode = WAL; PRAGMA cache_size = 10; PRAGMA cache_spill = \(spill);
            PRAGMA synchronous = \(synchronous); CREATE TABLE pages (number INTEGER PRIMARY KEY, bytes BLOB);
            """)
        let reader = try Database(path, for: .reading)
        func sum(_ database: Database) throws -> Int64? {
            try database.first("SELECT sum(length(bytes)) FROM pages") { $0.integer(0) }
        }
        var expected: Int64 = 0
        for pages in [1, 2, 30, 31, 32, 100, 1] {
            try database.transaction { () throws(SQLiteError) in
                for _ in 0..<pages { try database.run("INSERT INTO pages (bytes) VALUES (zeroblob(3500))") }
                // Some pages change twice, so that spilled frames are written again.
                try database.run("UPDATE pages SET bytes = zeroblob(3501) WHERE length(bytes) = 3500")
            }
            expected += Int64(pages) * 3_501
            #expect(try sum(reader) == expected)
            try #require(throws: SQLiteError.self) {
                try database.transaction { () throws(SQLiteError) in
                    for _ in 0..<pages { try database.run("INSERT INTO pages (bytes) VALUES (zeroblob(9))") }
                    try database.run("nonsense")
                }
            }
            #expect(try sum(reader) == expected)
        }
        // What a kill leaves: the files, without the connections.
        for suffix in ["", "-wal"] {
            File.write(File.read(path + suffix), to: directory.path + "/copy.sqlite" + suffix)
        }
        let copy = try Database(directory.path + "/copy.sqlite", for: .writing)
        #expect(try sum(copy) == expected)
        #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }
}
