// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Hostile jokes")
struct HostileJokeTests {
    @Test("each joke keeps the promises of the protocol, whatever brought it")
    func promises() throws {
        let translator = try LoopbackHTTP { _ in
            .json(#"{"translatedText":["\u001b[2J\u202eHola. \n"]}"#)
        }
        let daemon = try TestDaemon()
        func file(_ name: String, _ json: JSON) throws -> String {
            let path = "\(daemon.directory.path)/\(name)"
            try Files.write(json.jsonText, to: path)
            return path
        }
        let texts: JSON = ["en": ["value": "\u{1B}[2J\u{202E}Hi. \n"], "es": ["value": "Hola.\u{7}"]]
        let pack = try file("pack.jsonl", ["id": "packed", "categories": ["A\u{1B}[31m\nb"], "texts": texts])
        let printed = try file("printed.json", Joke.hostile)
        try daemon.configure(
            """
            { "sources": { "builtin": { "enabled": false }, "pack": { "type": "pack", "path": "\(pack)" },
                "program": { "type": "command", "command": ["cat", "\(printed)"] } },
              "translation": { "engines": ["pack", "libretranslate"], "libretranslate": { "url": "\(translator.url)" } },
              "network": { "spread": 0 } }
            """)
        daemon.environment["LANG"] = "en_US.UTF-8"
        try daemon.start()
        let client = try daemon.connect()
        var jokes: [JSON] = []
        for source in ["pack", "program"] {
            let shown = try client.call(.jokeNext, ["wait": true, "source": .string(source)])
            jokes.append(try #require(shown["joke"]))
        }
        let translated = try client.call(.translationRequest)
        jokes.append(try #require(translated["joke"]))
        var line = try #require(Joke.hostile.objectValue)
        line.set("id", "imported")
        line.set("language", "EN")
        try client.call(.savedImport, ["lines": [.string(JSON.object(line).jsonText)], "last": true])
        jokes.append(try #require(try client.call(.savedGet, ["joke": "imported"])["joke"]))
        for json in jokes {
            #expect(try Joke(json: json).brokenPromises == [], "\(json.jsonText)")
        }
        #expect(
            jokes.map { $0["source"]?.stringValue } == ["pack", "program", "program", "e]0;ownedvil source"])
        #expect(jokes[2]["translation"]?["value"] == "[2JHola.")
    }
}
