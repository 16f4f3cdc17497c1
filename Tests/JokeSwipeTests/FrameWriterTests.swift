// SPDX-License-Identifier: MIT
import JokeSwipe
import JokeWire
import Testing

@Suite("The frame writer")
struct FrameWriterTests {
    private let size = Size(columns: 20, rows: 3)

    private func text(_ bytes: [UInt8]) -> String {
        String(String(decoding: bytes, as: UTF8.self).map { $0 == "\u{1B}" ? "␛" : $0 })
    }

    private func canvas(_ line: String, _ style: Style = Style()) -> Canvas {
        var canvas = Canvas(size, isUnicode: true)
        canvas.put(line, row: 1, column: 2, style)
        return canvas
    }

    @Test("only the changed part of a frame is written")
    func changedPart() {
        var writer = FrameWriter(DisplayOptions())
        #expect(text(writer.bytes(for: canvas("one two"))).hasPrefix("␛[0m␛[2J"))
        #expect(writer.bytes(for: canvas("one two")) == [])
        #expect(text(writer.bytes(for: canvas("one too"))) == "␛[2;8H␛[0mo␛[0m")
        writer.forget()
        #expect(text(writer.bytes(for: canvas("one too"))).contains("␛[2J"))
    }

    @Test("a frame has synchronization marks if the terminal supports them")
    func synchronizationMarks() {
        var writer = FrameWriter(DisplayOptions())
        writer.isSynchronized = true
        let frame = text(writer.bytes(for: canvas("x")))
        #expect(frame.hasPrefix("␛[?2026h") && frame.hasSuffix("␛[?2026l"))
    }

    @Test("the cursor is positioned again after a character of uncertain width")
    func cursorPosition() {
        var writer = FrameWriter(DisplayOptions())
        _ = writer.bytes(for: canvas("a👩‍🚀b"))
        #expect(text(writer.bytes(for: canvas("a👩‍🚀c"))).contains("a👩‍🚀␛[2;6Hc"))
    }

    @Test(
        "a color is written in the depth of the terminal",
        arguments: [
            (ColorDepth.full, "␛[0;48;2;16;92;54;38;2;255;255;255mx"),
            (.palette, "␛[0;48;5;22;38;5;231mx"), (.sixteen, "␛[0;42;30mx"), (.none, "␛[0mx"),
        ])
    func colorDepths(_ depth: ColorDepth, _ expected: String) {
        var writer = FrameWriter(DisplayOptions(depth: depth))
        #expect(text(writer.bytes(for: canvas("x", Style(on: .card(.green))))).contains(expected))
    }

    @Test("a changed emoji is written, and an unchanged one is not")
    func emoji() {
        var writer = FrameWriter(DisplayOptions())
        _ = writer.bytes(for: canvas("🤣"))
        #expect(writer.bytes(for: canvas("🤣")) == [])
        #expect(text(writer.bytes(for: canvas("👎"))).contains("👎"))
    }

    @Test("half of a wide character is not drawn")
    func wideCharacters() {
        var canvas = Canvas(size, isUnicode: true)
        canvas.put("🤣🤣", row: 0, column: -1)
        canvas.put("🤣", row: 1, column: 19)
        canvas.put("🤣", row: 2, column: 0)
        canvas.put("x", row: 2, column: 1)
        #expect(canvas.text == " 🤣\n\n x")
    }

    @Test("without UTF-8 the output is ASCII")
    func ascii() {
        var canvas = Canvas(size, isUnicode: false)
        canvas.put("“¿qué?” 🤣", row: 0, column: 0)
        #expect(canvas.text == "\"?que?\" :D\n\n")
    }
}
