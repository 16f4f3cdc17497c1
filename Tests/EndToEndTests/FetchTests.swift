// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Jokes from services, through jokesd-fetch")
struct FetchTests {
    @Test("the jokes of each service can be requested", arguments: LoopbackService.allCases)
    func jokesOfEachService(_ service: LoopbackService) throws {
        let server = try LoopbackHTTP { service.reply(to: $0) }
        let daemon = try TestDaemon(
            only: #""\#(service.rawValue)": { "enabled": true, "url": "\#(server.url)" }"#)
        try daemon.start()
        let next = try daemon.connect().call(
            .jokeNext, ["wait": true, "source": .string(service.rawValue)])
        #expect(next["joke"]?["source"]?.stringValue == service.rawValue)
        #expect(next["joke"]?["id"]?.stringValue?.hasPrefix("\(service.rawValue)-") == true)
        try daemon.awaitJokes()
        let state = try daemon.state()
        #expect(state["error"] == .null)
        #expect(state["online"] == true)
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("a joke that is fetched again has the same id")
    func stableIDs() throws {
        let server = try LoopbackHTTP { _ in
            .json(
                #"{"error":false,"category":"Pun","type":"single","joke":"The only one.","flags":{},"id":7,"safe":true,"lang":"en"}"#
            )
        }
        let daemon = try TestDaemon(only: #""jokeapi": { "enabled": true, "url": "\#(server.url)" }"#)
        try daemon.start()
        let next = try daemon.connect().call(.jokeNext, ["wait": true, "source": "jokeapi"])
        #expect(next["joke"]?["id"] == "jokeapi-en-7")
    }

    @Test(
        "each fault ends the fetch, is reported by its kind, and leaves the queue",
        arguments: [
            (.noAnswer, "unreachable"), (.reset, "unreachable"), (.serverError, "source_refused"),
            (.endlessRedirect, "source_refused"), (.page, "source_nonsense"),
            (.otherJSON, "source_nonsense"), (.invalidUTF8, "source_nonsense"),
            (.gzipBomb, "source_nonsense"), (.large, "source_nonsense"), (.notHTTP, "source_nonsense"),
            (.rateLimitedSeconds, "rate_limited"), (.rateLimitedDate, "rate_limited"),
        ] as [(LoopbackFault, String)])
    func faults(_ fault: LoopbackFault, _ kind: String) throws {
        let server = try LoopbackHTTP { fault.reply(insteadOf: LoopbackService.jokeapi.reply(to: $0)) }
        let daemon = try TestDaemon(jokeapi: server.url)
        try daemon.start()
        let failure = try daemon.awaitError()
        #expect(failure["kind"]?.stringValue == kind)
        #expect(failure["retryAt"]?.stringValue != nil)
        let client = try daemon.connect()
        let sources = try client.call(.daemonStatus)["sources"]?.arrayValue ?? []
        let status = try #require(sources.first { $0["name"] == "jokeapi" })
        #expect(status["state"]?.stringValue == (kind == "rate_limited" ? "limited" : "failing"))
        #expect(status["message"] == failure["message"])
        #expect(try client.call(.jokeNext)["joke"]?["source"] == "builtin")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("a service that answers 404 to everything is named with the status, whatever its categories")
    func notFound() throws {
        let server = try LoopbackHTTP { _ in LoopbackReply([], status: "404 Not Found") }
        let daemon = try TestDaemon(
            only:
                #""chucknorris": { "enabled": true, "url": "\#(server.url)", "categories": ["dev", "food"] }"#
        )
        try daemon.start()
        let failure = try daemon.awaitError()
        let message = failure["message"]?.stringValue ?? ""
        #expect(message.contains("127.0.0.1") && message.contains("404"), "\(message)")
        let sources = try daemon.connect().call(.sourcesList)["items"]?.arrayValue ?? []
        let status = sources.first { $0["name"] == "chucknorris" }
        #expect(status?["state"] == "failing" && status?["message"] == failure["message"])
        let run = try daemon.jokectl("next")
        #expect(run.end == .exited(75) && run.output.contains("404"), "\(run.output)")
    }

    @Test("a service without a listener is unreachable")
    func withoutListener() throws {
        let port = try LoopbackHTTP { _ in .json("{}") }.port
        let daemon = try TestDaemon(jokeapi: "http://127.0.0.1:\(port)")
        try daemon.start()
        #expect(try daemon.awaitError()["kind"] == "unreachable")
    }

    @Test("a client that requests a joke of a failing source gets the reason")
    func requestOfFailingSource() throws {
        let server = try LoopbackHTTP {
            LoopbackFault.page.reply(insteadOf: LoopbackService.jokeapi.reply(to: $0))
        }
        let daemon = try TestDaemon(jokeapi: server.url)
        try daemon.start()
        let error = try daemon.connect().refusal(.jokeNext, ["wait": true, "source": "jokeapi"])
        #expect(error["data"]?["kind"] == "source_nonsense")
    }

    @Test("the next joke comes from the queue at once while a service does not answer")
    func slowService() throws {
        let service = try HeldService()
        let daemon = try TestDaemon(jokeapi: service.server.url)
        try daemon.start()
        try daemon.awaitQueue()
        try service.awaitRequest()
        let client = try daemon.connect()
        for _ in 0..<3 { #expect(try client.call(.jokeNext)["joke"]?["source"] == "builtin") }
        // The fetch is still in flight, so these replies did not wait for it.
        #expect(try daemon.state()["fetching"] == true)
        #expect(try daemon.state()["error"] == .null)
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("an idle jokesd-fetch is ended")
    func idleFetcher() throws {
        let server = try LoopbackHTTP { LoopbackService.jokeapi.reply(to: $0) }
        let daemon = try TestDaemon(only: #""jokeapi": { "enabled": true, "url": "\#(server.url)" }"#)
        try daemon.start()
        try daemon.awaitJokes()
        // A further fetch may start another one.
        let deadline = TestDeadline()
        while let child = daemon.children.first { try child.awaitEnd(until: deadline) }
        #expect(try daemon.connect().call(.jokeNext)["joke"]?["source"] == "jokeapi")
    }

    @Test("with local jokes only, no process is started")
    func localJokesOnly() throws {
        let daemon = try TestDaemon()
        let mark = "\(daemon.directory.path)/started"
        let program = "\(daemon.directory.path)/fetch"
        try Files.write("#!/bin/sh\n: > \(mark)\n", to: program)
        try Files.makeExecutable(program)
        daemon.environment["JOKESD_FETCH"] = program
        try daemon.start()
        try daemon.awaitJokes()
        let client = try daemon.connect()
        for _ in 0..<12 { try client.call(.jokeNext) }
        try client.call(.jokeNext, ["wait": true, "source": "builtin"])
        #expect(daemon.children.isEmpty)
        #expect(!Files.exists(mark))
    }

    @Test("a service with pages can be browsed, and a joke of a page saved")
    func browsedFeed() throws {
        let server = try LoopbackHTTP { LoopbackService.icanhazdadjoke.reply(to: $0) }
        let daemon = try TestDaemon(
            configuration:
                #"{ "sources": { "icanhazdadjoke": { "enabled": true, "url": "\#(server.url)" } } }"#)
        try daemon.start()
        let client = try daemon.connect()
        var ids: [String] = []
        for number in 1...2 {
            let page = try client.call(.feedPage, ["source": "icanhazdadjoke", "page": .integer(number)])
            #expect(page["hasMore"] == true)
            ids += (page["items"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        }
        #expect(ids.count > 2)
        #expect(Set(ids).count == ids.count)
        let liked = try #require(ids.last)
        try client.call(.jokeLike, ["joke": .string(liked)])
        #expect(try client.call(.savedGet, ["joke": .string(liked)])["joke"]?["id"]?.stringValue == liked)
        #expect(try daemon.terminate() == .exited(0))
    }
}
