// SPDX-License-Identifier: MIT
import JokeSystem
import JokeTestSupport
import JokeWire
import Testing

@Suite("The configuration of jokesd")
struct ConfigurationTests {
    @Test(
        "a typo ends the start with 78, the file, the key and the nearest known key",
        arguments: [
            (#"{ "queue": { "capcity": 5 } }"#, "queue.capcity", "capacity"),
            (#"{ "langauges": ["en"] }"#, "langauges", "languages"),
            (#"{ "queue": { "capacity": "many" } }"#, "queue.capacity", "integer"),
        ])
    func typo(_ text: String, _ key: String, _ advice: String) throws {
        let daemon = try TestDaemon(configuration: text)
        let (end, said) = try daemon.refusedStart()
        #expect(end == .exited(78))
        for part in [daemon.configurationFile, key, advice] { #expect(said.contains(part), "\(said)") }
        #expect(!Files.exists(daemon.socketPath))
    }

    @Test("--check-config reports the errors with their positions, or that there are none")
    func checkConfig() throws {
        let daemon = try TestDaemon(configuration: "{ \"queue\": {\n  \"capcity\": 5 } }")
        let bad = try run(daemon, "--check-config")
        #expect(bad.end == .exited(78))
        #expect(bad.errors.contains("config.jsonc:2"), "\(bad.errors)")
        try daemon.configure("{ \"queue\": { \"capacity\": 5 } } // fine")
        let good = try run(daemon, "--check-config")
        #expect(good.succeeded)
        #expect(good.output.contains(daemon.configurationFile))
    }

    @Test("the output of --print-config is an equivalent configuration")
    func printConfig() throws {
        let daemon = try TestDaemon(configuration: #"{ "queue": { "capacity": 7, "lowWater": 3 } }"#)
        let printed = try run(daemon, "--print-config")
        #expect(printed.succeeded, "\(printed.errors)")
        #expect(printed.output.contains("config.jsonc"))
        try daemon.configure(printed.output)
        try daemon.start()
        try daemon.awaitJokes()
        #expect(try daemon.state()["queue"] == ["count": 7, "capacity": 7])
    }

    @Test("--config names another file", arguments: [true, false])
    func namedFile(_ isThere: Bool) throws {
        let daemon = try TestDaemon()
        let file = "\(daemon.directory.path)/mine.jsonc"
        if isThere {
            try Files.write(#"{ "queue": { "capacity": 6, "lowWater": 2 } }"#, to: file)
            try daemon.start(["--config", file])
            #expect(try daemon.state()["queue"]?["capacity"] == 6)
        } else {
            let (end, said) = try daemon.refusedStart(["--config", file])
            #expect(end == .exited(78))
            #expect(said.contains(file))
        }
    }

    @Test(
        "an unknown option or argument exits with 64 and a hint",
        arguments: [("--sokcet", "did you mean '--socket'?"), ("stray", "jokesd --help")])
    func usageErrors(_ argument: String, hint: String) throws {
        let run = try run(TestDaemon(), argument)
        #expect(run.end == .exited(64))
        #expect(run.errors.contains(hint), "\(run.errors)")
    }

    private func run(_ daemon: TestDaemon, _ argument: String) throws -> ProgramRun {
        try ProgramRun(Programs.path(of: "jokesd"), [argument], environment: daemon.environment)
    }
}
