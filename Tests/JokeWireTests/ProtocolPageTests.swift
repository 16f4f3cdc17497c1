// SPDX-License-Identifier: MIT
import Glibc
import JokeWire
import Testing

/// The tables of Protocol.md equal those of the code.
///
/// With `JOKESD_PRINT_PROTOCOL=1` (`make protocol`) they are written to the page.
@Suite struct ProtocolPageTests {
    /// A table with its columns, which identify it on the page.
    struct Table: Sendable, CustomTestStringConvertible {
        var columns: [String]
        var rows: [String]

        var head: String { "| \(columns.joined(separator: " | ")) |" }
        var testDescription: String { columns.joined(separator: ", ") }
    }

    static let tables = [
        Table(
            columns: ["method", "params", "result"],
            rows: Method.allCases.map { PageWording.row($0.description) }),
        Table(columns: ["parameter", "of", "meaning"], rows: parameters),
        Table(columns: ["shape", "members", "meaning"], rows: NamedSchema.all.map(PageWording.row)),
        Table(
            columns: ["event", "members", "meaning"],
            rows: (LogKind.allCases.map(\.event) + [.gap]).map(PageWording.row)),
        Table(
            columns: ["kind", "code", "retry", "meaning"], rows: ErrorKind.allCases.map(PageWording.row)),
    ]

    /// The parameters, with one row for all methods with the same meaning.
    private static var parameters: [String] {
        let methods = Method.allCases.map(\.description)
        return methods.flatMap(\.params).reduce(into: []) { rows, parameter in
            let row = PageWording.row(parameter, of: methods.filter { $0.params.contains(parameter) })
            if !rows.contains(row) { rows.append(row) }
        }
    }

    private let path: String
    private var page: [String]

    init() throws {
        path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Protocol.md"
        let file = try #require(fopen(path, "r"), "Protocol.md is missing")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        page = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        if getenv("JOKESD_PRINT_PROTOCOL") != nil { try print() }
    }

    @Test("a table of the page equals the output of make protocol", arguments: tables)
    func printedTables(table: Table) throws {
        let rows = page[try rows(of: table)]
        for (row, expected) in zip(rows, table.rows) { #expect(row == expected) }
        #expect(rows.count == table.rows.count)
    }

    /// The lines of a table's rows.
    private func rows(of table: Table) throws -> Range<Int> {
        let heads = page.indices.filter { page[$0] == table.head }
        #expect(heads.count == 1, "one table of \(table.head)")
        let first = try #require(heads.first) + 2
        return first..<(page[first...].firstIndex { !$0.hasPrefix("|") } ?? page.endIndex)
    }

    private mutating func print() throws {
        for table in Self.tables { page.replaceSubrange(try rows(of: table), with: table.rows) }
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        let text = page.joined(separator: "\n")
        #expect(fputs(text, file) >= 0)
    }
}
