// SPDX-License-Identifier: MIT
import Glibc
import JokeWire
import Testing

/// Protocol.md is the contract: its tables say what the code's tables say.
@Suite struct ProtocolPageTests {
    private let page: [String]

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try #require(fopen("/\(root)/Protocol.md", "r"), "Protocol.md is missing")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        page = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The cells of a table's row, and nil for any other line.
    private func cells(_ line: String) -> [String]? {
        guard line.hasPrefix("| ") else { return nil }
        return line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " }.description }
    }

    @Test("every kind of error stands in the table, with its code, its advice and its meaning")
    func errors() {
        let rows = page.compactMap(cells).filter { $0.count == 4 && Int($0[1]) != nil }
        let expected = ErrorKind.allCases.map {
            ["`\($0.rawValue)`", "\($0.code)", $0.retry ? "yes" : "no", $0.summary]
        }
        #expect(rows == expected)
    }

    @Test("every method stands in the table, in order, with all its parameters")
    func methods() {
        let rows = page.compactMap(cells).filter { row in
            row.count == 3 && Method.allCases.contains { row[0].hasPrefix("`\($0.rawValue)`") }
        }
        #expect(
            rows.map { $0[0] }
                == Method.allCases.map { "`\($0.rawValue)`" + (takesIfJoke($0) ? " ●" : "") })
        for (row, method) in zip(rows, Method.allCases) {
            for parameter in method.description.params where parameter.name != "ifJoke" {
                #expect(row[1].contains("`\(parameter.name)`"), "\(method.rawValue) takes \(parameter.name)")
            }
        }
    }

    private func takesIfJoke(_ method: Method) -> Bool {
        method.description.params.contains { $0.name == "ifJoke" }
    }
}
