// SPDX-License-Identifier: MIT
import JokeSwipe
import Testing

@Suite("Terminal input")
struct TerminalInputParserTests {
    private func reports(_ text: String) -> [TerminalInput] {
        var reader = TerminalInputParser()
        reader.append(text.utf8)
        return Array(sequence(state: reader) { $0.next() })
    }

    @Test(
        "keys are read in every form that terminals send",
        arguments: [
            ("l", .character("l")), ("?", .character("?")), ("ñ", .character("ñ")), ("🤣", .character("🤣")),
            ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
            ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
            ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[1;5D", .left),
            ("\u{1B}[H", .home), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
            ("\u{1B}[6~", .pageDown),
        ] as [(String, Key)])
    func keys(_ text: String, _ key: Key) {
        #expect(reports(text) == [.key(key)])
    }

    @Test("the mouse is read in the SGR form with any modifier keys")
    func mouse() {
        #expect(
            reports(
                "\u{1B}[<0;10;5M\u{1B}[<32;12;5M\u{1B}[<36;13;6M\u{1B}[<0;13;6m\u{1B}[<64;1;1M\u{1B}[<65;1;1M"
            )
                == [
                    .mouse(MouseReport(.press, column: 9, row: 4)),
                    .mouse(MouseReport(.drag, column: 11, row: 4)),
                    .mouse(MouseReport(.drag, column: 12, row: 5)),
                    .mouse(MouseReport(.release, column: 12, row: 5)),
                    .mouse(MouseReport(.wheelUp, column: 0, row: 0)),
                    .mouse(MouseReport(.wheelDown, column: 0, row: 0)),
                ])
    }

    @Test("other buttons and motion without a button are ignored")
    func otherButtons() {
        #expect(reports("\u{1B}[<2;10;5M\u{1B}[<35;12;5M\u{1B}[<1;12;5m") == [])
    }

    @Test("split input is read the same", arguments: 1...30)
    func splitInput(_ cut: Int) {
        let text = Array("a\u{1B}[<32;120;55M\u{1B}[200~dl\u{1B}[201~é\u{1B}[A".utf8)
        var reader = TerminalInputParser()
        var found: [TerminalInput] = []
        for part in [text.prefix(cut), text.dropFirst(cut)] {
            reader.append(part)
            while let report = reader.next() { found.append(report) }
        }
        #expect(
            found == [
                .key(.character("a")), .mouse(MouseReport(.drag, column: 119, row: 54)), .pasted("dl"),
                .key(.character("é")), .key(.up),
            ])
    }

    @Test("a lone escape is a key if nothing follows it")
    func loneEscape() {
        var reader = TerminalInputParser()
        reader.append([0x1B])
        #expect(reader.next() == nil && reader.isUndecided)
        #expect(reader.flush() == .key(.escape) && !reader.isUndecided)
    }

    @Test("two escapes at once are two keys")
    func twoEscapes() {
        var reader = TerminalInputParser()
        reader.append([0x1B, 0x1B])
        #expect(reader.next() == .key(.escape) && reader.next() == nil)
        #expect(reader.flush() == .key(.escape) && !reader.isUndecided)
    }

    @Test("pasted text contains no keys, and nothing in it ends the paste")
    func pastedText() {
        #expect(
            reports("\u{1B}[200~q\u{1B}[20q\u{3}\u{1B}[201~n") == [
                .pasted("q\u{1B}[20q\u{3}"), .key(.character("n")),
            ])
    }

    @Test(
        "support for synchronized frames is read from the reply",
        arguments: [(0, false), (1, true), (2, true), (4, false)])
    func synchronizedFrames(_ answer: Int, _ does: Bool) {
        #expect(reports("\u{1B}[?2026;\(answer)$y") == [.synchronizes(does)])
    }

    @Test("an invalid sequence is skipped, and the following input is read")
    func invalidSequence() {
        let noise = "\u{1B}[<0;99999999999999999999;5Mx\u{1B}[999zx\u{1B}[Mx"
        #expect(reports(noise).filter { $0 == .key(.character("x")) }.count == 3)
        var reader = TerminalInputParser()
        reader.append(Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 500))
        #expect(reader.next() == nil)
        reader.append("x".utf8)
        #expect(reader.next() == .key(.character("x")))
    }
}
