// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("The configuration of jokesd")
struct ConfigurationTests {
    @Test(
        "a start with a typo uses the last good configuration or the defaults, and names the mistake until a reload",
        arguments: [
            (#"{ "queue": { "capcity": 5 } }"#, ":1:14: queue.capcity", "did you mean capacity?", 7),
            (#"{ "langauges": ["en"] }"#, ":1:3: langauges", "did you mean languages?", nil),
            (#"{ "queue": { "capacity": "many" } }"#, ":1:26: queue.capacity", "integer", 7),
        ] as [(String, String, String, Int?)])
    func typo(_ text: String, _ mistake: String, _ advice: String, _ kept: Int?) throws {
        let daemon = try TestDaemon()
        if let kept {
            try daemon.configure(#"{ "queue": { "capacity": 8 } }"#)
            try daemon.start()
            try daemon.configure(#"{ "queue": { "capacity": \#(kept) } }"#)
            #expect(try daemon.jokectl("reload").succeeded)
            #expect(try daemon.terminate() == .exited(0))
        }
        try daemon.configure(text)
        try daemon.start()
        try daemon.awaitJokes()
        #expect(try daemon.state()["queue"]?["capacity"]?.integerValue == kept ?? 10)
        let status = try daemon.connect().call(.daemonStatus)
        let used = kept == nil ? "The defaults are in use." : "The last good one is in use."
        let messages = try [
            status["configurationError"]?["message"]?.stringValue,
            daemon.state()["error"]?["message"]?.stringValue, daemon.jokectl("status").output,
            daemon.jokectl("show", "--for", "waybar").output, daemon.errors,
        ]
        for message in messages {
            for part in [daemon.configurationFile + mistake, advice, used, "jokectl reload"] {
                #expect(message?.contains(part) == true, "\(part) is not in \(message ?? "nil")")
            }
        }
        // The same mistake is told once.
        #expect(messages[2]?.split(separator: mistake).count == 2)
        #expect(try daemon.jokectl("reload").end == .exited(78))
        try daemon.configure(#"{ "queue": { "capacity": 6 } }"#)
        #expect(try daemon.jokectl("reload").succeeded)
        #expect(try daemon.state()["queue"]?["capacity"] == 6)
        #expect(try daemon.state()["error"] == .null)
        #expect(try daemon.connect().call(.daemonStatus)["configurationError"] == .null)
    }

    @Test("a start with an error uses the defaults if the kept configuration cannot be read")
    func unreadableKept() throws {
        let daemon = try TestDaemon(configuration: #"{ "queue": { "capacity": 7 } }"#)
        try daemon.start()
        #expect(try daemon.terminate() == .exited(0))
        try daemon.configure("{")
        try Files.write(#"{ "qeue": {} }"#, to: "\(daemon.dataDirectory)/last-configuration.jsonc")
        try daemon.start()
        #expect(try daemon.state()["queue"]?["capacity"] == 10)
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

    @Test("a file in UTF-16 is named, with the command that converts it")
    func utf16() throws {
        let daemon = try TestDaemon()
        try Files.write("{}", to: daemon.configurationFile)
        try Files.write([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], to: daemon.configurationFile)
        #expect(try run(daemon, "--check-config").errors.contains("iconv -f UTF-16 -t UTF-8"))
    }

    @Test("the output of --print-config is an equivalent configuration")
    func printConfig() throws {
        let daemon = try TestDaemon(configuration: #"{ "queue": { "capacity": 7, "lowWater": 3 } }"#)
        let printed = try run(daemon, "--print-config")
        #expect(printed.succeeded, "\(printed.errors)")
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
            try daemon.start(["--config", file])
            #expect(daemon.errors.contains(file))
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
