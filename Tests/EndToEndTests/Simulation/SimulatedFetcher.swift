// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire

/// A jokesd-fetch that answers at any time or never, with jokes, errors, or what is no answer.
final class SimulatedFetcher {
    /// The source that it serves.
    static let source = "icanhazdadjoke"

    private struct Connection {
        let client: SocketClient
        /// The requests without an answer.
        var requests: [JSON] = []
    }

    private let server: SocketServer
    private var connections: [Connection] = []
    /// The number of the newest joke. It starts at the most jokes of a reply, so that no number is negative: "Joke -1"
    /// would be a duplicate of "Joke 1".
    private var lastJoke = 5

    init(path: String) throws { server = try SocketServer(path: path) }

    /// Reads the requests that have come. Returns their number, with those before.
    func read() throws -> Int {
        while let client = try server.waitingClient() { connections.append(Connection(client: client)) }
        for index in connections.indices {
            for line in try connections[index].client.arrivedLines() {
                connections[index].requests.append(try JSON(parsing: line.utf8))
            }
        }
        return connections.map(\.requests.count).reduce(0, +)
    }

    /// Answers one of the requests, or does something else. Returns what it did.
    func act(using random: inout Xorshift) throws -> String? {
        guard try read() > 0 else { return nil }
        let open = connections.indices.filter { !connections[$0].requests.isEmpty }
        guard let index = open.randomElement(using: &random) else { return nil }
        let place = Int.random(in: 0..<connections[index].requests.count, using: &random)
        let request = connections[index].requests.remove(at: place)
        let line: String
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
            connections.remove(at: index)
            return "jokesd-fetch ends"
        case 1: line = #"{"jsonrpc":"2.0","id":"#
        case 2: line = #"{"jsonrpc":"2.0","id":4711,"result":{"jokes":[],"requests":1}}"#
        case 3: return "jokesd-fetch forgets a request"
        case 4..<7:
            let (kind, failure) = [
                ("offline", "noNetwork"), ("timeout", "timedOut"), ("rate_limited", "rateLimited"),
                ("not_found", "httpStatus"), ("empty", "empty"),
            ][Int.random(in: 0..<5, using: &random)]
            line = """
                {"jsonrpc":"2.0","id":\(request["id"]?.jsonText ?? "null"),"error":{"code":-32000,"message":"It failed.",\
                "data":{"kind":"\(kind)","retry":true,"failure":"\(failure)","requests":1}}}
                """
        default:
            let isNew = Int.random(in: 0..<4, using: &random) > 0
            let count = Int.random(
                in: 0...min(5, request["params"]?["count"]?.integerValue ?? 1), using: &random)
            if isNew { lastJoke += count }
            let jokes = (0..<count).map {
                #"{"id":"\#(lastJoke - $0)","value":"Joke \#(lastJoke - $0) of the service.","categories":[],"#
                    + #""language":"en","url":null,"setup":null,"punchline":null,"flags":[],"safe":true}"#
            }
            line = """
                {"jsonrpc":"2.0","id":\(request["id"]?.jsonText ?? "null"),\
                "result":{"jokes":[\(jokes.joined(separator: ","))],"requests":1}}
                """
        }
        do { try connections[index].client.send(line) } catch { connections.remove(at: index) }
        return "jokesd-fetch: \(line.prefix(150))"
    }

    /// Closes all connections.
    func end() { connections = [] }
}
