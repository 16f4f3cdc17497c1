// SPDX-License-Identifier: MIT
import Glibc
import JokeWire
import Testing

/// The tables of docs/methods.md equal those of the code.
///
/// With `JOKESD_PRINT_PROTOCOL=1` (`make protocol`) they are written.
@Suite struct ReferencePageTests {
    private static let checkout =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let path = "\(checkout)/docs/methods.md"

    @Test("docs/methods.md equals the output of make protocol")
    func printedPage() throws {
        let old = try read(Self.path)
        let new = ReferencePage(keepingTextsOf: old).text
        if getenv("JOKESD_PRINT_PROTOCOL") != nil { try write(new) }
        let (page, expected) = (lines(of: try read(Self.path)), lines(of: new))
        for (line, expected) in zip(page, expected) where line != expected {
            #expect(line == expected, "run make protocol")
            return
        }
        #expect(page.count == expected.count)
    }

    @Test(
        "a method has a text and an example; only sources.disable has no example", arguments: Method.allCases)
    func texts(method: Method) throws {
        let texts = ReferencePage(keepingTextsOf: try read(Self.path)).texts(of: method)
        #expect(texts.first?.hasPrefix("```") == false)
        let example = texts.last { $0.hasPrefix("```") }
        #expect(example?.contains("\"method\":\"\(method.rawValue)\"") ?? (method == .sourcesDisable))
        for line in lines(of: texts.filter { $0 != example }.joined(separator: "\n"))
        where !line.hasPrefix("|") {
            #expect(line.count <= 120 && !line.contains("]("))
        }
    }

    @Test("Protocol.md names all methods")
    func methodsInProtocolPage() throws {
        let page = try read("\(Self.checkout)/Protocol.md")
        #expect(Method.allCases.filter { !page.contains("`\($0.rawValue)`") } == [])
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
