// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch
import JokeTestSupport
import JokeWire
import Testing

@Suite("Programs as sources")
struct CommandTests {
    private func request(
        _ command: [String], count: Int = 1, timeout: Int? = nil
    ) -> SourceRequest {
        var request = SourceRequest(source: "my-team", kind: .jokes(count: count, categories: []))
        request.settings.type = "command"
        request.settings.command = command
        request.settings.timeout = timeout
        request.settings.spacing = 0
        return request
    }

    private func run(_ script: String, count: Int = 1, timeout: Int? = nil) throws -> Result<
        SourceResult, SourceError
    > {
        try Loopback.run(request(["/bin/sh", "-c", script], count: count, timeout: timeout))
    }

    @Test("plain text is one joke")
    func plainText() throws {
        let joke = try #require(
            try run("echo; echo 'Two threads walk into a bar.'; echo 'Dea-'").answer?.jokes.first)
        #expect(joke.value == "Two threads walk into a bar.\nDea-")
        #expect(joke.id == nil)
        #expect(joke.joke.language == "en")
    }

    @Test("an object has a value, a joke, or a setup and a punchline, and its other members are kept")
    func jsonObject() throws {
        let text = """
            {"id": 1, "value": "x"}
            """
        #expect(try run("echo '\(text)'").failure?.kind == .nonsense)
        let whole = """
            {"id":"7","setup":"Knock.","punchline":"Who?","categories":["Office"],"flags":["nsfw"],"safe":false,
             "language":"de","url":"https://team.example/7","more":[1]}
            """
        let joke = try #require(try run("echo '\(whole)'").answer?.jokes.first)
        #expect(joke.id == "my-team-7")
        #expect(joke.value == "Knock.\nWho?")
        #expect(joke.joke.categories == ["office"])
        #expect(joke.flags == ["nsfw"])
        #expect(joke.isSafe == false)
        #expect(joke.joke.language == "de")
        #expect(joke.joke.url == "https://team.example/7")
        #expect(try run("echo '{\"joke\":\"Short.\"}'").answer?.jokes.map(\.value) == ["Short."])
    }

    @Test("objects on lines are several jokes, also more than requested, at most 200")
    func jsonLines() throws {
        let script = "echo '{\"value\":\"A\"}'; echo; echo '{\"value\":\"B\"}'; echo '{\"value\":\"C\"}'"
        let answer = try #require(try run(script, count: 2).answer)
        #expect(answer.jokes.map(\.value) == ["A", "B", "C"])
        #expect(answer.requests == 1)
        let many = "for n in $(seq 300); do echo '{\"value\":\"'$n'\"}'; done"
        #expect(try run(many, count: 2).answer?.jokes.count == 200)
        #expect(
            try run("echo '{\"value\":\"A\"}'; echo '{value}'").failure?.message.contains(
                "line 2 is not JSON") == true)
    }

    @Test("a program is run once for each joke, at most ten times")
    func runAgain() throws {
        let directory = TemporaryDirectory()
        let script = "echo x >> \(directory.path)/runs; wc -l < \(directory.path)/runs"
        let answer = try #require(try run(script, count: 3).answer)
        #expect(answer.jokes.map(\.value) == ["1", "2", "3"])
        #expect(try run("echo same", count: 30).answer?.requests == 10)
    }

    @Test("arguments are not interpreted by a shell")
    func noShell() throws {
        let request = request(["/bin/echo", "$HOME; echo `id` > /dev/null *"])
        #expect(try Loopback.run(request).answer?.jokes.map(\.value) == ["$HOME; echo `id` > /dev/null *"])
    }

    @Test("a program is found in PATH, and gets no input and none of our files")
    func programEnvironment() throws {
        #expect(try Loopback.run(request(["echo", "found"])).answer?.jokes.map(\.value) == ["found"])
        #expect(try Loopback.run(request(["cat"])).failure?.kind == .empty)
        // Descriptor 3 is the directory that ls has open.
        #expect(
            try Loopback.run(request(["ls", "/proc/self/fd"])).answer?.jokes.map(\.value) == ["0\n1\n2\n3"])
    }

    @Test(
        "a failing program is reported",
        arguments: [
            ("exit 3", SourceError.Kind.command, "sh exited with status 3; run it by hand to see why"),
            (
                "echo first >&2; printf 'no \\033[31mjokes\\n' >&2; exit 1", .command,
                "sh exited with status 1: no [31mjokes; run it by hand to see why"
            ),
            ("kill -SEGV $$", .command, "sh was killed by signal 11; run it by hand to see why"),
            ("true", .empty, "sh printed nothing; run it by hand to see why"),
            ("echo '  '", .empty, "sh printed nothing; run it by hand to see why"),
            (
                "printf '\\303\\050'", .nonsense,
                "sh sent an invalid reply (it is not UTF-8); try again later, or use another one"
            ),
            (
                "head -c 5000 /dev/zero | tr '\\0' a", .nonsense,
                "sh sent an invalid reply (more text than a joke may have); try again later, or use another one"
            ),
            ("yes", .tooLarge, "sh printed more than 256 KiB; make it print less"),
        ])
    func failures(script: String, kind: SourceError.Kind, message: String) throws {
        let failure = try run(script).failure
        #expect(failure?.kind == kind)
        #expect(failure?.message == message)
    }

    @Test("a program that is missing, not executable or unnamed is reported")
    func unusableProgram() throws {
        #expect(
            try Loopback.run(request(["/nowhere/joke"])).failure?.message
                == "joke cannot be run: No such file or directory; check the command of the source")
        #expect(try Loopback.run(request(["/etc/passwd"])).failure?.kind == .command)
        for command in [[], [""], ["echo", "a\0b"]] {
            #expect(try Loopback.run(request(command)).failure?.kind == .unsupported)
        }
    }

    @Test("standard error is ignored if the program succeeds")
    func ignoresStandardError() throws {
        #expect(try run("echo 'a warning' >&2; echo Joke.").answer?.jokes.map(\.value) == ["Joke."])
    }

    @Test("a program and its children are ended at the timeout")
    func timeout() throws {
        let namedPipe = try NamedPipe()
        #expect(
            try run("exec 9> \(namedPipe.path); sleep 1000 & wait", timeout: 1_000).failure?.kind == .timedOut
        )
        #expect(try namedPipe.hasNoWriters())
    }

    @Test("endless standard error ends at the timeout")
    func endlessStandardError() throws {
        #expect(try run("yes >&2", timeout: 500).failure?.kind == .timedOut)
    }

    @Test("the children of a program that ended are ended without waiting")
    func leftoverChildren() throws {
        let namedPipe = try NamedPipe()
        let answer = try run("exec 9> \(namedPipe.path); sleep 1000 > /dev/null 2>&1 & echo Done.").answer
        #expect(answer?.jokes.map(\.value) == ["Done."])
        #expect(try namedPipe.hasNoWriters())
    }

    @Test("a cancelled program is ended")
    func cancelledProgram() throws {
        let namedPipe = try NamedPipe()
        let runner = try FetchJobRunner(Loopback.settings())
        runner.begin(1, request(["/bin/sh", "-c", "exec sleep 1000 > \(namedPipe.path)"]))
        try namedPipe.waitForWriter()
        #expect(runner.cancel(1))
        #expect(try namedPipe.hasNoWriters())
        #expect(runner.isIdle)
    }

    @Test("programs run in parallel with each other and with transfers")
    func parallelPrograms() throws {
        let directory = TemporaryDirectory()
        let server = try LoopbackHTTP { LoopbackService.chucknorris.reply(to: $0) }
        let runner = try FetchJobRunner(Loopback.settings())
        // Each program waits for the other, so they must run in parallel.
        let script =
            "touch \(directory.path)/was$0; until [ -e \(directory.path)/was$1 ]; do :; done; echo $0"
        runner.begin(1, request(["/bin/sh", "-c", script, "a", "b"]))
        runner.begin(2, request(["/bin/sh", "-c", script, "b", "a"]))
        runner.begin(3, Loopback.request("chucknorris", at: server.url))
        var over: Set<Int> = []
        while over.count < 3 {
            for outcome in runner.poll(watching: []).outcomes where outcome.result.answer != nil {
                over.insert(outcome.ticket)
            }
        }
        #expect(runner.isIdle)
    }
}
