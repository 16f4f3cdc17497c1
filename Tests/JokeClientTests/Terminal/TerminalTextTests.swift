// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire
import Testing

@Suite("Text on a terminal")
struct TerminalTextTests {
    @Test(
        "control characters are removed, and visible ones stay",
        arguments: [
            ("plain, two\nlines", "plain, two\nlines"),
            ("\u{1B}[31mred\u{1B}[0m", "red"),
            ("\u{1B}[38;2;1;2;3mtrue colour", "true colour"),
            ("\u{9B}2Jcleared", "cleared"),
            ("\u{1B}]0;title\u{7}titled", "titled"),
            ("\u{1B}]8;;http://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
            ("\u{1B}Pdevice control\u{9C}after", "after"),
            ("\u{1B}]never ended", "never ended"),
            ("\u{1B}(0charset", "charset"),
            ("\u{1B}ccleared", "cleared"),
            ("cut off \u{1B}", "cut off "),
            ("cut off \u{1B}[12", "cut off "),
            ("\u{1B}\u{1B}[31mtwice", "twice"),
            ("bell\u{7}, back\u{8}, nul\u{0}, del\u{7F}, c1\u{84}", "bell, back, nul, del, c1"),
            ("a\tb", "a b"),
            ("a\r\nb\rc\u{2028}d\u{B}e", "a\nb\nc\nd\ne"),
            (
                "\u{202E}desrever\u{202C} \u{2066}isolated\u{2069} \u{200F}mark\u{61C}",
                "desrever isolated mark"
            ),
            ("in\u{200B}vi\u{2060}si\u{FEFF}b\u{AD}le\u{3164}", "invisible"),
            ("tags\u{E0061}\u{E0062}", "tags"),
            ("a\u{200D}b\u{200D}", "ab"),
            ("a\u{FE0F}", "a"),
            ("👩‍👩‍👧‍👦 ❤️ 👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇪🇸 #️⃣ 🏳️‍🌈", "👩‍👩‍👧‍👦 ❤️ 👩🏽‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇪🇸 #️⃣ 🏳️‍🌈"),
            ("👩\u{200D}", "👩"),
            ("שָׁלוֹם مرحبا ไก่ é", "שָׁלוֹם مرحبا ไก่ é"),
            ("می\u{200C}خواهم क्\u{200D}ष न्\u{200C}न", "می\u{200C}خواهم क्\u{200D}ष न्\u{200C}न"),
            ("a\u{200C}b \u{600}'\u{6DD}#\u{110BD}% ", "ab '#% "),
            ("🏴\u{E0072}\u{E006D}\u{E007F}", "🏴"), ("1\u{FE0F}", "1"),
            ("Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}!", "Z\u{300}\u{301}\u{302}\u{303}!"),
        ])
    func safe(_ hostile: String, _ harmless: String) {
        #expect(Array(TerminalText.safe(hostile).unicodeScalars) == Array(harmless.unicodeScalars))
    }

    @Test("noncharacters are removed")
    func noncharacters() {
        let scalars = [0x61, 0xFDD0, 0xFFFE, 0x1FFFF, 0x62].compactMap(Unicode.Scalar.init)
        #expect(TerminalText.safe(String(String.UnicodeScalarView(scalars))) == "ab")
    }

    @Test("safe text is not changed again")
    func isIdempotent() {
        let nested = "\u{1B}\u{1B}[[31m \u{9B}\u{9B}31m31m \u{1B}]\u{1B}]x\u{7}\u{7}0m \u{1B}\u{202E}[31m"
        let once = TerminalText.safe(nested)
        #expect(TerminalText.safe(once) == once)
        #expect(!once.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
    }

    @Test("on one line newlines become blanks")
    func oneLine() { #expect(TerminalText.oneLine("a\r\nb\n\tc") == "a b  c") }

    @Test(
        "JSON keeps its value in harmless characters",
        arguments: [
            (#"{"a":"á 🤣"}"#, #"{"a":"á 🤣"}"#),
            ("\"\u{202E}\u{9B}\u{7F}\u{2028}\"", #""\u202e\u009b\u007f\u2028""#),
            ("\"\u{E0061}\"", #""\udb40\udc61""#),
        ])
    func harmlessJSON(_ json: String, _ harmless: String) {
        #expect(Escaper.jsonDocument.escaped(json) == harmless)
    }

    @Test(
        "without UTF-8 characters are replaced by similar ASCII",
        arguments: [
            ("¿Qué? ¡Ñandú!", "?Que? !Nandu!"), ("“a” – ‘b’…", "\"a\" - 'b'..."),
            ("Straße e\u{301}", "Strasse e"),
            ("🤣 日本 Û31m", ":D ?? U31m"),
        ])
    func similarASCII(_ text: String, _ expected: String) { #expect(TerminalText.ascii(text) == expected) }

    @Test(
        "columns are counted as terminals do",
        arguments: [
            ("", 0), ("joke", 4), ("日本", 4), ("ｶﾅ", 2), ("한국", 4), ("🤣", 2), ("👩‍👩‍👧‍👦", 2), ("🇪🇸", 2),
            ("❤️", 2), ("❤", 1), ("e\u{301}", 1), ("ñ", 1), ("Ａ", 2), ("שָׁ", 1), ("\u{301}", 0), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
        ])
    func countedColumns(_ text: String, _ columns: Int) { #expect(DisplayWidth.of(text) == columns) }

    @Test(
        "lines break at blanks, and words only if they are too long, but commands not if they are to be copied",
        arguments: [
            ("one two three", 7, ["one two", "three"]),
            ("one  two", 8, ["one  two"]),
            ("one   two three", 9, ["one two", "three"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a abcdefgh b", 4, ["a", "abcd", "efgh", "b"]),
            ("日本語", 5, ["日本", "語"]),
            ("a\n\nb", 5, ["a", "", "b"]),
            ("", 5, [""]),
            ("🤣🤣", 1, ["🤣", "🤣"]), ("see (`one two`), or", 6, ["see", "(`one two`),", "or"]),
            ("a ` b c", 3, ["a `", "b c"]),
        ])
    func wrappedLines(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(WordWrap.lines(of: text, width: width, keepingCommands: true) == lines)
    }

    @Test(
        "East Asian text breaks between characters, but not before closing or after opening ones",
        arguments: [
            ("abc 布団が吹っ飛んだ。", 10, ["abc 布団が", "吹っ飛ん", "だ。"]), ("猫（塀）猫", 6, ["猫", "（塀）", "猫"]),
            ("猫猫猫 dog", 6, ["猫猫猫", "dog"]),
        ])
    func eastAsianText(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(WordWrap.lines(of: text, width: width) == lines)
    }

    @Test("a text has the direction of its first letter")
    func direction() {
        #expect(["שלום abc", "1: مرحبا"].allSatisfy(WritingDirection.beginsRightToLeft))
        #expect(!["abc שלום", "", "1 😀"].contains(where: WritingDirection.beginsRightToLeft))
    }

    @Test("a line with right-to-left text is isolated, and no other one is")
    func isolatedLines() {
        #expect(WritingDirection.isolated("abc שלום") == "\u{2068}abc שלום\u{2069}")
        #expect(["abc", "añó", "猫 😀", ""].allSatisfy { WritingDirection.isolated($0) == $0 })
    }
}
