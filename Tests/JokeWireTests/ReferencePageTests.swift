// SPDX-License-Identifier: MIT
import Glibc
import JokeWire
import Testing

/// docs/methods.md equals the tables of the code.
///
/// With `JOKESD_PRINT_PROTOCOL=1` (`make protocol`) the page is written.
@Suite struct ReferencePageTests {
    private static let checkout =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let path = "\(checkout)/docs/methods.md"

    @Test("docs/methods.md equals the output of make protocol")
    func printedPage() throws {
        if getenv("JOKESD_PRINT_PROTOCOL") != nil { try write(ReferencePage.text) }
        let (page, expected) = (lines(of: try read(Self.path)), lines(of: ReferencePage.text))
        for (line, expected) in zip(page, expected) where line != expected {
            #expect(line == expected, "run make protocol")
            return
        }
        #expect(page.count == expected.count)
    }

    @Test("the example of a method shows it; only sources.disable has none", arguments: Method.allCases)
    func examples(method: Method) {
        let example = MethodExamples.of(method)
        if let example {
            #expect(example.contains("\"method\":\"\(method.rawValue)\""))
        } else {
            #expect(method == .sourcesDisable)
        }
    }

    @Test("Protocol.md names all methods")
    func methodsInProtocolPage() throws {
        let page = try read("\(Self.checkout)/Protocol.md")
        #expect(Method.allCases.filter { !page.contains("`\($0.rawValue)`") } == [])
    }

    @Test("the details of a method fit the width of a page, and have no link")
    func details() {
        for method in Method.allCases {
            #expect(!method.details.isEmpty && !method.details.contains("]("))
            for line in lines(of: method.details) where !line.hasPrefix("|") { #expect(line.count <= 120) }
        }
    }

    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func read(_ path: String) throws -> String {
        let file = try #require(fopen(path, "r"), "\(path) is missing")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String) throws {
        let file = try #require(fopen(Self.path, "w"))
        defer { fclose(file) }
        #expect(fputs(text, file) >= 0)
    }
}
