// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeDaemon
import JokeWire
import Testing

@Suite("The log")
struct LogTests {
    /// Returns what `body` logs to a pipe. JOURNAL_STREAM is `stream` of that pipe.
    private func logged(
        stream: (stat) -> String? = { _ in nil }, mostVerbose: Log.Level = .info,
        journalSocket: String = "/nonexistent/journal", _ body: (Log) -> Void
    ) throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        var status = stat()
        try #require(fstat(ends[1], &status) == 0)
        var variables: [String: String] = [:]
        variables["JOURNAL_STREAM"] = stream(status)
        body(
            Log(
                descriptor: ends[1], environment: Environment(variables, userID: 1), mostVerbose: mostVerbose,
                journalSocket: journalSocket, unit: "own.service")
        )
        close(ends[1])
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }

    private func everything(_ log: Log) {
        log.error("e")
        log.warning("w")
        log.notice("n")
        log.info("i")
        log.debug("d")
    }

    @Test("the journal gets fields, and a message cannot add one")
    func journalFields() throws {
        let home = TemporaryHome()
        let journal = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(journal) }
        withAddress("\(home.path)/journal") { _ = bind(journal, $0, $1) }
        let text = try logged(stream: { "\($0.st_dev):\($0.st_ino)" }, journalSocket: "\(home.path)/journal")
        {
            $0.warning(
                "a\nJOKE_ID=b",
                .init(
                    id: .sourceFailed, joke: "j1", source: "web", client: "bar\nPRIORITY=0",
                    errorKind: "offline"))
        }
        #expect(text.isEmpty)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(journal, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        let entry = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        #expect(
            entry == """
                MESSAGE=a\\u{A}JOKE_ID=b
                PRIORITY=4
                SYSLOG_IDENTIFIER=jokesd
                USER_UNIT=own.service
                MESSAGE_ID=f2957c3ab0e84d6c91b5d6e8470a3f7d
                JOKE_ID=j1
                SOURCE=web
                CLIENT=bar\\u{A}PRIORITY=0
                ERROR_KIND=offline

                """)
    }

    @Test("an entry has ids instead of jokes")
    func entryHasIDs() throws {
        let text = try logged { log in
            let joke = Joke(id: Joke.ID(rawValue: "j1"), value: "Knock.", source: "web", language: "en")
            let cause = EventCause(method: "joke.like", client: "bar", connection: 1)
            let time = WallTime(milliseconds: 0)
            log.note(LogEntry(.liked(joke), sequence: 1, at: time, cause: cause))
            let error = CardState.ErrorInfo(kind: "offline", message: "No network.")
            log.note(LogEntry(.fetchFailed(source: "web", error), sequence: 2, at: time, cause: nil))
        }
        #expect(text == "jokesd: liked j1\njokesd: No network.\n")
    }

    @Test("without its socket the journal gets each line with its priority")
    func journalStream() throws {
        let text = try logged(stream: { "\($0.st_dev):\($0.st_ino)" }, everything)
        #expect(text == "<3>e\n<4>w\n<5>n\n<6>i\n<7>d\n")
    }

    @Test(
        "a terminal gets the program's name and the lines down to a level",
        arguments: [
            (Log.Level.warning, "jokesd: e\njokesd: w\n"),
            (.info, "jokesd: e\njokesd: w\njokesd: n\njokesd: i\n"),
            (.debug, "jokesd: e\njokesd: w\njokesd: n\njokesd: i\njokesd: d\n"),
        ])
    func terminal(level: Log.Level, expected: String) throws {
        #expect(try logged(mostVerbose: level, everything) == expected)
    }

    @Test("a redirected standard error is not the journal")
    func redirectedStream() throws {
        #expect(try logged(stream: { "\($0.st_dev):\($0.st_ino + 1)" }) { $0.error("e") } == "jokesd: e\n")
    }

    @Test(
        "hostile text is logged as one line without control characters",
        arguments: [
            ("a\nb", "a\\u{A}b"), ("\u{1B}[31m", "\\u{1B}[31m"), ("\r\0\u{7F}", "\\u{D}\\u{0}\\u{7F}"),
            ("\u{9B}2J", "\\u{9B}2J"), ("\u{202E}x", "\\u{202E}x"), ("\u{2028}", "\\u{2028}"),
            ("niño 👩‍👧 <3>", "niño 👩‍👧 <3>"),
        ])
    func hostileText(text: String, expected: String) {
        #expect(Escaper.log.escaped(text) == expected)
    }
}
