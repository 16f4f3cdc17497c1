// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeWire
import Testing

@Suite("A connection")
struct ConnectionTests {
    /// The timeout in seconds, which a passing test does not reach.
    private static let timeLimit = 10.0

    private func open(
        _ paths: [String], until deadline: Deadline
    ) throws(ConnectError) -> DaemonConnection {
        try DaemonConnection.open(at: SocketLocations(paths: paths, isNamed: false), until: deadline)
    }

    private func ask(
        _ server: ScriptedServer, within seconds: Double = timeLimit
    ) throws(ConnectError) -> Result<JSON, WireError> {
        let deadline = Deadline(after: seconds)
        var connection = try open([server.path], until: deadline)
        return try connection.request("ping", until: deadline)
    }

    private func failure(_ server: ScriptedServer, within seconds: Double = timeLimit) -> ConnectError? {
        do throws(ConnectError) {
            _ = try ask(server, within: seconds)
            return nil
        } catch {
            return error
        }
    }

    @Test("a client sends hello and the request, and gets the reply")
    func reply() throws {
        let server = ScriptedServer(.answer(["pong": true]))
        #expect(try ask(server) == .success(["pong": true]))
        let requests = server.finish()
        #expect(requests.map(\.method) == ["hello", "ping"])
        #expect(requests.first?.params["client"] == "jokectl")
        #expect(requests.first?.wantsReply == false)
    }

    @Test("a reply may come in pieces")
    func replyInPieces() throws {
        let reply = Array(#"{"jsonrpc":"2.0","id":1,"result":{"é":"🤣"}}"#.utf8) + [0x0A]
        let server = ScriptedServer([[.listen] + reply.map { .sendBytes([$0]) }])
        #expect(try ask(server) == .success(["é": "🤣"]))
        _ = server.finish()
    }

    @Test("a last line without a newline counts")
    func lastLineWithoutNewline() throws {
        let server = ScriptedServer(.listen, .sendText(#"{"id":1,"result":{}}"#))
        #expect(try ask(server) == .success([:]))
        _ = server.finish()
    }

    @Test("events, other replies and unknown members before the reply are ignored")
    func unrelatedLines() throws {
        let server = ScriptedServer(
            .listen, .sendText("\n{\"method\":\"event\",\"params\":{\"topic\":\"news\"}}\n"),
            .sendText("{\"method\":\"brandNew\"}\n{\"id\":99,\"result\":{}}\n{\"unknown\":[1]}\n"),
            .sendText("{\"later\":1,\"id\":1,\"result\":{\"a\":1},\"more\":{}}\n"))
        #expect(try ask(server) == .success(["a": 1]))
        _ = server.finish()
    }

    @Test("an error of the daemon is a reply")
    func daemonError() throws {
        let server = ScriptedServer(.refuse(WireError(.staleJoke)))
        #expect(try ask(server) == .failure(WireError(.staleJoke)))
        _ = server.finish()
    }

    @Test("an error without an id refers to the request")
    func errorWithoutID() throws {
        let server = ScriptedServer(
            .sendText(#"{"id":null,"error":{"code":-32030,"message":"Full.","data":{"kind":"busy"}}}"#))
        #expect(try ask(server) == .failure(WireError(.busy, "Full.")))
        _ = server.finish()
    }

    @Test(
        "a peer that does not speak the protocol is reported",
        arguments: [
            "garbage\n", "HTTP/1.1 400 Bad Request\r\n", "{\"id\":1,\"error\":{}}\n", "\u{0}\n",
            String(repeating: "[", count: 1000) + "\n",
        ])
    func notTheProtocol(_ line: String) {
        let server = ScriptedServer(.listen, .sendText(line), .waitForHangUp)
        guard case .notTheProtocol = failure(server) else {
            Issue.record("nonsense was not noticed")
            return
        }
        _ = server.finish()
    }

    @Test("an endless line is refused")
    func endlessLine() {
        let megabyte = [UInt8](repeating: 0x20, count: 1 << 20)
        let server = ScriptedServer([
            [.listen] + [ScriptedServer.Step](repeating: .sendBytes(megabyte), count: 4)
        ])
        guard case .notTheProtocol = failure(server) else {
            Issue.record("an endless line was not noticed")
            return
        }
        _ = server.finish()
    }

    @Test("a closed connection is not a reply")
    func closedConnection() {
        let server = ScriptedServer(.listen)
        #expect(failure(server) == .closed)
        _ = server.finish()
    }

    @Test("a request without a reply times out")
    func timeout() {
        let server = ScriptedServer(.waitForHangUp)
        #expect(failure(server, within: 0.05) == .timedOut)
        _ = server.finish()
    }

    @Test("a connection to a full backlog times out")
    func fullBacklog() {
        // The server does not accept, and its backlog holds 8 connections.
        let server = ScriptedServer([])
        #expect(openMany(12, at: server.path) == .timedOut)
        _ = server.finish()
    }

    /// Opens this number of connections at once.
    private func openMany(_ count: Int, at path: String) -> ConnectError? {
        guard count > 0 else { return nil }
        do throws(ConnectError) {
            let connection = try open([path], until: Deadline(after: 0.05))
            return withExtendedLifetime(connection) { openMany(count - 1, at: path) }
        } catch {
            return error
        }
    }

    @Test("the first socket with a listener is used")
    func firstListener() throws {
        let server = ScriptedServer(.answer([:]))
        let deadline = Deadline(after: Self.timeLimit)
        var connection = try open(
            ["/nowhere/socket", "/dev/null/socket", "/dev/null", server.path], until: deadline)
        #expect(try connection.request("ping", until: deadline) == .success([:]))
        _ = server.finish()
    }

    @Test("without a listener the error has the first path")
    func noListener() {
        do throws(ConnectError) {
            _ = try open(["/nowhere/socket", "/nowhere/else"], until: .never)
            Issue.record("somebody listened")
        } catch {
            #expect(error == .unreachable(path: "/nowhere/socket"))
        }
    }

    @Test("a path that is too long is refused")
    func tooLongPath() {
        let path = "/" + String(repeating: "x", count: 108)
        do throws(ConnectError) {
            _ = try open([path], until: .never)
            Issue.record("somebody listened")
        } catch {
            #expect(error == .badPath(path))
        }
    }
}
