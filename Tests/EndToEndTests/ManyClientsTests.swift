// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Many clients at once")
struct ManyClientsTests {
    @Test("64 busy clients and 400 idle ones each get their own replies in order")
    func manyClients() throws {
        _ = OpenFileLimit.raise(to: .max)
        let daemon = try TestDaemon.ready()
        let idle = try (0..<400).map { _ in try daemon.connect() }
        let busy = try (0..<64).map { _ in try daemon.connect() }
        #expect(try busy[0].call(.daemonStatus)["connections"]?.integerValue ?? 0 >= 464)
        // Half of the clients write before they read the replies.
        for _ in 0..<10 {
            let questions = try busy.enumerated().map { number, client in
                try (0..<5).map { try ask(client, number, $0) }
            }
            for (client, questions) in zip(busy, questions) {
                for question in questions { try check(question, client) }
            }
        }
        for client in idle { try client.call(.ping) }
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("with few descriptors, clients beyond the lowered limit get busy, and a like still works")
    func fewDescriptors() throws {
        _ = OpenFileLimit.raise(to: .max)
        let daemon = try TestDaemon()
        daemon.wrapper = ["/bin/sh", "-c", #"ulimit -n 64 && exec "$0" "$@""#]
        try daemon.start()
        try daemon.awaitJokes()
        let first = try daemon.connect()
        let limit = try first.call(.hello)["limits"]?["connections"]?.integerValue ?? 0
        #expect(1..<64 ~= limit)
        let others = try (1..<limit).map { _ in try daemon.connect() }
        for client in others { try client.call(.ping) }
        for _ in 0..<120 - limit {
            let reply = try daemon.connect().message()
            #expect(reply["error"]?["data"]?["kind"] == "busy")
        }
        #expect(try first.call(.jokeLike)["changed"] == true)
        #expect(daemon.errors.contains("raise LimitNOFILE="))
        #expect(try daemon.terminate() == .exited(0))
    }

    private struct Question {
        let id: Int
        let isRight: (JSON) -> Bool
    }

    /// Makes one of five kinds of requests, with parameters of this client.
    private func ask(_ client: SocketClient, _ number: Int, _ kind: Int) throws -> Question {
        switch kind {
        case 0:
            let name = "nobody-\(number)"
            let id = try client.request(.jokeLike, ["joke": .string(name)])
            return Question(id: id) { $0["error"]?["data"]?["joke"] == .string(name) }
        case 1:
            let id = try client.request(.cardDrag, ["translation": 0.1, "predictedEndX": 1, "width": 414])
            return Question(id: id) { $0["result"]?["seq"]?.integerValue != nil }
        case 2:
            let id = try client.request(.savedList, ["limit": .integer(1_000 + number)])
            return Question(id: id) {
                $0["error"]?["message"]?.stringValue?.hasSuffix("found \(1_000 + number).") == true
            }
        case 3:
            let id = try client.request(.stateGet)
            return Question(id: id) { $0["result"]?["state"]?["cardTranslation"] == 0.1 }
        default:
            return Question(id: try client.request(.hello)) { reply in
                reply["result"]?["features"]?.arrayValue?.count ?? 0 >= Method.allCases.count
            }
        }
    }

    private func check(_ question: Question, _ client: SocketClient) throws {
        let reply = try client.message()
        #expect(reply["id"]?.integerValue == question.id)
        #expect(question.isRight(reply), "\(reply.jsonText)")
    }
}
