// SPDX-License-Identifier: MIT
import JokeDaemon
import JokeWire
import Testing

@Suite("Share targets")
struct ShareTargetTests {
    private func load(_ targets: String) throws(ConfigurationError) -> [ShareTarget] {
        let home = TemporaryHome()
        let file = home.write("c", #"{"shareTargets": \#(targets)}"#)
        return try home.load(file).values.shareTargets
    }

    @Test("the user's targets follow the presets, which can be changed or removed")
    func userTargets() throws {
        let targets = try load(
            #"{ "team": "https://chat.example.org/?m={text}&l={url}", "mail": "mailto:me?body={text}", "reddit": "" }"#
        )
        #expect(targets.map(\.name) == ["mail", "mastodon", "bluesky", "telegram", "whatsapp", "team"])
        #expect(targets.first?.template == "mailto:me?body={text}")
        #expect(targets.last?.template == "https://chat.example.org/?m={text}&l={url}")
    }

    @Test(
        "a target that is no link, or has no place for the joke, is refused",
        arguments: [
            "file:///tmp/{text}", "javascript:{text}", "https://example.org/", "https://example.org/{url}",
            "https://example.org/{text}{other}", "https://example.org/{text} x", "{text}", "--help={text}",
        ])
    func invalidTargets(link: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try load(#"{ "mine": "\#(link)" }"#) }
        #expect(error?.problems.first?.text.contains("shareTargets.mine: expected a link") == true)
    }
}
