// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Adding jokes")
struct AddTests {
    @Test("an added joke survives kill -9, comes in the round, travels by an export, and can be undone")
    func wholeLife() throws {
        let (one, other) = (try TestDaemon.ready(), try TestDaemon.ready())
        let client = try one.connect()
        let added = try client.call(
            .jokeAdd,
            [
                "setup": "Why?", "punchline": "Because.", "categories": ["Dev"],
                "translation": ["language": "es", "value": "¿Por qué? Porque sí."],
            ])
        let id = try #require(added["decided"]?["id"]?.stringValue)
        #expect(added["decided"]?["source"] == "mine" && added["decided"]?["value"] == "Why?\nBecause.")
        try one.kill()
        try one.start()
        let shown = try one.jokectl("next", "--source", "mine", "--json")
        #expect(shown.output.contains(id), "\(shown)")
        // It was seen, and comes again in the next round.
        #expect(try one.jokectl("next").succeeded)
        #expect(try one.jokectl("next", "--source", "mine", "--json").output.contains(id))
        #expect(try one.jokectl("next", "--category", "dev", "--json").succeeded)

        let lines = try one.jokectl("saved", "export").output
        #expect(try other.jokectl("saved", "import", "-", input: lines).succeeded)
        #expect(try other.jokectl("saved", "export").output == lines)
        #expect(try other.jokectl("sources", "enable", "mine").succeeded)
        #expect(try other.jokectl("next", "--source", "mine", "--json").output.contains(id))

        #expect(try one.jokectl("next").succeeded)
        let undone = try one.jokectl("undo", "--json")
        #expect(undone.output.contains(#""kind":"added""#), "\(undone)")
        #expect(try one.jokectl("saved", "list").output == "")
        #expect(!(try one.jokectl("next", "--source", "mine").succeeded))
    }

    @Test("a source of the user's own that is named mine keeps its name, and added jokes come from own")
    func nameTaken() throws {
        let daemon = try TestDaemon(
            configuration:
                #"{"sources": {"mine": {"type": "pack", "path": "/nowhere/pack", "enabled": false}}}"#)
        try daemon.start()
        let added = try daemon.connect().call(.jokeAdd, ["value": "One of mine."])
        #expect(added["decided"]?["source"] == "own")
        #expect(try daemon.jokectl("next", "--source", "own").output == "One of mine.\n")
    }

    @Test("a joke without a text, or with a translation that is none, is refused and changes nothing")
    func refused() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        for params: JSONObject in [
            [:], ["value": " \n"], ["setup": "Why?"],
            ["value": .string(String(repeating: "x", count: 5_000))],
            ["value": "Good.", "translation": ["language": "es", "value": " "]],
        ] {
            #expect(throws: (any Error).self) { try client.call(.jokeAdd, params) }
        }
        #expect(try daemon.jokectl("saved", "list").output == "")
        #expect(!(try daemon.jokectl("undo").succeeded))
    }
}
