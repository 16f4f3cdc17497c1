// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import Testing

/// A process that the service manager starts behaves as a child does. It exits at the end of its input.
@Suite("A fetcher at a socket", .timeLimit(.minutes(1)))
struct FetchSocketTests {
    private func make(
        _ script: String?, _ timeouts: Fetcher.Timeouts = ScriptedFetch.longTimeouts, contact: String = ""
    ) async throws -> ScriptedFetch {
        try await ScriptedFetch.make(script, timeouts, usesSocket: true, contact: contact)
    }

    @Test("nothing runs before the first request, and one process answers all")
    func startsOnDemand() async throws {
        let fetch = try await make(ScriptedFetch.good)
        await runIterations(3)
        #expect(fetch.runs.isEmpty)
        #expect(await fetch.request().jokes == ["joke 1"])
        #expect(await fetch.request().jokes == ["joke 2"])
        #expect(fetch.runs.count == 1)
        await fetch.stop()
        try fetch.awaitEnds()
    }

    @Test("a crash fails the requests in flight, and the next request starts another process")
    func crashedProcess() async throws {
        let fetch = try await make(
            "[ -e $0.crashed ] || { touch $0.crashed; ask; exit 3; }; " + ScriptedFetch.good)
        let message = await fetch.request().programError
        #expect(
            message == "jokesd-fetch closed the connection. A later request starts it again.")
        #expect(await fetch.request().jokes == ["joke 2"])
        #expect(fetch.runs.count == 2)
        await fetch.stop()
    }

    @Test(
        "a start that failed is named with systemd's status",
        arguments: [("226", "226/NAMESPACE"), ("245", "245")])
    func failedStart(status: String, name: String) async throws {
        let fetch = try await make("ask; echo \(status)")
        let message = await fetch.request().programError
        #expect(
            message
                == "systemd cannot start jokesd-fetch (\(name)); run `jokectl doctor`. A later request starts it again."
        )
        #expect(message.flatMap(StartFailure.fetcherName) == name)
        await fetch.stop()
    }

    @Test(
        "a process with an invalid reply is disconnected",
        arguments: [
            ("echo not JSON", "invalid reply"),
            ("echo 199", "invalid reply"),
            ("head -c 2000000 /dev/zero | tr '\\0' x", "more than 1048576 bytes"),
            (#"echo '{"jsonrpc":"2.0","id":7,"result":{"jokes":[],"requests":1}}'"#, "unknown request"),
        ])
    func invalidReply(_ output: String, _ reason: String) async throws {
        let fetch = try await make("ask; \(output); cat >/dev/null")
        #expect(await fetch.request().programError?.contains(reason) == true)
        #expect(fetch.logText.contains(reason))
        try fetch.awaitEnds()
        await fetch.stop()
    }

    @Test("a hanging or stopped process is disconnected, and the next request starts another one")
    func hangingProcess() async throws {
        var timeouts = ScriptedFetch.longTimeouts
        timeouts.reply = .seconds(1)
        timeouts.heartbeat = .milliseconds(50)
        let fetch = try await make(
            "[ -e $0.hung ] || { touch $0.hung; kill -STOP $$; }; " + ScriptedFetch.good, timeouts)
        #expect(await fetch.request().isLate)
        var jokes: [String]?
        // Each request may time out on a loaded machine, but not all of them.
        while jokes == nil { jokes = await fetch.request().jokes }
        #expect(fetch.logText.contains("did not reply to a cancellation"))
        #expect(fetch.runs.count >= 2)
        await fetch.stop()
        for run in fetch.runs { kill(run, SIGCONT) }
        try fetch.awaitEnds()
    }

    @Test("an idle process is disconnected and started again when needed")
    func idleProcess() async throws {
        var timeouts = ScriptedFetch.longTimeouts
        timeouts.idle = .milliseconds(20)
        let fetch = try await make(ScriptedFetch.good, timeouts)
        #expect(await fetch.request().jokes == ["joke 1"])
        try fetch.awaitEnds()
        #expect(await fetch.request().jokes == ["joke 2"])
        #expect(fetch.runs.count == 2)
        #expect(fetch.logText.isEmpty)
        await fetch.stop()
    }

    @Test("a socket without a listener is reported with what to do")
    func withoutListener() async throws {
        let fetch = try await make(nil)
        let message = await fetch.request().programError
        #expect(message?.contains("systemctl --user start jokesd-fetch.socket") == true, "\(message ?? "")")
        await fetch.stop()
    }

    @Test("the contact is sent first, and again to the next process if it changes")
    func sendsContact() async throws {
        let script = "ask; [ $method = introduce ] && echo \"$line\" >> $0.told; " + ScriptedFetch.good
        let fetch = try await make(script, contact: "me@example.org")
        #expect(await fetch.request().jokes == ["joke 1"])
        let told = try Files.text("\(fetch.directory.path)/fetch.told")
        #expect(
            told == #"{"jsonrpc":"2.0","method":"introduce","params":{"contact":"me@example.org"}}"# + "\n")
        await onLoop {
            fetch.fetcher.change(
                to: FetchLaunchOptions(
                    location: FetchExecutable(executable: nil, override: nil), contact: "you@example.org",
                    environment: Environment(
                        [FetchLaunchOptions.socketVariable: "\(fetch.directory.path)/socket"], userID: 0),
                    runsCommands: true))
        }
        #expect(await fetch.request().jokes == ["joke 2"])
        #expect(try Files.text("\(fetch.directory.path)/fetch.told").contains("you@example.org"))
        await fetch.stop()
    }
}
