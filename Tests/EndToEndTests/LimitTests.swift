// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// The limits of Protocol.md that a transcript cannot show (limits.ndjson has the others).
@Suite("Limits")
struct LimitTests {
    @Test("the longest line is executed, one byte more is refused, and the next line is read")
    func longestLine() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        try client.send(ping(long: Limits.requestLine))
        #expect(try client.message() == ["jsonrpc": "2.0", "id": 1, "result": [:]])
        try client.send(ping(long: Limits.requestLine + 1))
        let refusal = try client.message()
        #expect(refusal["id"] == .null && refusal["error"]?["data"]?["kind"] == "too_large")
        #expect(refusal["error"]?["data"]?["limit"]?.integerValue == Limits.requestLine)
        try client.send(ping(long: Limits.requestLine + 1_000_000))
        #expect(try client.message()["error"]?["data"]?["kind"] == "too_large")
        try client.call(.ping)
    }

    @Test("no more requests are in flight than hello advertises")
    func inFlight() throws {
        let daemon = try TestDaemon.ready()
        let (eager, observer) = (try daemon.connect(), try daemon.connect())
        let number = try #require(try eager.call(.hello)["connection"])
        // Each like waits for the disk. More of them would have too many unread replies.
        let likes = (1...200).flatMap {
            Request(id: RequestID($0), method: Method.jokeLike.rawValue).jsonLine
        }
        try eager.send(likes)
        var most = 0
        var taken = 0
        while taken <= 200 {
            let clients = try observer.call(.daemonStatus, ["clients": true])["clients"]?.arrayValue
            let report = try #require(clients?.first { $0["connection"] == number })
            most = max(most, try #require(report["inFlight"]?.integerValue))
            taken = try #require(report["requests"]?.integerValue)
        }
        #expect(most > 0 && most <= Limits.requestsInFlight)
        for id in 1...200 { #expect(try eager.message()["id"]?.integerValue == id) }
    }

    @Test("requests that were sent before SIGTERM are answered, however many there are")
    func termination() throws {
        let daemon = try TestDaemon.ready()
        let clients = try (0..<4).map { _ in try daemon.connect() }
        let methods = [Method.jokeNext, .savedList, .jokeLike, .savedList, .jokeUndo]
        for client in clients {
            try client.send(
                (1...300).flatMap {
                    Request(id: RequestID($0), method: methods[$0 % methods.count].rawValue).jsonLine
                })
        }
        let process = try #require(daemon.process)
        process.send(SIGTERM)
        for client in clients {
            for id in 1...300 {
                let reply = try client.message()
                #expect(
                    reply["id"]?.integerValue == id && reply["error"]?["data"]?["kind"] != "closing",
                    "\(reply)")
            }
        }
        #expect(try process.wait() == .exited(0))
    }

    @Test("a batch of too many calls is refused as a whole")
    func largestBatch() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        try client.send("[" + Array(repeating: "1", count: Limits.batch + 1).joined(separator: ",") + "]")
        #expect(try client.message()["error"]?["data"]?["limit"]?.integerValue == Limits.batch)
        try client.send("[" + Array(repeating: "1", count: Limits.batch).joined(separator: ",") + "]")
        #expect(try client.message().arrayValue?.count == Limits.batch)
    }

    @Test("a connection beyond the limit is refused, and accepted after another one ends")
    func mostConnections() throws {
        let daemon = try TestDaemon.ready(configuration: #"{ "limits": { "connections": 20 } }"#)
        var clients: [SocketClient] = []
        // The connections of `ready` may not be closed yet.
        while clients.count < 20 {
            let client = try daemon.connect()
            try client.send(#"{"method":"hello"}"#)
            guard let limits = try client.message()["result"]?["limits"] else { continue }
            #expect(limits["connections"] == 20)
            clients.append(client)
        }
        for _ in 0..<3 {
            let late = try daemon.connect()
            let error = try late.message()["error"]
            #expect(error?["data"]?["kind"] == "busy" && error?["data"]?["retry"] == true)
            #expect(try late.line() == nil)
        }
        for client in clients { try client.call(.ping) }
        let first = clients.removeFirst()
        first.halfClose()
        #expect(try first.line() == nil)
        try daemon.connect().call(.ping)
    }

    private func ping(long count: Int) -> String {
        let (start, end) = (#"{"jsonrpc":"2.0","id":1,"method":"ping","x":""#, "\"}")
        let filling = count - start.utf8.count - end.utf8.count
        return start + String(repeating: "x", count: filling) + end
    }
}
