// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import JokeDaemon

@Suite("The log")
struct SupervisorLogTests {
    /// What `body` logs to a pipe, whose JOURNAL_STREAM is `stream` of it.
    private func logged(
        stream: (stat) -> String? = { _ in nil }, mostVerbose: Log.Level = .info, _ body: (Log) -> Void
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
                descriptor: ends[1], environment: Environment(variables, userID: 1), mostVerbose: mostVerbose)
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

    @Test("the journal gets each line with its priority")
    func journal() throws {
        let text = try logged(stream: { "\($0.st_dev):\($0.st_ino)" }, everything)
        #expect(text == "<3>e\n<4>w\n<5>n\n<6>i\n<7>d\n")
    }

    @Test(
        "people get the program's name, down to a level",
        arguments: [
            (Log.Level.warning, "jokesd: e\njokesd: w\n"),
            (.info, "jokesd: e\njokesd: w\njokesd: n\njokesd: i\n"),
            (.debug, "jokesd: e\njokesd: w\njokesd: n\njokesd: i\njokesd: d\n"),
        ])
    func people(level: Log.Level, expected: String) throws {
        #expect(try logged(mostVerbose: level, everything) == expected)
    }

    @Test("a standard error that was redirected is not the journal")
    func redirected() throws {
        #expect(try logged(stream: { "\($0.st_dev):\($0.st_ino + 1)" }) { $0.error("e") } == "jokesd: e\n")
    }

    @Test(
        "hostile text is one harmless line",
        arguments: [
            ("a\nb", "a\\u{A}b"), ("\u{1B}[31m", "\\u{1B}[31m"), ("\r\0\u{7F}", "\\u{D}\\u{0}\\u{7F}"),
            ("\u{9B}2J", "\\u{9B}2J"), ("\u{202E}x", "\\u{202E}x"), ("\u{2028}", "\\u{2028}"),
            ("niño 👩‍👧 <3>", "niño 👩‍👧 <3>"),
        ])
    func hostile(text: String, expected: String) {
        #expect(Log.harmless(text) == expected)
    }
}
