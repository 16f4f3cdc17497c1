// SPDX-License-Identifier: MIT
import JokeDaemon
import JokeTestSupport
import JokeWire
import Testing

@Suite("docs/configuration.md, which is jokesd-config(5)")
struct ConfigurationPageTests {
    /// A configuration with every key whose name the user chooses.
    private static let named = """
        {
          "sources": {
            "NAME": { "type": "command", "command": ["x"] },
            "NAME of a pack": { "type": "pack", "path": "/x" },
          },
          "categoryWeights": { "NAME": 1 },
          "shareTargets": { "NAME": "https://example.org/{text}" },
        }
        """

    private func keys() throws -> [ConfigurationKey] {
        let home = TemporaryHome()
        home.write(".config/jokesd/config.jsonc", Self.named)
        return try home.load().keys
    }

    private func name(of key: ConfigurationKey) -> String {
        key.path.map { $0.hasPrefix("NAME") ? "NAME" : $0 }.joined(separator: ".")
    }

    @Test("the page has every key once and no other")
    func everyKey() throws {
        let page = try DocumentationPage("configuration.md").items.map(\.code).filter { !$0.hasPrefix("$") }
        #expect(Set(page).count == page.count, "a key stands there twice")
        #expect(Set(page).subtracting(["config.d/*.jsonc"]) == Set(try keys().map(name)))
    }

    @Test("the page has the actual defaults")
    func defaults() throws {
        let page = try DocumentationPage("configuration.md").items
        var compared = 0
        for key in try keys() {
            // Some depend on the locale or on other keys: the page says so in words.
            guard let note = page.first(where: { $0.code == name(of: key) })?.note, note.hasPrefix("`") else {
                continue
            }
            #expect(note == "`\(key.value.jsonText)`", "\(name(of: key))")
            compared += 1
        }
        #expect(compared > 35)
    }
}

@Suite("docs/jokesd.1.md, which is jokesd(1)")
struct DaemonPageTests {
    @Test("the page has the options of --help and no other")
    func options() throws {
        let page = try DocumentationPage("jokesd.1.md").text
        #expect(DocumentationPage.options(in: page) == DocumentationPage.options(in: Options.helpText))
    }

    @Test("the page has the exit statuses of --help and no other")
    func exitStatuses() throws {
        let help = Options.helpText.numbers(after: "Exit status:")
        let page = try DocumentationPage("jokesd.1.md").items.map(\.code).filter { $0.allSatisfy(\.isNumber) }
        #expect(Set(page) == help)
    }
}

extension String {
    /// Returns the numbers after `heading`.
    fileprivate func numbers(after heading: String) -> Set<String> {
        guard let range = firstRange(of: heading) else { return [] }
        return Set(self[range.upperBound...].split { !$0.isNumber }.map(String.init))
    }
}
