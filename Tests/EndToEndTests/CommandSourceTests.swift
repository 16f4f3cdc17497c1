// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A program as a source")
struct CommandSourceTests {
    @Test("one line of configuration adds a program")
    func oneLineOfConfiguration() throws {
        let daemon = try TestDaemon(
            only: #""my-team": { "type": "command", "command": ["/bin/echo", "Our build is green."] }"#)
        try daemon.start()
        let joke = try daemon.connect().call(.jokeNext, ["wait": true, "source": "my-team"])["joke"]
        #expect(joke?["value"] == "Our build is green.")
        #expect(joke?["source"] == "my-team")
        #expect(joke?["id"]?.stringValue?.hasPrefix("my-team-") == true)
    }

    @Test(
        "jokes of a program come again in rounds when all of them were seen, also for its name", .rule(8),
        arguments: [false, true])
    func rounds(isNamed: Bool) throws {
        let lines =
            #"sh", "-c", "for n in 1 2 3 4 5; do echo '{\"id\":\"'$n'\",\"value\":\"Joke '$n'.\"}'; done""#
        let daemon = try TestDaemon(only: #""team": { "type": "command", "command": ["\#(lines)] }"#)
        try daemon.start()
        try daemon.awaitJokes()
        let client = try daemon.connect()
        for _ in 0..<3 {
            let shown = try (0..<5).map { _ in
                try client.call(.jokeNext, isNamed ? ["source": "team"] : [:])["joke"]?["id"]?.stringValue
                    ?? ""
            }
            #expect(shown.sorted() == (1...5).map { "team-\($0)" })
        }
        #expect(try daemon.state()["error"] == .null)
    }

    @Test("the program gets the user's variables and may write files")
    func programEnvironment() throws {
        let daemon = try TestDaemon(
            only: #"""
                "mine": { "type": "command", "command": ["sh", "-c", "echo x > ~/file && cat ~/file && echo $MINE"] }
                """#, environment: ["MINE": "and mine"])
        try daemon.start()
        let joke = try daemon.connect().call(.jokeNext, ["wait": true, "source": "mine"])["joke"]
        #expect(joke?["value"] == "x\nand mine")
    }

    @Test("a failing program is reported with its last output")
    func failingProgram() throws {
        let daemon = try TestDaemon(
            only:
                #""mine": { "type": "command", "command": ["sh", "-c", "echo no jokes today >&2; exit 5"] }"#)
        try daemon.start()
        let failure = try daemon.awaitError()
        #expect(failure["kind"] == "source_refused")
        #expect(failure["message"]?.stringValue?.contains("no jokes today") == true, "\(failure.jsonText)")
    }

    @Test("a program that takes too long is ended")
    func slowProgram() throws {
        let daemon = try TestDaemon(
            only: #""mine": { "type": "command", "command": ["sleep", "1000"], "timeout": "100ms" }"#)
        try daemon.start()
        #expect(try daemon.awaitError()["kind"] == "timeout")
    }

    @Test("a program does not outlive the daemon, however that ends", arguments: [SIGTERM, SIGKILL])
    func programAtShutdown(_ signal: Int32) throws {
        let daemon = try TestDaemon()
        let namedPipe = "\(daemon.directory.path)/fifo"
        #expect(mkfifo(namedPipe, 0o600) == 0)
        try daemon.configure(
            #"""
            { "sources": { "mine": { "type": "command", "command": ["sh", "-c", "echo $$ > \#(namedPipe); exec sleep 1000"], "timeout": "20s" } } }
            """#)
        try daemon.start()
        // Opened for both directions, so that the open does not wait. The read waits.
        let reader = Descriptor(owning: open(namedPipe, O_RDWR | O_CLOEXEC))
        _ = try reader.wait(for: POLLIN, "the program to start", until: TestDeadline())
        var text = [UInt8](repeating: 0, count: 32)
        let count = read(reader.number, &text, text.count)
        let number = String(decoding: text.prefix(max(count, 1) - 1), as: UTF8.self)
        let program = ObservedProcess(try #require(pid_t(number)))
        let fetcher = try #require(daemon.children.first)
        if signal == SIGTERM {
            #expect(try daemon.terminate() == .exited(0))
        } else {
            try daemon.kill()
        }
        try fetcher.awaitEnd()
        try program.awaitEnd()
    }

    @Test("pyjoke works as a source", .enabled(if: Pyjoke.command != nil))
    func pyjoke() throws {
        let command = JSON.array(try #require(Pyjoke.command).map { .string($0) }).jsonText
        let daemon = try TestDaemon(
            only: #""pyjoke": { "type": "command", "command": \#(command), "language": "en" }"#)
        try daemon.start()
        let client = try daemon.connect()
        let joke = try client.call(.jokeNext, ["wait": true, "source": "pyjoke"])["joke"]
        #expect(joke?["language"] == "en")
        #expect((joke?["value"]?.stringValue?.count ?? 0) > 10)
        try daemon.awaitJokes()
        let queue = try client.call(.queueList)["items"]?.arrayValue ?? []
        let texts = queue.compactMap { $0["value"]?.stringValue } + [joke?["value"]?.stringValue ?? ""]
        #expect(Set(texts).count == texts.count)
    }
}

/// `$PYJOKE`, or Debian's python3-pyjokes, which has no program of its own.
private enum Pyjoke {
    static var command: [String]? {
        if let named = getenv("PYJOKE") { return [String(cString: named)] }
        guard Files.exists("/usr/lib/python3/dist-packages/pyjokes") else { return nil }
        return ["/usr/bin/python3", "-c", "import pyjokes; print(pyjokes.get_joke())"]
    }
}
