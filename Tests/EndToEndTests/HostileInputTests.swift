// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Invalid input")
struct HostileInputTests {
    @Test("10 MB without a newline are one error, and the connection stays open")
    func endlessLine() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        for _ in 0..<10 { try client.send([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) }
        try client.send("")
        #expect(try client.message()["error"]?["data"]?["kind"] == "too_large")
        try client.call(.ping)
    }

    @Test("each malformed line gets an error, and the next line is read", arguments: MalformedLine.all)
    func malformed(_ line: MalformedLine) throws {
        let daemon = try TestDaemon()
        try daemon.start()
        let client = try daemon.connect()
        try client.send(line.bytes + [UInt8(ascii: "\n")])
        #expect(try client.message()["error"]?["data"]?["kind"]?.stringValue == line.kind)
        try client.call(.ping)
    }

    @Test("random bytes do not end the daemon")
    func randomBytes() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        var generator = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
        for _ in 0..<300 {
            let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try client.send(noise)
        }
        try client.send("")
        try daemon.connect().call(.ping)
        #expect(try #require(daemon.process).isRunning)
    }

    @Test("no text of a request is a fault of the store or of the daemon, however long it is")
    func longTexts() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let texts = ["*", "x", "\"", "*%", "é ", "a* "].map { piece in
            String(repeating: piece, count: 60_000 / (JSON.string(piece).jsonText.utf8.count - 2))
        }
        for method in Method.allCases {
            _ = try client.reply(to: try client.request(.jokeLike))
            for parameter in method.description.params {
                for text in texts + ["*" + texts[1] + "*"] {
                    var params: JSONObject = [parameter.name: .string(text)]
                    if case .array = parameter.schema { params = [parameter.name: [.string(text)]] }
                    for other in method.description.params
                    where other.required && other.name != parameter.name {
                        params.append(other.name, "x")
                    }
                    let reply = try client.reply(to: try client.request(method, params))
                    let kind = reply["error"]?["data"]?["kind"]?.stringValue
                    #expect(
                        kind != "storage" && kind != "internal",
                        "\(method) \(parameter.name) \(text.prefix(4))")
                }
            }
        }
        for query in [String(repeating: "x", count: 4_097), "*" + String(repeating: "é", count: 30_000)] {
            for method in [Method.savedSearch, .savedDelete] {
                let error = try client.refusal(method, ["query": .string(query)])
                #expect(error["data"]?["kind"] == "invalid_params" && error["data"]?["parameter"] == "query")
            }
        }
        try client.call(.savedSearch, ["query": .string("*" + String(repeating: "%", count: 4_094) + "*")])
    }

    @Test("clients that disconnect during a reply do not end the daemon")
    func disconnectedClients() throws {
        let daemon = try TestDaemon.ready()
        for _ in 0..<50 {
            let client = try daemon.connect()
            for _ in 0..<40 { try client.request(.hello) }
        }
        for _ in 0..<50 {
            let client = try daemon.connect()
            try client.send(Array(#"{"method":"joke.ne"#.utf8))
        }
        try daemon.connect().call(.ping)
    }
}

/// An invalid line and the kind of its error.
struct MalformedLine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: String
    let bytes: [UInt8]

    private init(_ description: String, _ kind: String, _ bytes: [UInt8]) {
        (testDescription, self.kind, self.bytes) = (description, kind, bytes)
    }

    private init(_ text: String, _ kind: String) { self.init(text, kind, Array(text.utf8)) }

    static let all: [MalformedLine] = [
        MalformedLine("hello?", "parse_error"),
        MalformedLine("{", "parse_error"),
        MalformedLine("{}", "invalid_request"),
        MalformedLine("null", "invalid_request"),
        MalformedLine("\"ping\"", "invalid_request"),
        MalformedLine("[]", "invalid_request"),
        MalformedLine(#"{"method":"ping"}{"method":"ping"}"#, "parse_error"),
        MalformedLine(#"{"method":"ping",}"#, "parse_error"),
        MalformedLine(#"{'method':'ping'}"#, "parse_error"),
        MalformedLine(#"{"method":"\ud800"}"#, "parse_error"),
        MalformedLine(#"{"method":7}"#, "invalid_request"),
        MalformedLine(#"{"method":""}"#, "method_not_found"),
        MalformedLine(#"{"method":"joke.next","params":{"wait":"yes"}}"#, "invalid_params"),
        MalformedLine("GET / HTTP/1.1", "parse_error"),
        MalformedLine(
            "invalid UTF-8", "parse_error", Array(#"{"method":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)),
        MalformedLine("zero bytes", "parse_error", [0, 0, 0, 0]),
        MalformedLine(
            "a byte order mark", "parse_error", [0xEF, 0xBB, 0xBF] + Array(#"{"method":"ping"}"#.utf8)),
        MalformedLine("60,000 brackets", "parse_error", [UInt8](repeating: UInt8(ascii: "["), count: 60_000)),
        MalformedLine("70,000 letters", "too_large", [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)),
    ]
}
