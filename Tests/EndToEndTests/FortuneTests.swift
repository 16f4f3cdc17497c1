// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Jokes from installed fortune files", .enabled(if: Fortunes.areInstalled))
struct FortuneTests {

    @Test(
        "the jokes are in the user's language",
        arguments: [("es_ES.UTF-8", "es"), ("C.UTF-8", "en"), ("en_US.UTF-8", "en")])
    func userLanguage(_ locale: String, _ language: String) throws {
        let daemon = try TestDaemon.ready(
            configuration:
                #"{ "sources": { "builtin": { "enabled": false }, "fortune": { "enabled": true } } }"#,
            environment: ["LANG": locale])
        let items = try daemon.connect().call(.queueList)["items"]?.arrayValue ?? []
        #expect(items.count > 3)
        for joke in items {
            #expect(joke["source"] == "fortune")
            #expect(joke["language"]?.stringValue == language)
        }
        let next = try daemon.jokectl("next", "--json")
        #expect(next.succeeded, "\(next.errors)")
    }

    @Test("a request for the source returns one of its jokes")
    func requestedSource() throws {
        let daemon = try TestDaemon.ready(
            configuration: #"{ "sources": { "fortune": { "enabled": true } } }"#)
        let next = try daemon.connect().call(.jokeNext, ["source": "fortune"])
        #expect(next["joke"]?["source"] == "fortune")
    }
}

/// Debian's packages fortunes and fortunes-es.
private enum Fortunes {
    static var areInstalled: Bool {
        let directory = "/usr/share/games/fortunes"
        return Files.exists("\(directory)/fortunes") && Files.exists("\(directory)/es")
    }
}
