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
}
