// SPDX-License-Identifier: MIT
import Glibc
import JokeWire
import Testing

/// Protocol.md is the contract: its tables say what the code's tables say, word by word.
@Suite struct ProtocolPageTests {
    private let page: [String]

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try #require(fopen("/\(root)/Protocol.md", "r"), "Protocol.md is missing")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        page = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test("every method stands in the table, in order, with its parameters and its result")
    func methods() throws {
        let expected = Method.allCases.map { PageWording.row($0.description) }
        try compare(tableOf: ["method", "params", "result"], with: expected)
    }

    @Test("every parameter stands in the table, with its methods and its meaning")
    func parameters() throws {
        var expected: [String] = []
        for parameter in Method.allCases.flatMap({ $0.description.params }) {
            let row = PageWording.row(
                parameter, of: Method.allCases.map(\.description).filter { $0.params.contains(parameter) })
            if !expected.contains(row) { expected.append(row) }
        }
        try compare(tableOf: ["parameter", "of", "meaning"], with: expected)
    }

    @Test("every shape stands in the table, with its members")
    func shapes() throws {
        try compare(tableOf: ["shape", "members", "meaning"], with: NamedSchema.all.map(PageWording.row))
    }

    @Test("every event of the log stands in the table, with its members")
    func log() throws {
        let expected = (LogKind.allCases.map(\.event) + [.gap]).map(PageWording.row)
        try compare(tableOf: ["event", "members", "meaning"], with: expected)
    }

    @Test("every kind of error stands in the table, once, with its code, its advice and its meaning")
    func errors() throws {
        try compare(
            tableOf: ["kind", "code", "retry", "meaning"], with: ErrorKind.allCases.map(PageWording.row))
    }

    private func compare(
        tableOf columns: [String], with expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let head = "| \(columns.joined(separator: " | ")) |"
        let places = page.indices.filter { page[$0] == head }
        #expect(places.count == 1, "one table of \(head)", sourceLocation: sourceLocation)
        let rows = page[try #require(places.first, sourceLocation: sourceLocation)...].dropFirst(2)
            .prefix { $0.hasPrefix("|") }
        for (row, expected) in zip(rows, expected) {
            #expect(row == expected, sourceLocation: sourceLocation)
        }
        #expect(rows.count == expected.count, sourceLocation: sourceLocation)
    }
}
