// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeTestSupport
import JokeWire
import Synchronization
import Testing

@Suite("Follow")
struct FollowTests {
    /// The reader of a bar: a pipe whose reading end can be closed.
    final class Reader: Sendable {
        let input: Int32
        let output: Int32
        private let read = Mutex<[String]>([])

        init() {
            var ends: [Int32] = [0, 0]
            precondition(pipe(&ends) == 0)
            (input, output) = (ends[0], ends[1])
        }

        deinit { close(output) }

        /// Waits for this number of lines.
        func take(_ count: Int) {
            for _ in 0..<count {
                var line: [UInt8] = []
                var byte: UInt8 = 0
                while Glibc.read(input, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
                read.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
        }

        /// Waits for this number of lines, and closes the pipe.
        func stopReading(after count: Int) {
            take(count)
            close(input)
        }

        var lines: [String] { read.withLock { $0 } }
    }

    /// A daemon that starts during the test.
    private final class LateServer: Sendable {
        let server = Mutex<ScriptedServer?>(nil)
    }

    private static func event(_ seq: Int) -> String {
        #"{"subscription":1,"topic":"state","seq":\#(seq),"changed":[],"cause":null,"state":{"joke":{"value":"á"}}}"#
    }

    private static func sendEvent(_ seq: Int) -> ScriptedServer.Step {
        .sendText(#"{"jsonrpc":"2.0","method":"event","params":\#(event(seq))}"# + "\n")
    }

    private static let subscription: JSON = [
        "subscription": 1, "connection": 1, "epoch": "e1", "seq": 1, "resumed": false,
    ]

    private func follow(_ path: String, to reader: Reader, _ words: String...) -> Output {
        let errors = scratchFile()
        defer { close(errors) }
        let code = JokectlMain.run(
            ["follow", "--socket", path] + words, environment: [:], output: reader.output, errors: errors)
        return Output(code: code, data: "", errors: contents(of: errors))
    }

    @Test("each event is a line, a restart is resumed, and the command ends with its reader")
    func resumesAfterRestart() {
        let reader = Reader()
        let server = ScriptedServer([
            [
                .answer(Self.subscription), Self.sendEvent(1),
                .sendText("{\"method\":\"event\",\"params\":{\"topic\":\"new\"}}\n"), Self.sendEvent(2),
            ],
            [
                .answer(Self.subscription), Self.sendEvent(3), .perform { reader.stopReading(after: 3) },
                .waitForHangUp,
            ],
        ])
        #expect(follow(server.path, to: reader) == Output(code: .done, data: "", errors: ""))
        #expect(reader.lines == [1, 2, 3].map(Self.event))
        let params = server.finish().filter(\.wantsReply).map(\.params)
        #expect(
            params == [["topics": ["state"]], ["topics": ["state"], "since": ["epoch": "e1", "seq": 2]]])
    }

    @Test("a long joke is shown part by part, again from the first one, and a new joke from its first part")
    func scrolls() {
        let reader = Reader()
        let state = { (seq: Int, value: String) -> ScriptedServer.Step in
            let state = RunTests.state.jsonText.replacing(#"First line.\nSecond line."#, with: value)
            let event = Self.event(seq).replacing(#"{"joke":{"value":"á"}}"#, with: state)
            return .sendText(#"{"jsonrpc":"2.0","method":"event","params":\#(event)}"# + "\n")
        }
        let server = ScriptedServer([
            [
                .answer(Self.subscription), state(1, "One. Two."), .perform { reader.take(3) },
                state(2, "A. B. C."),
                .perform {
                    // Parts of the first joke may be on their way.
                    repeat { reader.take(1) } while reader.lines.last?.first != "A"
                    reader.stopReading(after: 2)
                }, .waitForHangUp,
            ]
        ])
        let output = follow(server.path, to: reader, "--for", "plain", "--width", "4", "--scroll", "0.05")
        #expect(output == Output(code: .done, data: "", errors: ""))
        #expect(reader.lines.prefix(3) == ["One. 1/2", "Two. 2/2", "One. 1/2"])
        #expect(reader.lines.suffix(3) == ["A. 1/3", "B. 2/3", "C. 3/3"])
        _ = server.finish()
    }

    @Test("a missing daemon is reported at once, and the state when there is one")
    func startsWithoutDaemon() throws {
        let reader = Reader()
        let directory = TemporaryDirectory()
        let path = directory.path + "/socket"
        let lateServer = LateServer()
        let arrival = BlockingThread {
            reader.take(1)
            let server = ScriptedServer(
                [
                    [
                        .answer(Self.subscription), Self.sendEvent(7),
                        .perform { reader.stopReading(after: 1) },
                        .waitForHangUp,
                    ]
                ],
                at: path)
            lateServer.server.withLock { $0 = server }
        }
        #expect(follow(path, to: reader).code == .done)
        arrival.join()
        #expect(reader.lines.last == Self.event(7))
        let first = try JSON(parsing: try #require(reader.lines.first).utf8)
        #expect(first["online"] == false)
        #expect(first["state"] == .null)
        #expect(first["error"]?["kind"] == "unreachable")
        // After a line that reports the outage, the whole state is requested.
        #expect(lateServer.server.withLock { $0 }?.finish().last?.params == ["topics": ["state"]])
    }

    @Test("after a reported outage the whole state is requested again")
    func stateAfterOutage() throws {
        let reader = Reader()
        let first = ScriptedServer(.answer(Self.subscription), Self.sendEvent(1))
        let lateServer = LateServer()
        let restart = BlockingThread {
            reader.take(1)
            _ = first.finish()
            reader.take(1)
            let second = ScriptedServer(
                [
                    [
                        .answer(Self.subscription), Self.sendEvent(2),
                        .perform { reader.stopReading(after: 1) },
                        .waitForHangUp,
                    ]
                ],
                at: first.path)
            lateServer.server.withLock { $0 = second }
        }
        #expect(follow(first.path, to: reader).code == .done)
        restart.join()
        #expect(reader.lines.count == 3)
        #expect(reader.lines.first == Self.event(1))
        #expect(reader.lines.last == Self.event(2))
        #expect(lateServer.server.withLock { $0 }?.finish().last?.params == ["topics": ["state"]])
    }

    @Test(
        "no entry of the log is lost after an outage before the first event"
    )
    func logAfterOutage() throws {
        let (reader, signal) = (Reader(), Reader())
        let first = ScriptedServer(.answer(Self.subscription), .perform { write(signal.output, "\n", 1) })
        let lateServer = LateServer()
        let restart = BlockingThread {
            // The outage.
            reader.take(1)
            let second = ScriptedServer(
                [
                    [
                        .answer(Self.resumed), Self.sendLikedEntry(5), .perform { reader.take(1) },
                    ],
                    [
                        .answer(Self.resumed), Self.sendLikedEntry(9),
                        .perform { reader.stopReading(after: 1) },
                        .waitForHangUp,
                    ],
                ], at: first.path)
            lateServer.server.withLock { $0 = second }
        }
        let end = BlockingThread {
            signal.take(1)
            _ = first.finish()
        }
        #expect(follow(first.path, to: reader, "--topic", "log").code == .done)
        end.join()
        restart.join()
        #expect(reader.lines.dropFirst().map { $0.contains("liked") } == [true, true])
        let resumePositions = lateServer.server.withLock { $0 }?.finish().filter(\.wantsReply).map {
            $0.params["since"]
        }
        #expect(resumePositions == [["epoch": "e1", "seq": 1], ["epoch": "e1", "seq": 5]])
    }

    private static let resumed: JSON = [
        "subscription": 1, "connection": 1, "epoch": "e1", "seq": 9, "resumed": true,
    ]

    private static func sendLikedEntry(_ seq: Int) -> ScriptedServer.Step {
        .sendText(
            #"{"jsonrpc":"2.0","method":"event","params":{"subscription":1,"topic":"log","seq":\#(seq),"event":"liked"}}"#
                + "\n")
    }

    @Test("an idle follower ends with its reader")
    func idleFollower() {
        let reader = Reader()
        let server = ScriptedServer(
            .answer(Self.subscription), Self.sendEvent(1), .perform { reader.stopReading(after: 1) },
            .waitForHangUp)
        #expect(follow(server.path, to: reader).code == .done)
        _ = server.finish()
    }

    @Test("a follower that waits for a daemon ends with its reader")
    func waitingFollower() {
        let reader = Reader()
        let bar = BlockingThread { reader.stopReading(after: 1) }
        #expect(follow("/nowhere/socket", to: reader).code == .done)
        bar.join()
    }

    private static func state(_ seq: Int, _ value: String) -> ScriptedServer.Step {
        .sendText(event(seq, value))
    }

    private static func event(_ seq: Int, _ value: String) -> String {
        var state = RunTests.state.objectValue ?? [:]
        state.set(
            "joke",
            ["id": "j\(seq)", "value": .string(value), "categories": [], "source": "s", "language": "en"])
        let event: JSON = ["topic": "state", "seq": .integer(seq), "changed": [], "state": .object(state)]
        return #"{"jsonrpc":"2.0","method":"event","params":\#(event.jsonText)}"# + "\n"
    }

    @Test("a bar gets each change, a line without jokesd, and the card after its return")
    func barChanges() throws {
        let (reader, signal) = (Reader(), Reader())
        let first = ScriptedServer(
            .answer(Self.subscription), Self.state(1, "One."), Self.state(2, "One."),
            .perform { signal.take(1) }, Self.state(3, "Two."))
        let lateServer = LateServer()
        let restart = BlockingThread {
            reader.take(1)
            write(signal.output, "\n", 1)
            reader.take(1)
            _ = first.finish()
            reader.take(1)
            let second = ScriptedServer(
                [
                    [
                        .answer(Self.subscription), Self.state(4, "Two."),
                        .perform { reader.stopReading(after: 1) },
                        .waitForHangUp,
                    ]
                ], at: first.path)
            lateServer.server.withLock { $0 = second }
        }
        #expect(follow(first.path, to: reader, "--for", "plain").code == .done)
        restart.join()
        #expect(reader.lines == ["One.", "Two.", "no jokesd", "Two."])
        _ = lateServer.server.withLock { $0 }?.finish()
    }

    @Test("a bar gets one line for changes that arrive together")
    func barChangesTogether() {
        let reader = Reader()
        let server = ScriptedServer(
            .answer(Self.subscription), Self.state(1, "One."), .perform { reader.take(1) },
            .sendText((2...5).map { Self.event($0, "Joke \($0).") }.joined()),
            .perform { reader.stopReading(after: 1) }, .waitForHangUp)
        #expect(follow(server.path, to: reader, "--for", "plain").code == .done)
        #expect(reader.lines == ["One.", "Joke 5."])
        _ = server.finish()
    }

    @Test("tmux gets its first line once more after its first second, in which it ignores what a job prints")
    func repeatsForTmux() {
        let reader = Reader()
        let server = ScriptedServer(
            .answer(Self.subscription), Self.state(1, "One."), .perform { reader.stopReading(after: 2) },
            .waitForHangUp)
        let start = ContinuousClock.now
        #expect(follow(server.path, to: reader, "--for", "tmux").code == .done)
        #expect(reader.lines == ["One.", "One."])
        #expect(ContinuousClock.now - start > .seconds(1))
        _ = server.finish()
    }

    @Test("a bar keeps its line during a restart")
    func barDuringRestart() {
        let reader = Reader()
        let server = ScriptedServer([
            [
                .answer(Self.subscription), Self.state(1, "One."), .perform { reader.take(1) },
                .sendText(
                    #"{"method":"event","params":{"subscription":1,"topic":"state","seq":1,"event":"closing"}}"#
                        + "\n"),
                .waitForHangUp,
            ],
            [
                .answer(Self.subscription), Self.state(2, "Two."), .perform { reader.stopReading(after: 1) },
                .waitForHangUp,
            ],
        ])
        #expect(follow(server.path, to: reader, "--for", "plain").code == .done)
        #expect(reader.lines == ["One.", "Two."])
        let since = server.finish().filter(\.wantsReply).map { $0.params["since"] }
        #expect(since == [nil, ["epoch": "e1", "seq": 1]])
    }

    @Test("a topic that an older jokesd does not know is an error that ends the command")
    func unknownTopic() {
        let reader = Reader()
        let error = WireError(parameter: "topics[0]", expected: "one of state, log", found: "'feed'")
        let server = ScriptedServer(.refuse(error))
        let output = follow(server.path, to: reader, "--topic", "feed")
        #expect(output.code == .usage)
        #expect(output.errors.hasPrefix("jokectl: the topic is not valid; it must be one of state, log"))
        #expect(server.finish().last?.params == ["topics": ["feed"]])
        close(reader.input)
    }
}
