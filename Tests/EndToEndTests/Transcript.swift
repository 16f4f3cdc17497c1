// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

/// A transcript: what clients send and must receive, one step a line (Tests/Conformance/README.md).
struct Transcript {
    let name: String
    private static let directory = "\(Programs.checkout)/Tests/Conformance"
    private static let ending = ".ndjson"

    static var all: [Transcript] {
        Files.names(in: directory).filter { $0.hasSuffix(ending) }
            .map { Transcript(name: String($0.dropLast(ending.count))) }
    }

    /// Plays the transcript with a daemon that has a full queue, and returns what it sent. Throws at the first difference.
    func play(against daemon: TestDaemon) throws -> [SentObject] {
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
        return run.sent
    }
}

/// The clients of a running transcript.
private struct TranscriptRun {
    let daemon: TestDaemon
    private var clients: [String: SocketClient] = [:]
    private var pattern = Pattern()
    /// The method of each request, by its connection and its id.
    private var methods: [String: Method] = [:]
    private(set) var sent: [SentObject] = []

    init(daemon: TestDaemon) { self.daemon = daemon }

    mutating func play(_ step: JSONObject) throws {
        let name = step["on"]?.stringValue ?? "a"
        let client = try client(name)
        for member in step where member.name != "on" && member.name != "note" {
            try play(member.name, member.value, on: client, name)
        }
    }

    private mutating func play(
        _ action: String, _ value: JSON, on client: SocketClient, _ name: String
    ) throws {
        switch action {
        case "send":
            let line = value.stringValue ?? pattern.filled(value).jsonText
            remember(line, on: name)
            try client.send(line)
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
            for part in message.arrayValue ?? [message] {
                let id = (part["id"] ?? .null).jsonText
                let method = methods.removeValue(forKey: "\(name) \(id)")
                if let object = SentObject(part, method) { sent.append(object) }
            }
        case "expectText":
            let line = try client.line()
            guard line == value.stringValue else { throw TestSupportError("found \(line ?? "the end")") }
        case "expectEnd":
            if let line = try client.line() { throw TestSupportError("expected the end, found \(line)") }
        default: throw TestSupportError("There is no step '\(action)'")
        }
    }

    private mutating func remember(_ line: String, on name: String) {
        guard let message = try? JSON(parsing: line.utf8) else { return }
        for part in message.arrayValue ?? [message] where part["id"] != nil || part["jsonrpc"] == nil {
            let key = "\(name) \((part["id"] ?? .null).jsonText)"
            methods[key] = methods[key] == nil ? part["method"]?.stringValue.flatMap(Method.init(word:)) : nil
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
