// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A reload of the configuration")
struct ReloadTests {
    @Test("the new configuration holds at once for connected clients", arguments: [false, true])
    func appliesAtOnce(bySignal: Bool) throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.subscribe()
        let pack = "\(daemon.directory.path)/pack.jsonl"
        try Files.write(
            #"{"value": "A joke of my own.", "language": "en", "categories": ["own"]}"# + "\n", to: pack)
        try daemon.configure(
            """
            {"queue": {"capacity": 3, "lowWater": 3},
             "sources": {"builtin": {"enabled": false}, "mine": {"type": "pack", "path": "\(pack)"}}}
            """)
        if bySignal {
            daemon.process?.send(SIGHUP)
        } else {
            let run = try daemon.jokectl("reload")
            #expect(run.succeeded, "\(run.errors)")
            #expect(run.output.contains("queue.capacity\tnow\n"), "\(run.output)")
        }
        _ = try client.event { $0["state"]?["queue"] == ["count": 1, "capacity": 3] }
        let next = try daemon.connect().call(.jokeNext)
        #expect(next["joke"]?["source"] == "mine")
    }

    @Test("after a change of the languages, the queue has the jokes of the pack in the new one", .rule(8))
    func languages() throws {
        let daemon = try TestDaemon(configuration: "{}")
        let pack = "\(daemon.directory.path)/pack.jsonl"
        let lines = (1...30).map { number in
            #"{"id": "\#(number)", "texts": {"en": {"value": "Joke \#(number)"}, "es": {"value": "Chiste \#(number)"}}}"#
        }
        try Files.write(lines.joined(separator: "\n") + "\n", to: pack)
        let configuration = """
            {"languages": LANGUAGES,
             "sources": {"builtin": {"enabled": false}, "mine": {"type": "pack", "path": "\(pack)"}}}
            """
        try daemon.configure(configuration.replacing("LANGUAGES", with: #"["en", "es"]"#))
        try daemon.start()
        try daemon.awaitJokes()
        try daemon.configure(configuration.replacing("LANGUAGES", with: #"["es", "en"]"#))
        #expect(try daemon.jokectl("reload").succeeded)
        let client = try daemon.connect()
        try client.call(.stateSubscribe)
        _ = try client.event { $0["state"]?["queue"] == ["count": 10, "capacity": 10] }
        let jokes = try client.call(.queueList)["items"]?.arrayValue ?? []
        #expect(jokes.count == 10 && jokes.allSatisfy { $0["language"] == "es" })
    }

    @Test("a source that the user turned on shows that, until the choice is given back")
    func overriddenSource() throws {
        let daemon = try TestDaemon(configuration: "{}")
        let pack = "\(daemon.directory.path)/pack.jsonl"
        try Files.write(#"{"value": "A joke of my own.", "language": "en"}"# + "\n", to: pack)
        let configuration = #"{"sources": {"mine": {"type": "pack", "enabled": IS_ON, "path": "PACK"}}}"#
            .replacing("PACK", with: pack)
        try daemon.configure(configuration.replacing("IS_ON", with: "false"))
        try daemon.start()
        try daemon.awaitJokes()
        #expect(try daemon.jokectl("sources", "enable", "mine").succeeded)
        // The key does not change, but the configuration still says something else.
        #expect(try daemon.jokectl("reload").output == "sources.mine.enabled\toverridden\n")
        #expect(try daemon.jokectl("sources").output.contains("\ton by you (configuration says off)\t"))
        let doctor = try daemon.jokectl("doctor").output
        #expect(doctor.contains("mine is on by you (configuration says off)\tjokectl sources reset mine\n"))
        #expect(daemon.errors.contains("jokectl sources reset mine"))
        #expect(
            try daemon.jokectl("sources", "reset", "mine").output
                == "The source mine is off, as the configuration says.\n")
        let item = try daemon.connect().call(.sourcesList)["items"]?.arrayValue?
            .first { $0["name"] == "mine" }
        #expect(item?["enabled"] == false && item?["configured"] == false)
        #expect(try daemon.jokectl("reload").output.isEmpty)
        try daemon.configure(configuration.replacing("IS_ON", with: "true"))
        #expect(try daemon.jokectl("reload").output == "sources.mine.enabled\tnow\n")
    }

    @Test("a configuration with an error changes nothing, and all errors are reported")
    func invalidConfiguration() throws {
        let daemon = try TestDaemon.ready()
        let before = try daemon.state()
        try daemon.configure(#"{"queue": {"capacity": 3, "lowWater": "x"}, "sorces": {}}"#)
        let run = try daemon.jokectl("reload")
        #expect(run.end == .exited(78))
        #expect(run.errors.contains("queue.lowWater") && run.errors.contains("jokesd --check-config"))
        #expect(daemon.errors.contains("queue.lowWater") && daemon.errors.contains("did you mean sources?"))
        #expect(try daemon.state() == before)
        let error = try daemon.connect().call(.daemonStatus)["configurationError"]
        #expect(error?["kind"] == "bad_configuration")
        #expect(error?["message"]?.stringValue?.contains("queue.lowWater") == true)
        #expect(try daemon.jokectl("status").output.contains("queue.lowWater"))
        try daemon.configure(#"{"queue": {"capacity": 3, "lowWater": 3}}"#)
        #expect(try daemon.jokectl("doctor").output.contains("jokectl reload"))
        #expect(try daemon.jokectl("reload").succeeded)
        #expect(try daemon.connect().call(.daemonStatus)["configurationError"] == .null)
        #expect(try !daemon.jokectl("doctor").output.contains("configuration-refused"))
    }

    @Test("the log of a session contains no joke")
    func logWithoutJokes() throws {
        let daemon = try TestDaemon.ready()
        var jokes: [String] = []
        for command in ["like", "dislike", "next", "daily", "undo"] {
            jokes.append(try daemon.state()["joke"]?["value"]?.stringValue ?? "")
            _ = try daemon.jokectl(command)
        }
        #expect(daemon.errors.contains("liked "))
        for joke in jokes { #expect(!daemon.errors.contains(joke.prefix(30))) }
    }
}
