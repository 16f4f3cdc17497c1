// SPDX-License-Identifier: MIT
import JokeClient
import JokeTestSupport
import JokeWire
import Testing

@Suite("The credit of a translation")
struct CreditTests {
    private func joke(
        _ engine: String, _ text: String, _ url: String = "https://www.apertium.org/x?y", machine: Bool = true
    ) -> Joke {
        Joke(
            id: Joke.ID(rawValue: "j"), value: "Joke.", source: "s", language: "en",
            translation: Joke.Translation(
                language: "es", value: "Chiste.", machine: machine,
                attribution: Joke.Attribution(engine: engine, text: text, url: url)))
    }

    @Test(
        "the mark of a machine and the host stay, the translator and the whole link as long as they fit",
        arguments: [
            (61, "Translated by Apertium (machine) https://www.apertium.org/x?y"),
            (60, "Translated by Apertium (machine) apertium.org"),
            (45, "Translated by Apertium (machine) apertium.org"), (44, "Apertium (machine) apertium.org"),
            (31, "Apertium (machine) apertium.org"), (30, "Aperti… (machine) apertium.org"),
            (27, "Ape… (machine) apertium.org"), (26, "(machine) apertium.org"),
            (22, "(machine) apertium.org"), (21, "(machine)\napertium.org"), (12, "(machine)\napertium.org"),
            (11, "(machine)\napertium.o…"),
        ])
    func forms(_ width: Int, _ lines: String) throws {
        let credit = try #require(joke("apertium", "Translated by Apertium.").credit(translated: true))
        #expect(credit.lines(width: width, ellipsis: "…").joined(separator: "\n") == lines)
    }

    @Test(
        "no width is exceeded", arguments: ["Translated by Apertium", "吾輩は猫である", ""],
        ["https://x.example/", "", "no link"])
    func widths(_ text: String, _ url: String) throws {
        let credit = try #require(joke("e", text, url).credit(translated: true))
        for width in 1...80 {
            #expect(credit.lines(width: width, ellipsis: "…").allSatisfy { DisplayWidth.of($0) <= width })
        }
    }

    @Test("a pack that tells a joke in both languages itself is credited in details only", .rule(7))
    func pack() {
        let joke = joke("pack", "Told in both languages by the pack", "https://example.org/", machine: false)
        #expect(joke.credit(translated: true) == nil)
        #expect(
            joke.credit(translated: true, inDetails: true)?.line
                == "Told in both languages by the pack https://example.org/")
        #expect(joke.credit(translated: false, inDetails: true) == nil)
    }

    @Test("control sequences are removed")
    func hostile() throws {
        let credit = try #require(
            joke("e", "a\u{1B}[2Jb", "https://x/\u{1B}]0;c\u{7}").credit(translated: true))
        #expect(credit.line == "ab (machine) https://x/")
    }
}
