// SPDX-License-Identifier: MIT
import JokeStore
import Testing

@Suite("The text of a fortune file")
struct FortuneFileTests {
    private func entries(_ text: String) -> [String] { FortuneFile(parsing: Array(text.utf8)).entries }
    private func texts(_ text: String) -> [String] { FortuneFile(parsing: Array(text.utf8)).texts }

    @Test("entries are separated by a line that is exactly a percent sign")
    func delimiter() {
        #expect(
            entries("one\n%\ntwo\n% \nstill two\n%%\n%\n\n%\nthree") == [
                "one", "two\n% \nstill two\n%%", "three",
            ])
        #expect(entries("%\n%\n\n%\n").isEmpty)
        #expect(entries("").isEmpty)
    }

    @Test("a last entry needs no delimiter")
    func lastEntry() {
        #expect(texts("one\n%\ntwo\n%\n") == ["one", "two"])
        #expect(texts("one\n%\ntwo") == ["one", "two"])
    }

    @Test("an entry with overstrikes for a line printer counts as an entry without a joke")
    func overstrikes() {
        let file = FortuneFile(parsing: Array("_\u{8}Y_\u{8}e_\u{8}s\n%\nplain".utf8))
        #expect(file.entries.count == 2)
        #expect(file.texts == ["plain"])
    }

    @Test("tabs reach the next eighth column, ignoring invisible characters before them")
    func tabs() {
        #expect(texts("a\tb\n\t\t-- Who") == ["a       b\n                -- Who"])
        #expect(texts("a\u{7}\tb") == ["a       b"])
    }

    @Test("a file that is not valid UTF-8 is read as Latin-1")
    func latin1() {
        let bytes = Array("caf".utf8) + [0xE9] + Array("\n%\n¿".utf8)
        #expect(FortuneFile(parsing: bytes).entries == ["café", "Â¿"])
    }

    @Test("a file with a NUL has no entries")
    func fileWithNUL() { #expect(FortuneFile(parsing: Array("one\n%\n\u{0}".utf8)).entries.isEmpty) }

    @Test("rotation changes letters only")
    func rotation() {
        #expect(FortuneFile(parsing: Array("Uryyb, 42 ñ!".utf8), isRotated: true).entries == ["Hello, 42 ñ!"])
    }

    @Test("an entry that is too long counts as an entry without a joke")
    func tooLongEntry() {
        let file = FortuneFile(parsing: Array("\(String(repeating: "x", count: 5000))\n%\nshort".utf8))
        #expect(file.entries.count == 2)
        #expect(file.texts == ["short"])
    }
}
