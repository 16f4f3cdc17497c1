// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem
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
