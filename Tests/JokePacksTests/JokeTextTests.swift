// SPDX-License-Identifier: MIT
import JokePacks
import Testing

@Suite("The text of a joke")
struct JokeTextTests {
    @Test(
        "control characters are removed, and visible ones stay",
        arguments: [
            ("plain", "plain"),
            ("bell\u{07} and \u{1B}[31mred", "bell and [31mred"),
            ("nul\u{0}, del\u{7F}, c1\u{9B}31m", "nul, del, c131m"),
            ("a\u{202E}b\u{2066}c\u{200F}d\u{61C}e", "abcde"),
            ("\u{FEFF}mark", "mark"),
            ("one\r\ntwo\rthree\u{2028}four\u{85}five", "one\ntwo\nthree\nfour\nfive"),
            ("tab\tstays", "tab\tstays"),
            ("\n \n  drawn\n   \u{A0}\t\n/\\  \n\n", "  drawn\n\n/\\"),
            ("👩‍💻 ¿año? e\u{301}", "👩‍💻 ¿año? e\u{301}"),
        ])
    func removesControlCharacters(raw: String, clean: String) throws {
        #expect(Array(try JokeText(raw).value.unicodeScalars) == Array(clean.unicodeScalars))
    }

    @Test("a text without visible characters is empty", arguments: ["", " \n\t", "\u{202E}\u{7}"])
    func refusesEmpty(raw: String) {
        #expect(throws: JokeText.ValidationError.empty) { try JokeText(raw) }
    }

    @Test("4 KiB of UTF-8 are accepted, and one byte more is refused with its size")
    func lengthLimit() throws {
        let most = String(repeating: "é", count: 2048)
        #expect(try JokeText(most + "  \n").value == most)
        #expect(throws: JokeText.ValidationError.tooLong(bytes: 4097)) { try JokeText(most + "!") }
        #expect(
            JokeText.ValidationError.tooLong(bytes: 4097).message == "has 4097 bytes; at most 4096 are kept")
    }
}
