// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire
import Testing

@Suite("The library in Markdown")
struct MarkdownLibraryTests {
    @Test("says who translated, and whether that was a machine", arguments: [true, false])
    func credit(machine: Bool) {
        var joke = Joke(id: Joke.ID(rawValue: "j"), value: "Joke.", source: "builtin", language: "en")
        joke.translation = Joke.Translation(
            language: "es", value: "Chiste.", machine: machine,
            attribution: Joke.Attribution(engine: "e", text: "By E", url: "https://example.org/"))
        let mark = machine ? "Machine translation, en to es\\. " : ""
        #expect(MarkdownLibrary.text(of: [joke]).hasSuffix("  > \(mark)By E <https://example.org/>\n"))
    }
}
