// SPDX-License-Identifier: MIT
import JokeDaemon
import Testing

@Suite("JSON with comments")
struct ConfigurationJSONCTests {
    private func strip(_ text: String) throws -> String {
        String(decoding: try JSONC.strip(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "comments are replaced by blanks byte for byte",
        arguments: [
            ("{} // end", "{}       "),
            ("// é\n1", "     \n1"),
            ("1 /* a\nb */ 2", "1     \n     2"),
            ("/**/1/***/", "    1     "),
            ("// a\r\n1", "    \r\n1"),
            ("1 // no newline", "1              "),
            ("/* // */1", "        1"),
            ("// /*\n1", "     \n1"),
        ])
    func comments(text: String, expected: String) throws {
        #expect(try strip(text) == expected)
        #expect(try strip(text).utf8.count == text.utf8.count)
    }

    @Test(
        "a comment mark in a string is text",
        arguments: [
            #""http://x /* y */""#, #""a\" // b""#, #""\\" "#, #""no end // "#, #""\"#,
        ])
    func commentMarkInString(text: String) throws { #expect(try strip(text) == text) }

    @Test(
        "a trailing comma is replaced by a blank",
        arguments: [
            ("[1,]", "[1 ]"), ("{\"a\":1,}", "{\"a\":1 }"), ("[1, // x\n]", "[1      \n]"),
            ("[[1,],]", "[[1 ] ]"),
            ("[\"]\",]", "[\"]\" ]"),
        ])
    func trailingCommas(text: String, expected: String) throws {
        #expect(try strip(text) == expected)
    }

    @Test(
        "a comma without a preceding value is refused",
        arguments: ["[,]", "{,}", "[1,,]", "[1,,2]", "/"])
    func invalidCommas(text: String) throws {
        let (root, problems) = ConfigurationParser.parse(Array(text.utf8), file: "f")
        #expect(root == nil)
        #expect(problems.count == 1)
    }

    @Test("an unterminated comment is reported with its start")
    func unterminatedComment() {
        #expect(throws: JSONC.UnterminatedCommentError(offset: 3)) { try strip("{}\n/* …") }
        #expect(throws: JSONC.UnterminatedCommentError(offset: 0)) { try strip("/*/") }
    }
}
