// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("jokesd-fetch serve")
struct FetchServerTests {
    private static func program(_ script: String) -> SourceRequest {
        var request = SourceRequest(source: "command", kind: .jokes(count: 1, categories: []))
        request.settings.command = ["/bin/sh", "-c", script]
        return request
    }

    /// A short joke with a character that is longer when it is written again.
    private static func jokeAPI(_ number: Int) -> String {
        """
        {"category":"Pun","type":"twopart","setup":"\\"","delivery":"\(number)","id":\(number),"lang":"en"}
        """
    }

    @Test("each service returns a joke", arguments: LoopbackService.allCases)
    func everyService(service: LoopbackService) throws {
        let server = try LoopbackHTTP { service.reply(to: $0) }
        let fetch = try FetchProcess()
        try fetch.send(
            "{\"jsonrpc\":\"2.0\",\"method\":\"introduce\",\"params\":{\"contact\":\"https://team.example/jokes\"}}"
        )
        try fetch.send(Loopback.request(service.rawValue, at: server.url), id: 1)
        let reply = try #require(try fetch.reply())
        #expect(reply.id == 1)
        #expect(reply.result.answer?.jokes.count == 1)
        #expect(
            server.requests.first?.headers["user-agent"]
                == "jokesd/\(Version.program) (+https://team.example/jokes)")
        #expect(server.requests.first?.headers["accept"] == "application/json")
        #expect(server.requests.first?.headers["accept-encoding"] == "gzip")
    }

    private static let outcomes: [LoopbackFault: (kind: SourceError.Kind, name: String)] =
        [
            .slowHeaders: (.timedOut, "timeout"),
            .slowBody: (.timedOut, "timeout"),
            .drip: (.timedOut, "timeout"),
            .reset: (.unreachable, "unreachable"),
            .cut: (.unreachable, "unreachable"),
            .lengthTooLong: (.unreachable, "unreachable"),
            .lengthTooShort: (.nonsense, "source_nonsense"),
            .gzipBomb: (.tooLarge, "source_nonsense"),
            .gzipLie: (.nonsense, "source_nonsense"),
            .endlessRedirect: (.redirect, "source_refused"),
            .rateLimitedSeconds: (.rateLimited, "rate_limited"),
            .rateLimitedDate: (.rateLimited, "rate_limited"),
            .rateLimitedSilently: (.rateLimited, "rate_limited"),
            .unavailableDate: (.httpStatus, "source_refused"),
            .serverError: (.httpStatus, "source_refused"),
            .badGateway: (.httpStatus, "source_refused"),
            .notFound: (.httpStatus, "source_refused"),
            .page: (.nonsense, "source_nonsense"),
            .large: (.tooLarge, "source_nonsense"),
            .largeChunked: (.tooLarge, "source_nonsense"),
            .invalidUTF8: (.nonsense, "source_nonsense"),
            .emptyBody: (.nonsense, "source_nonsense"),
            .noAnswer: (.unreachable, "unreachable"),
            .notHTTP: (.nonsense, "source_nonsense"),
            .otherJSON: (.nonsense, "source_nonsense"),
        ]

    @Test(
        "each fault of a service is reported to jokesd and to its clients as one kind of error",
        arguments: LoopbackFault.allCases)
    func faultKinds(fault: LoopbackFault) throws {
        let (kind, name) = try #require(Self.outcomes[fault])
        let server = try LoopbackHTTP { fault.reply(insteadOf: LoopbackService.chucknorris.reply(to: $0)) }
        let request = Loopback.request("chucknorris", at: server.url) { request in
            if kind == .timedOut { request.settings.timeout = 200 }
        }
        let fetch = try FetchProcess()
        try fetch.send(request, id: 1)
        let reply = try #require(try fetch.reply())
        #expect(reply.result.failure?.kind == kind)
        #expect(reply.result.failure?.errorKind.rawValue == name)
        // The program still works.
        try fetch.send(Self.program("echo Still here."), id: 2)
        #expect(try fetch.reply()?.result.answer?.jokes.map(\.value) == ["Still here."])
    }

    @Test("a proxy is used unless no_proxy excludes the host")
    func proxy() throws {
        let proxy = try LoopbackHTTP { request in
            var inner = request
            inner.target = String(request.target.dropFirst("http://jokes.invalid".count))
            return LoopbackService.icanhazdadjoke.reply(to: inner)
        }
        let environment = ["http_proxy": proxy.url]
        let request = Loopback.request("icanhazdadjoke", at: "http://jokes.invalid")
        #expect(try FetchProcess.result(of: request, environment).answer?.jokes.count == 1)
        #expect(proxy.requests.map(\.target) == ["http://jokes.invalid/"])
        let direct = environment.merging(["no_proxy": "jokes.invalid"]) { $1 }
        #expect(try FetchProcess.result(of: request, direct).failure?.errorKind == .nameNotFound)
        #expect(proxy.requests.count == 1)
    }

    @Test("an error of the proxy names the proxy")
    func proxyError() throws {
        let refusing = try LoopbackHTTP { _ in LoopbackReply([], status: "403 Forbidden") }
        let request = SourceRequest(source: "chucknorris", kind: .jokes(count: 1, categories: []))
        for proxy in [refusing.url, "http://proxy.invalid:1"] {
            let failure = try FetchProcess.result(of: request, ["https_proxy": proxy]).failure
            #expect(
                failure?.message
                    == "The proxy to api.chucknorris.io failed; check https_proxy and no_proxy")
        }
        #expect(refusing.requests.map(\.method) == ["CONNECT"])
    }

    @Test(
        "other command lines than that of jokesd are refused", arguments: [[], ["chucknorris"], ["--help"]])
    func byHand(arguments: [String]) throws {
        let run = try ProgramRun(try Programs.path(of: "jokesd-fetch"), arguments, environment: [:])
        #expect(run.end == .exited(64) && run.output == "")
        #expect(
            run.errors.hasPrefix("jokesd-fetch: only jokesd runs this program; try a source with `jokectl"))
    }

    @Test("a fast request overtakes a slow one, and the slow one can be cancelled")
    func cancelledRequest() throws {
        let server = try LoopbackHTTP {
            LoopbackFault.slowHeaders.reply(insteadOf: LoopbackService.jokeapi.reply(to: $0))
        }
        let fetch = try FetchProcess()
        try fetch.send(Loopback.request("jokeapi", at: server.url), id: 1)
        try fetch.send(Self.program("echo Quick."), id: 2)
        #expect(try fetch.reply()?.id == 2)
        try fetch.send("{\"jsonrpc\":\"2.0\",\"method\":\"cancel\",\"params\":{\"id\":1}}")
        try fetch.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"cancel\",\"params\":{\"id\":1}}")
        // The notification has no reply. The reply to the request shows that it was read.
        #expect(try fetch.text() == "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"cancelled\":false}}")
        try fetch.send("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"finish\"}")
        #expect(try fetch.text() == "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}")
        #expect(try fetch.text() == nil)
        #expect(try fetch.end() == .exited(0))
    }

    @Test("finish waits for the requests in flight")
    func finishWaits() throws {
        let fetch = try FetchProcess()
        try fetch.send(Self.program("echo Last."), id: 1)
        try fetch.send("{\"jsonrpc\":\"2.0\",\"method\":\"finish\"}")
        #expect(try fetch.reply()?.result.answer?.jokes.map(\.value) == ["Last."])
        #expect(try fetch.end() == .exited(0))
    }

    @Test("the end of its input ends it and its children")
    func endOfInput() throws {
        let namedPipe = try NamedPipe()
        let server = try LoopbackHTTP {
            LoopbackFault.drip.reply(insteadOf: LoopbackService.jokeapi.reply(to: $0))
        }
        let fetch = try FetchProcess()
        try fetch.send(Loopback.request("jokeapi", at: server.url), id: 1)
        try fetch.send(Self.program("exec sleep 1000 > \(namedPipe.path)"), id: 2)
        try namedPipe.waitForWriter()
        fetch.closeInput()
        #expect(try fetch.end() == .exited(0))
        #expect(try namedPipe.hasNoWriters())
    }

    @Test("a signal ends it and its children", arguments: [SIGTERM, SIGINT, SIGHUP])
    func endedBySignal(signal: Int32) throws {
        let namedPipe = try NamedPipe()
        let fetch = try FetchProcess()
        try fetch.send(Self.program("exec sleep 1000 > \(namedPipe.path)"), id: 1)
        try namedPipe.waitForWriter()
        fetch.send(signal: signal)
        #expect(try fetch.end() == .signaled(signal))
        #expect(try namedPipe.hasNoWriters())
    }

    @Test(
        "an invalid line gets an error, and the next line is read",
        arguments: [
            ("{", "parse_error"), ("[]", "invalid_request"), ("{\"id\":1}", "invalid_request"),
            ("[{\"method\":\"fetch\"}]", "invalid_request"), ("{\"method\":\"steal\"}", "method_not_found"),
            ("{\"method\":\"fetch\"}", "invalid_params"),
            (
                "{\"method\":\"fetch\",\"params\":{\"source\":\"\(String(repeating: "a", count: 70_000))\"}}",
                "too_large"
            ),
            ("{\"method\":\"fetch\",\"params\":{\"source\":\"fortune\"}}", "source_refused"),
        ])
    func invalidLine(line: String, kind: String) throws {
        let fetch = try FetchProcess()
        try fetch.send(line)
        #expect(try fetch.text()?.contains("\"kind\":\"\(kind)\"") == true)
        try fetch.send(Self.program("echo Still here."), id: 2)
        #expect(try fetch.reply()?.result.answer?.jokes.map(\.value) == ["Still here."])
    }

    @Test("sixty-four requests are served at once, and the next one is refused as busy")
    func tooManyRequests() throws {
        let server = try LoopbackHTTP {
            LoopbackFault.slowHeaders.reply(insteadOf: LoopbackService.jokeapi.reply(to: $0))
        }
        let fetch = try FetchProcess()
        for id in 1...65 { try fetch.send(Loopback.request("jokeapi", at: server.url), id: id) }
        let text = try #require(try fetch.text())
        #expect(text.contains("\"id\":65,") && text.contains("\"kind\":\"busy\""))
    }

    @Test("a reply fits a line of 1 MiB, whatever a service sends")
    func replySize() throws {
        // A body of the largest size, full of short jokes in two parts.
        let jokes = (0..<2_300).map(Self.jokeAPI).joined(separator: ",")
        let server = try LoopbackHTTP { _ in .json("{\"error\":false,\"jokes\":[\(jokes)]}") }
        let fetch = try FetchProcess()
        try fetch.send(Loopback.request("jokeapi", at: server.url, .jokes(count: 30, categories: [])), id: 1)
        let text = try #require(try fetch.text())
        #expect(text.utf8.count < Limits.reply)
        #expect(try SourceReply(line: Array(text.utf8)).result.answer?.jokes.count == 30)
    }

    @Test("it has the same size after six hundred requests as after a hundred")
    func constantMemory() throws {
        let good = LoopbackReply.json(
            "{\"error\":false,\"jokes\":[\((0..<10).map(Self.jokeAPI).joined(separator: ","))]}")
        let bad = LoopbackFault.page.reply(insteadOf: good)
        let server = try LoopbackHTTP { $0.number % 3 == 0 ? bad : good }
        let fetch = try FetchProcess()
        var early = 0
        for id in 1...600 {
            try fetch.send(
                Loopback.request("jokeapi", at: server.url, .jokes(count: 10, categories: [])), id: id)
            #expect(try fetch.reply()?.id == id)
            if id == 100 { early = try fetch.memory }
        }
        #expect(try fetch.memory < early + (1 << 20))
    }
}
