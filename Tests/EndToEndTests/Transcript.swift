// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

/// A transcript: what clients send and must receive, one step a line (Tests/Conformance/README.md).
struct Transcript: Sendable, CustomTestStringConvertible {
    let name: String
    private static let directory = "\(Programs.checkout)/Tests/Conformance"
    private static let ending = ".ndjson"

    static var all: [Transcript] {
        Files.names(in: directory).filter { $0.hasSuffix(ending) }
            .map { Transcript(name: String($0.dropLast(ending.count))) }
    }

    var testDescription: String { name }

    /// Plays the transcript with a daemon that has a full queue. Throws at the first difference.
    func play(against daemon: TestDaemon) throws {
        var run = TranscriptRun(daemon: daemon)
        let text = try Files.text("\(Self.directory)/\(name)\(Self.ending)")
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            do {
                guard let step = try JSON(parsing: line.utf8).objectValue else {
                    throw TestSupportError("A step is an object")
                }
                try run.play(step)
            } catch {
                throw TestSupportError("\(name)\(Self.ending):\(index + 1): \(error)")
            }
        }
    }
}

/// The clients of a running transcript.
private struct TranscriptRun {
    let daemon: TestDaemon
    private var clients: [String: SocketClient] = [:]
    private var pattern = Pattern()

    init(daemon: TestDaemon) { self.daemon = daemon }

    mutating func play(_ step: JSONObject) throws {
        let client = try client(step["on"]?.stringValue ?? "a")
        for member in step where member.name != "on" && member.name != "note" {
            try play(member.name, member.value, on: client)
        }
    }

    private mutating func play(_ action: String, _ value: JSON, on client: SocketClient) throws {
        switch action {
        case "send": try client.send(value.stringValue ?? pattern.filled(value).jsonText)
        case "sendBytes": try client.send(bytes(value))
        case "sendLong":
            let count = value.integerValue ?? 0
            try client.send([UInt8](repeating: UInt8(ascii: "x"), count: count) + [UInt8(ascii: "\n")])
        case "halfClose": client.halfClose()
        case "expect":
            let message = try client.message()
            if let mismatch = pattern.mismatch(value, message) {
                throw TestSupportError("\(mismatch)\n  in \(message.jsonText)")
            }
        case "expectText":
            let line = try client.line()
            guard line == value.stringValue else { throw TestSupportError("found \(line ?? "the end")") }
        case "expectEnd":
            if let line = try client.line() { throw TestSupportError("expected the end, found \(line)") }
        default: throw TestSupportError("There is no step '\(action)'")
        }
    }

    private mutating func client(_ name: String) throws -> SocketClient {
        if let client = clients[name] { return client }
        let client = try daemon.connect()
        clients[name] = client
        return client
    }

    private func bytes(_ value: JSON) throws -> [UInt8] {
        try (value.arrayValue ?? []).flatMap { element throws in
            if let text = element.stringValue { return Array(text.utf8) }
            guard let number = element.integerValue, let byte = UInt8(exactly: number) else {
                throw TestSupportError("\(element.jsonText) is no byte")
            }
            return [byte]
        }
    }
}
