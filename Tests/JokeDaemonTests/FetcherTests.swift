// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeWire
import Testing

@Suite("The fetcher", .timeLimit(.minutes(1)))
struct FetcherTests {
    @Test("nothing runs before the first request, and one process answers all")
    func startsOnDemand() async throws {
        let fetch = try await ScriptedFetch.make(ScriptedFetch.good)
        await runIterations(3)
        #expect(fetch.runs.isEmpty)
        #expect(await fetch.request().jokes == ["joke 1"])
        #expect(await fetch.request().jokes == ["joke 2"])
        #expect(fetch.runs.count == 1)
        await fetch.stop()
    }

    @Test("replies may come in another order than the requests")
    func repliesInAnyOrder() async throws {
        let fetch = try await ScriptedFetch.make("ask; first=$id; ask; answer; id=$first; answer; cat")
        async let first = fetch.request("a")
        async let second = fetch.request("b")
        let jokes = await [first.jokes, second.jokes]
        #expect(Set(jokes) == [["joke 1"], ["joke 2"]])
        await fetch.stop()
    }

    @Test("the error of a source is passed on")
    func sourceFailure() async throws {
        let fetch = try await ScriptedFetch.make(
            #"""
            ask
            echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32022,"message":"slower","data":{"kind":"rate_limited","retry":true,"failure":"rateLimited","status":429,"retryAt":1795255230}}}'
            cat
            """#)
        let expected = SourceError(
            .rateLimited, "slower", status: 429, retryAt: WallTime(milliseconds: 1_795_255_230_000),
            requests: 0)
        #expect(await fetch.request().error == expected)
        await fetch.stop()
    }

    @Test("a crash fails the requests in flight with its cause, and the next request starts another process")
    func crashedProcess() async throws {
        let fetch = try await ScriptedFetch.make(
            #"if [ -e "$0.second" ]; then while :; do ask; answer; done; fi; : > "$0.second"; ask; ask; kill -KILL $$"#
        )
        async let first = fetch.request("a")
        async let second = fetch.request("b")
        for outcome in await [first, second] {
            #expect(outcome.programError?.contains("signal 9") == true, "\(outcome)")
        }
        #expect(fetch.logText.contains("signal 9"))
        #expect(await fetch.request().jokes == ["joke 3"])
        #expect(fetch.runs.count == 2)
        await fetch.stop()
    }

    @Test(
        "a process with an invalid reply is ended, and its requests fail",
        arguments: [
            ("echo not JSON", "invalid reply"),
            ("echo '{}'", "invalid reply"),
            (#"echo '{"jsonrpc":"2.0","id":7,"result":{"jokes":[],"requests":1}}'"#, "unknown request"),
            (
                #"echo '{"jsonrpc":"2.0","id":1,"result":{"jokes":[{"value":7}],"requests":1}}'"#,
                "invalid reply"
            ),
            (
                #"echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"?"}}'"#,
                "did not understand"
            ),
            ("head -c 2000000 /dev/zero | tr '\\0' x", "more than 1048576 bytes"),
            ("printf '\\377\\376\\n'", "invalid reply"),
        ])
    func invalidReply(_ output: String, _ reason: String) async throws {
        let fetch = try await ScriptedFetch.make("ask; \(output); sleep 1000")
        let message = await fetch.request().programError
        #expect(message?.contains(reason) == true, "\(message ?? "nothing")")
        #expect(fetch.logText.contains(reason))
        try fetch.awaitEnds()
        await fetch.stop()
    }

    @Test("endless output without a line is ended and uses no memory")
    func endlessOutput() async throws {
        let fetch = try await ScriptedFetch.make("ask; exec tr '\\0' x < /dev/zero")
        #expect(await fetch.request().programError?.contains("more than") == true)
        try fetch.awaitEnds()
        await fetch.stop()
    }

    @Test("a process that answers a request twice is ended")
    func repeatedReply() async throws {
        let fetch = try await ScriptedFetch.make("ask; answer; answer; sleep 1000")
        #expect(await fetch.request().jokes == ["joke 1"])
        try fetch.awaitEnds()
        #expect(fetch.logText.contains("unknown request"))
        await fetch.stop()
    }

    @Test("after five crashes within a minute no process is started")
    func crashLimit() async throws {
        let fetch = try await ScriptedFetch.make("ask; exit 3")
        for _ in 0..<5 {
            #expect(await fetch.request().programError?.contains("exited with status 3") == true)
        }
        #expect(await fetch.request().programError?.contains("5 times") == true)
        #expect(fetch.runs.count == 5)
        await fetch.stop()
    }

    @Test("a late request is cancelled, and a process that responds continues")
    func lateRequest() async throws {
        var timeouts = ScriptedFetch.longTimeouts
        timeouts.reply = .milliseconds(50)
        let fetch = try await ScriptedFetch.make(
            #"""
            ask; late=$id
            ask; echo '{"jsonrpc":"2.0","id":'$id',"result":{"cancelled":true}}'
            id=$late; [ "$method" = cancel ] && echo "$line" > "$0.cancel"
            while :; do ask; [ $method = cancel ] || answer; done
            """#, timeouts)
        #expect(await fetch.request().isLate)
        // Each request may time out on a loaded machine, but not all of them.
        var jokes: [String]?
        while jokes == nil { jokes = await fetch.request().jokes }
        #expect(fetch.runs.count == 1)
        await fetch.stop()
    }

    @Test("a reply that crosses its cancellation is accepted")
    func replyCrossesCancellation() async throws {
        var timeouts = ScriptedFetch.longTimeouts
        timeouts.reply = .milliseconds(50)
        let fetch = try await ScriptedFetch.make(
            #"""
            ask; late=$id; ask; cancel=$id; id=$late; answer
            echo '{"jsonrpc":"2.0","id":'$cancel',"result":{"cancelled":false}}'
            cat
            """#, timeouts)
        #expect(await fetch.request().isLate)
        await fetch.stop()
        #expect(!fetch.logText.contains("was ended"), "\(fetch.logText)")
    }

    @Test("a hanging or stopped process is killed, and the next request starts another one")
    func hangingProcess() async throws {
        var timeouts = Fetcher.Timeouts()
        (timeouts.reply, timeouts.heartbeat) = (.milliseconds(200), .milliseconds(200))
        let fetch = try await ScriptedFetch.make(
            #"if [ -e "$0.second" ]; then while :; do ask; answer; done; fi; : > "$0.second"; kill -STOP $$"#,
            timeouts)
        #expect(await fetch.request().isLate)
        try fetch.awaitEnds()
        var jokes: [String]?
        while jokes == nil { jokes = await fetch.request().jokes }
        await fetch.stop()
        #expect(fetch.logText.contains("did not reply to a cancellation"))
    }

    @Test("an idle process is ended and started again when needed")
    func idleProcess() async throws {
        var timeouts = ScriptedFetch.longTimeouts
        timeouts.idle = .milliseconds(10)
        let fetch = try await ScriptedFetch.make(ScriptedFetch.good, timeouts)
        #expect(await fetch.request().jokes == ["joke 1"])
        try fetch.awaitEnds()
        #expect(await fetch.request().jokes == ["joke 2"])
        #expect(fetch.runs.count == 2)
        #expect(fetch.logText.isEmpty, "\(fetch.logText)")
        await fetch.stop()
    }

    @Test("the shutdown ends every process, even one that ignores signals")
    func shutdown() async throws {
        var timeouts = ScriptedFetch.longTimeouts
        timeouts.shutdown = .milliseconds(20)
        let fetch = try await ScriptedFetch.make(
            "trap '' TERM HUP; ask; answer; while :; do sleep 100; done", timeouts)
        #expect(await fetch.request().jokes == ["joke 1"])
        await fetch.stop()
        let run = try #require(fetch.runs.first)
        #expect(kill(run, 0) == -1)
        #expect(await fetch.request().programError?.contains("is exiting") == true)
        #expect(fetch.runs.count == 1)
    }

    @Test("a missing program is reported with the paths that were searched")
    func missingProgram() async throws {
        let fetch = try await ScriptedFetch.make(nil)
        let message = await fetch.request().programError
        #expect(message?.contains("\(fetch.directory.path)/fetch") == true)
        #expect(message?.contains("JOKESD_FETCH") == true)
    }

    @Test("at most twenty lines of its standard error are logged, without control characters")
    func standardError() async throws {
        let fetch = try await ScriptedFetch.make(
            #"printf 'one\033[2J\n' >&2; i=0; while [ $i -lt 50 ]; do echo more >&2; i=$((i + 1)); done; ask; exit 0"#
        )
        #expect(await fetch.request().programError?.contains("exited with status 0") == true)
        let lines = fetch.logText.split(separator: "\n")
        #expect(lines.first == #"jokesd: jokesd-fetch: one\u{1B}[2J"#)
        #expect(lines.count { $0.contains("jokesd-fetch: more") } == 19)
    }
}
