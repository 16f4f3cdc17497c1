// SPDX-License-Identifier: MIT
import JokeFetch
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("jokesd-fetch by hand")
struct FetchCommandLineTests {
    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(
            try Programs.path(of: "jokesd-fetch"), arguments,
            environment: environment.merging(["PATH": "/usr/bin:/bin", "TZ": "UTC"]) { given, _ in given })
    }

    @Test("jokes of a category are separated by an empty line")
    func jokes() throws {
        let server = try LoopbackHTTP { LoopbackService.chucknorris.reply(to: $0) }
        let run = try run(["chucknorris", "--count", "2", "--category=dev", "--base-url", server.url])
        #expect(run.end == .exited(0))
        #expect(run.errors == "")
        let numbers = [19, 35].map { "Chuck Norris compiled kernel \($0) by looking at it.\n" }
        #expect(run.output == numbers.joined(separator: "\n"))
        #expect(
            server.requests.map(\.target) == ["/jokes/random?category=dev", "/jokes/random?category=dev"])
    }

    @Test("--json prints one joke a line")
    func json() throws {
        let server = try LoopbackHTTP { LoopbackService.jokeapi.reply(to: $0) }
        let run = try run(["jokeapi", "--count", "3", "--json", "--language", "de", "--base-url", server.url])
        let jokes = try run.lines.map { try JSON(parsing: Array($0.utf8)) }
        #expect(jokes.map { $0["language"]?.stringValue } == ["de", "de", "de"])
    }

    @Test("--categories prints one category a line")
    func categories() throws {
        let run = try run(["jokeapi", "--categories"])
        #expect(run.output == "misc\nprogramming\ndark\npun\nspooky\nchristmas\n")
    }

    @Test("a search prints its jokes")
    func searchResults() throws {
        let server = try LoopbackHTTP { LoopbackService.icanhazdadjoke.reply(to: $0) }
        let run = try run(["icanhazdadjoke", "--search", "number 99 ", "--base-url", server.url])
        #expect(run.output == "I asked cheese number 99 to smile. It only melted.\n")
        #expect(server.requests.map(\.target) == ["/search?term=number%2099%20&page=1&limit=30"])
    }

    @Test("the joke of a program is printed")
    func programJoke() throws {
        let run = try run(["command", "--", "printf", "%s", "It compiles."])
        #expect(run.output == "It compiles.\n")
        #expect(run.end == .exited(0))
    }

    @Test(
        "an error is a sentence and an exit status",
        arguments: [
            (LoopbackFault.serverError, 75), (.rateLimitedSeconds, 75), (.page, 75), (.gzipBomb, 75),
            (.noAnswer, 69), (.endlessRedirect, 77), (.notFound, 75), (.slowBody, 124),
        ] as [(LoopbackFault, Int32)])
    func errorsAndExitCodes(fault: LoopbackFault, status: Int32) throws {
        let server = try LoopbackHTTP { fault.reply(insteadOf: LoopbackService.icanhazdadjoke.reply(to: $0)) }
        let timeout = fault == .slowBody ? "0.2" : "20"
        let run = try run(["icanhazdadjoke", "--base-url", server.url, "--timeout", timeout])
        #expect(run.end == .exited(status))
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("jokesd-fetch: 127.0.0.1:\(server.port) "))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("an option may come before the word translate")
    func optionBeforeTranslate() throws {
        let words = ["translate", "--into", "de", "--", "translate"]
        let options = try FetchOptions(["--timeout", "5"] + words)
        #expect(options.http.timeout == 5_000)
        #expect(options.action == (try FetchOptions(words)).action)
        guard case .fetch(let request) = options.action else {
            Issue.record("\(options.action)")
            return
        }
        #expect(request.kind == .translation(["translate"], into: "de") && request.source == "apertium")
    }

    @Test(
        "a wrong option is refused, with the option that was meant if one is near",
        arguments: [
            (["chucknorris", "--from", "en"], "--from is for translations"),
            (["chucknorris", "--fron", "en"], "lists the options"),
            (["translate", "--fron", "en", "--", "x"], "did you mean '--from'?"),
            (["chucknorris", "--json=no"], "--json takes no value"),
        ])
    func wrongOption(arguments: [String], advice: String) throws {
        let run = try run(arguments)
        #expect(run.end == .exited(64))
        #expect(run.errors.contains(advice), "\(run.errors)")
    }

    @Test("a rate limit is reported with its end")
    func rateLimitEnd() throws {
        let server = try LoopbackHTTP { _ in
            LoopbackReply(
                [], status: "429 Too Many Requests", headers: ["Retry-After: Thu, 01 Jan 1970 00:00:01 GMT"])
        }
        let run = try run(["chucknorris", "--base-url", server.url])
        #expect(
            run.errors.contains(
                "limits the rate of requests; jokesd tries again later (until 20"))
    }

    @Test("a fetch without a joke exits with 1")
    func withoutJokes() throws {
        let server = try LoopbackHTTP { LoopbackService.chucknorris.reply(to: $0) }
        let run = try run(["chucknorris", "--category", "nope", "--base-url", server.url])
        #expect(run.end == .exited(1))
        #expect(
            run.errors
                == "jokesd-fetch: 127.0.0.1:\(server.port) has no joke of that kind (status 404); choose another kind, "
                + "or check the settings of the source\n")
    }

    @Test(
        "a usage error exits with 64 and advice",
        arguments: [
            (
                [],
                "'jokesd-fetch' needs SOURCE: a source, or serve; `jokesd-fetch --help` shows its arguments"
            ),
            (
                ["chucknorris", "twice"],
                "'jokesd-fetch' takes no argument 'twice'; `jokesd-fetch --help` shows its arguments"
            ),
            (
                ["chucknorris", "--zzzzz"],
                "unknown option '--zzzzz'; `jokesd-fetch --help` lists the options, and `--` before it makes it an argument"
            ),
            (["chucknorris", "--cuont", "3"], "unknown option '--cuont'; did you mean '--count'?"),
            (
                ["chucknorris", "--count", "0"],
                "'0' is not a value of --count; it takes a number from 1 to 30"
            ),
            (["chucknorris", "--count"], "--count needs a value: `--count N`"),
            (
                ["chucknorris", "--timeout", "nan"],
                "'nan' is not a value of --timeout; it takes seconds, more than 0 and at most 3600"
            ),
        ])
    func misuse(arguments: [String], message: String) throws {
        let run = try run(arguments)
        #expect(run.end == .exited(64))
        #expect(run.errors == "jokesd-fetch: \(message)\n")
    }

    @Test("an unknown source exits with 64 and the nearest one")
    func unknownSource() throws {
        let run = try run(["chucknoris"])
        #expect(run.end == .exited(64))
        #expect(run.errors.contains("did you mean chucknorris?"))
    }

    @Test("help and version are printed on standard output")
    func help() throws {
        #expect(try run(["--help"]).output.hasPrefix("Usage: jokesd-fetch SOURCE [OPTION]…\n"))
        #expect(try run(["--help"]).end == .exited(0))
        #expect(try run(["--version"]).output == "jokesd-fetch \(Version.program)\n")
    }

    @Test("an output that cannot be written exits with 74")
    func fullDisk() throws {
        let run = try ProgramRun(
            "/bin/sh", ["-c", "\"$0\" --help > /dev/full", try Programs.path(of: "jokesd-fetch")],
            environment: [:])
        #expect(run.end == .exited(74))
    }

    @Test("a proxy is used unless no_proxy excludes the host")
    func proxy() throws {
        let proxy = try LoopbackHTTP { request in
            var inner = request
            inner.target = String(request.target.dropFirst("http://jokes.invalid".count))
            return LoopbackService.icanhazdadjoke.reply(to: inner)
        }
        let environment = ["http_proxy": proxy.url]
        let run = try run(["icanhazdadjoke", "--base-url", "http://jokes.invalid"], environment: environment)
        #expect(run.end == .exited(0))
        #expect(proxy.requests.map(\.target) == ["http://jokes.invalid/"])
        let direct = try self.run(
            ["icanhazdadjoke", "--base-url", "http://jokes.invalid"],
            environment: environment.merging(["no_proxy": "jokes.invalid"]) { $1 })
        #expect(direct.end == .exited(69))
        #expect(proxy.requests.count == 1)
    }

    @Test("an error of the proxy names the proxy")
    func proxyError() throws {
        let refusing = try LoopbackHTTP { _ in LoopbackReply([], status: "403 Forbidden") }
        for proxy in [refusing.url, "http://proxy.invalid:1"] {
            let run = try run(["chucknorris"], environment: ["https_proxy": proxy])
            #expect(run.end == .exited(69))
            #expect(
                run.errors
                    == "jokesd-fetch: The proxy to api.chucknorris.io failed; check https_proxy and no_proxy\n"
            )
        }
        #expect(refusing.requests.map(\.method) == ["CONNECT"])
    }
}
