// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire
import Testing

@Suite("Markdown")
struct MarkdownTests {
    private func joke(
        _ value: String, url: String? = nil, translatedBy attribution: Joke.Attribution? = nil,
        machine: Bool = true
    ) -> Joke {
        Joke(
            id: Joke.ID(rawValue: "j"), value: value, source: "builtin", language: "en", url: url,
            translation: attribution.map {
                Joke.Translation(language: "es", value: "Chiste.", machine: machine, attribution: $0)
            })
    }

    private func attribution(_ url: String) -> Joke.Attribution {
        Joke.Attribution(engine: "e", text: "By E", url: url)
    }

    @Test(
        "saved jokes have their credits and say whether a machine translated", arguments: [true, false])
    func credits(machine: Bool) {
        let joke = joke("Joke.", translatedBy: attribution("https://example.org/"), machine: machine)
        let mark = machine ? " \\(machine\\)" : ""
        #expect(
            Markdown.document(of: [joke])
                == "# Saved jokes\n\n- Joke.\n\n  > Chiste.\n  >\n  > — [By E\(mark)](<https://example.org/>)\n"
        )
    }

    @Test("saved jokes and a shared joke have the same links")
    func links() {
        let joke = joke(
            "Why?\n\nBecause.\nReally.", url: "https://example.org/1",
            translatedBy: attribution("https://example.org/e"))
        let source = "— [source](<https://example.org/1>)"
        #expect(
            Markdown.document(of: [joke])
                == "# Saved jokes\n\n- Why?\n\n  Because.\\\n  Really.\n\n  \(source)\n"
                + "\n  > Chiste.\n  >\n  > — [By E \\(machine\\)](<https://example.org/e>)\n"
        )
        #expect(
            Markdown.quotation(of: SharedJoke(joke, translated: false))
                == "> Why?\n>\n> Because.\\\n> Really.\n>\n> \(source)\n")
    }

    @Test("an address that is not a web page is kept as text")
    func hostileLinks() {
        let joke = joke("A.", url: "javascript:a(1)", translatedBy: attribution("data:text/html,<b>"))
        let text = Markdown.document(of: [joke])
        #expect(text.contains("— source javascript\\:a\\(1\\)\n"))
        #expect(text.contains("By E \\(machine\\) data\\:text/html,\\<b\\>\n"))
    }

    @Test("a joke without text is shown as such, and blank lines around a text are removed")
    func emptyText() {
        #expect(
            Markdown.document(of: [joke(""), joke("\n\nA.\n\n")])
                == "# Saved jokes\n\n- N/A\n\n- A.\n")
    }
}
