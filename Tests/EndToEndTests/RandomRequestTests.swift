// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Random requests")
struct RandomRequestTests {
    @Test(
        "every random request gets a reply that is not an internal error",
        arguments: 1...4)
    func randomRequests(seed: UInt64) throws {
        let daemon = try TestDaemon.ready()
        var source = RequestSource(generator: Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15))
        for _ in 0..<40 {
            let requests = (1...25).map { source.next(id: $0) }
            let client = try daemon.connect()
            try client.send(requests.flatMap(\.jsonLine))
            client.halfClose()
            let messages = try client.rest().map { try JSON(parsing: $0.utf8) }
            let replies = messages.filter { $0["method"] == nil }
            #expect(replies.compactMap { $0["id"]?.integerValue }.sorted() == Array(1...25))
            #expect(!replies.contains { $0["error"]?["data"]?["kind"] == "internal" })
            for joke in replies.compactMap({ $0["result"]?["joke"]?["id"]?.stringValue }) {
                source.learn(joke)
            }
        }
        #expect(try #require(daemon.process).isRunning, "\(daemon.errors)")
        #expect(try daemon.terminate() == .exited(0))
    }
}

/// Makes requests with valid, unusual or invalid parameters.
private struct RequestSource {
    var generator: Xorshift
    private var words = [
        "daily", "error", "", "builtin", "state", "x\u{202E}\0", String(repeating: "é", count: 90),
    ]
    private static let numbers: [Double] = [
        0, 1, -1, 0.6, -0.6, 414, 500, 1e308, -1e308, .leastNonzeroMagnitude, 9_007_199_254_740_992, 1e300,
        200, 201,
    ]

    init(generator: Xorshift) { self.generator = generator }

    mutating func learn(_ joke: String) {
        if words.count < 40 { words.append(joke) }
    }

    mutating func next(id: Int) -> Request {
        let method = Method.allCases.randomElement(using: &generator) ?? .ping
        var params: JSONObject = [:]
        for parameter in method.description.params where Int.random(in: 0..<3, using: &generator) > 0 {
            let isRight = Int.random(in: 0..<5, using: &generator) > 0
            params.append(parameter.name, isRight ? right(parameter.schema) : odd())
        }
        return Request(id: RequestID(id), method: method.rawValue, params: .object(params))
    }

    private mutating func right(_ schema: ValueSchema) -> JSON {
        switch schema {
        case .integer, .range: .integer(Int.random(in: -2...300, using: &generator))
        case .number: number()
        case .boolean: .bool(Bool.random(using: &generator))
        case .object: .object(["epoch": .string(word()), "seq": number()])
        case .array: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in .string(word()) })
        default: .string(word())
        }
    }

    private mutating func odd() -> JSON {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .null
        case 1: .array([number(), .string(word())])
        case 2: .object(["a": .object([:])])
        default: .string(word())
        }
    }

    private mutating func word() -> String { words.randomElement(using: &generator) ?? "" }
    private mutating func number() -> JSON { .number(Self.numbers.randomElement(using: &generator) ?? 0) }
}
