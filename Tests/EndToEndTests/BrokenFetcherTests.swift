// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("A failing jokesd-fetch")
struct BrokenFetcherTests {
    /// Returns a daemon with a fetch in flight, and the process that fetches.
    private func startFetch() throws -> (TestDaemon, HeldService, ObservedProcess) {
        let service = try HeldService()
        let daemon = try TestDaemon(jokeapi: service.server.url)
        try daemon.start()
        try service.awaitRequest()
        let fetcher = try #require(daemon.children.first)
        #expect(fetcher.name == "jokesd-fetch")
        return (daemon, service, fetcher)
    }

    @Test("a killed jokesd-fetch ends the fetch, and the next fetch starts another one")
    func killedFetcher() throws {
        let (daemon, service, fetcher) = try startFetch()
        fetcher.send(SIGKILL)
        let failure = try daemon.awaitError()
        #expect(failure["message"]?.stringValue?.contains("signal 9") == true, "\(failure.jsonText)")
        let client = try daemon.connect()
        #expect(try client.call(.jokeNext)["joke"]?["source"] == "builtin")
        service.open()
        let next = try client.call(.jokeNext, ["wait": true, "source": "jokeapi"])
        #expect(next["joke"]?["source"] == "jokeapi")
        let again = daemon.children
        #expect(try daemon.terminate() == .exited(0))
        for child in again { try child.awaitEnd() }
    }

    @Test("a hanging jokesd-fetch is killed, and another one fetches the joke")
    func hangingFetcher() throws {
        let (daemon, service, fetcher) = try startFetch()
        try fetcher.stop()
        service.open()
        #expect(try daemon.connect().call(.jokeNext)["joke"]?["source"] == "builtin")
        // The request's time limit is 24 s. The process then does not reply to the cancellation.
        try fetcher.awaitEnd(until: TestDeadline(after: .seconds(60)))
        let client = try daemon.connect()
        try client.call(.stateSubscribe)
        _ = try client.event(until: TestDeadline(after: .seconds(60))) { $0["state"]?["fetching"] == false }
        #expect(daemon.errors.contains("did not reply to a cancellation"))
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("a hanging jokesd-fetch neither outlives nor delays the shutdown", arguments: [SIGTERM, SIGKILL])
    func hangingAtShutdown(_ signal: Int32) throws {
        let (daemon, service, fetcher) = try startFetch()
        _ = service
        try fetcher.stop()
        if signal == SIGTERM {
            #expect(try daemon.terminate() == .exited(0))
        } else {
            try daemon.kill()
        }
        try fetcher.awaitEnd()
    }

    @Test("a busy jokesd-fetch does not outlive the daemon", arguments: [SIGTERM, SIGKILL])
    func busyAtShutdown(_ signal: Int32) throws {
        let (daemon, service, fetcher) = try startFetch()
        _ = service
        if signal == SIGTERM {
            #expect(try daemon.terminate() == .exited(0))
        } else {
            try daemon.kill()
        }
        try fetcher.awaitEnd()
    }

    @Test(
        "another program in its place ends the fetch, and the daemon continues",
        arguments: [
            ("exit 3", "exited with status 3"),
            ("read line; echo this is not JSON; exec sleep 1000", "invalid reply"),
            ("read line; exec cat /dev/zero", "more than 1048576 bytes"),
            ("read line; yes x | head -n 100000 >&2; exit 1", "exited with status 1"),
            (
                #"read line; echo '{"id":99,"result":{"jokes":[],"requests":1}}'; exec sleep 1000"#,
                "unknown request"
            ),
        ])
    func otherProgram(_ script: String, _ said: String) throws {
        let daemon = try TestDaemon(jokeapi: "http://127.0.0.1:9")
        let program = "\(daemon.directory.path)/fetch"
        try Files.write("#!/bin/sh\n\(script)\n", to: program)
        try Files.makeExecutable(program)
        daemon.environment["JOKESD_FETCH"] = program
        try daemon.start()
        let failure = try daemon.awaitError()
        #expect(failure["message"]?.stringValue?.contains(said) == true, "\(failure.jsonText)")
        for child in daemon.children { try child.awaitEnd() }
        #expect(try daemon.connect().call(.jokeNext)["joke"]?["source"] == "builtin")
        #expect(daemon.errors.utf8.count < 10_000)
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("without jokesd-fetch the daemon reports the paths that were searched")
    func missingFetcher() throws {
        let daemon = try TestDaemon(
            jokeapi: "http://127.0.0.1:9", environment: ["JOKESD_FETCH": "/nowhere/jokesd-fetch"])
        try daemon.start()
        let failure = try daemon.awaitError()
        #expect(failure["message"]?.stringValue?.contains("/nowhere/jokesd-fetch") == true)
    }
}
