// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire

/// The program `jokesd-fetch serve`, with the test in place of jokesd.
final class FetchProcess {
    private let process: TestProcess
    private let line: Descriptor
    private let directory = TemporaryDirectory()
    private var unread: [UInt8] = []

    init(environment: [String: String] = [:]) throws {
        // One for both directions: closing our half of it is the end of its input.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw TestSupportError.system("socketpair")
        }
        line = Descriptor(owning: ends[0])
        let (theirs, errors) = (Descriptor(owning: ends[1]), try Files.create("\(directory.path)/errors"))
        process = try TestProcess(
            try Programs.path(of: "jokesd-fetch"), ["serve"],
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given },
            streams: (theirs.number, theirs.number, errors.number))
    }

    /// Returns the result of one request.
    static func result(
        of request: SourceRequest, _ environment: [String: String]
    ) throws -> Result<SourceResult, SourceError> {
        let fetch = try FetchProcess(environment: environment)
        try fetch.send(request, id: 1)
        guard let reply = try fetch.reply() else { throw TestSupportError.system("read") }
        return reply.result
    }

    func send(_ request: SourceRequest, id: Int) throws { try send(request.message(id: id).jsonText) }

    func send(_ text: String) throws {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(line.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TestSupportError.system("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next reply, or nil at the end.
    func reply() throws -> SourceReply? { try text().map { try SourceReply(line: Array($0.utf8)) } }

    func text() throws -> String? {
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...newline) }
                return String(decoding: unread[..<newline], as: UTF8.self)
            }
            _ = try line.wait(for: POLLIN, "a reply", until: TestDeadline())
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(line.number, &chunk, chunk.count)
            guard count > 0 else { return nil }
            unread += chunk[..<count]
        }
    }

    func closeInput() { shutdown(line.number, Int32(SHUT_WR)) }

    func send(signal: Int32) { process.send(signal) }

    func end() throws -> WaitStatus { try process.wait() }

    var memory: Int { get throws { try ProcessMemory.resident(process) } }
}
