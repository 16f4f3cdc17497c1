// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Start and shutdown")
struct StartTests {
    @Test("the daemon sends READY and STATUS, and STOPPING at the shutdown")
    func notifications() throws {
        let daemon = try TestDaemon()
        try daemon.start(readsAlong: true)
        let process = try #require(daemon.process)
        let notifications = try #require(daemon.notifications)
        try daemon.awaitJokes()
        #expect(
            try notifications.awaitMessage(
                "STATUS=10 of 10 jokes ready, 0 saved", from: process))
        process.send(SIGTERM)
        #expect(try notifications.awaitMessage("STOPPING=1", from: process))
        #expect(try process.wait() == .exited(0))
        #expect(daemon.errors.isEmpty)
    }

    @Test("a service manager that does not read delays no client")
    func managerThatDoesNotRead() throws {
        let daemon = try TestDaemon()
        try daemon.start(readsAlong: true)
        let client = try daemon.connect()
        // More changes than the kernel keeps datagrams (net.unix.max_dgram_qlen, 10 by default).
        for _ in 0..<40 { try client.call(.jokeNext) }
    }

    @Test("the socket has mode 0600 and is removed at the shutdown")
    func socketMode() throws {
        let daemon = try TestDaemon()
        umask(0)
        try daemon.start()
        #expect(try Files.mode("\(daemon.directory.path)/run/jokesd") == 0o700)
        #expect(try Files.mode(daemon.socketPath) == 0o600)
        #expect(try Files.mode(daemon.dataDirectory) == 0o700)
        for name in Files.names(in: daemon.dataDirectory) {
            #expect(try Files.mode("\(daemon.dataDirectory)/\(name)") == 0o600, "\(name)")
        }
        #expect(try daemon.terminate() == .exited(0))
        #expect(!Files.exists(daemon.socketPath))
    }

    @Test("a second daemon is refused with what to do, and the first one continues")
    func secondDaemon() throws {
        let daemon = try TestDaemon.ready()
        let other = try TestDaemon()
        other.environment = daemon.environment
        let (end, said) = try other.refusedStart()
        #expect(end == .exited(75))
        #expect(said.contains("already running"))
        #expect(said.contains(daemon.socketPath))
        #expect(try daemon.jokectl("status").succeeded)
    }

    @Test("a second daemon with another socket does not touch the first one's data")
    func secondDaemonAtOtherSocket() throws {
        let daemon = try TestDaemon.ready()
        let other = try TestDaemon()
        other.environment = daemon.environment
        let (end, said) = try other.refusedStart(["--socket", "\(other.directory.path)/other/socket"])
        #expect(end == .exited(75))
        #expect(said.contains(daemon.dataDirectory), "\(said)")
        #expect(try daemon.jokectl("like").succeeded)
    }

    @Test("a jokesd at another socket is a note of jokectl doctor, which says how to reach it")
    func daemonAtOtherSocket() throws {
        let daemon = try TestDaemon()
        let socket = "\(daemon.directory.path)/other/it's here"
        try daemon.start(["--socket", socket])
        func doctor(_ arguments: String...) throws -> JSON {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["doctor", "--json"] + arguments,
                environment: daemon.environment)
            let result = try JSON(parsing: run.output.utf8)
            let checks = result["examinations"]?.arrayValue ?? []
            let kinds = ["daemon-elsewhere", "daemon-absent", "socket-missing", "daemon-foreign"]
            let findings = checks.flatMap { $0["findings"]?.arrayValue ?? [] }
            return .array(findings.filter { kinds.contains($0["kind"]?.stringValue ?? "") })
        }
        let finding = try #require(try doctor().arrayValue?.first)
        #expect(try doctor().arrayValue?.count == 1)
        #expect(finding["kind"] == "daemon-elsewhere" && finding["wrong"] == false)
        #expect(finding["message"]?.stringValue?.contains(socket) == true)
        let fix = try #require(finding["remedy"]?.stringValue)
        let run = try daemon.shell(fix.replacing("jokectl ", with: "\(Programs.path(of: "jokectl")) "))
        #expect(["daemon-", "socket-"].allSatisfy { !run.output.contains($0) }, "\(run.output)")
    }

    @Test(
        "without its socket, jokesd makes it again, and new clients reach it",
        arguments: ["socket", "directory"])
    func removedSocket(what: String) throws {
        let daemon = try TestDaemon.ready()
        let before = try daemon.connect()
        let removed = try Files.identity(daemon.socketPath)
        let deadline = TestDeadline()
        func isNew() -> Bool { (try? Files.identity(daemon.socketPath)).map { $0 != removed } ?? false }
        for _ in 1...2 {
            if what == "socket" {
                unlink(daemon.socketPath)
            } else {
                rename("\(daemon.directory.path)/run/jokesd", "\(daemon.directory.path)/run/other")
                Files.remove("\(daemon.directory.path)/run/other")
            }
            while !isNew() || (try? daemon.connect()) == nil {
                guard deadline.milliseconds > 0 else { throw TestSupportError("no socket: \(daemon.errors)") }
                sched_yield()
            }
        }
        #expect(try daemon.jokectl("like").succeeded)
        #expect(try before.call(.savedList)["total"] == 1)
        #expect(try Files.mode(daemon.socketPath) == 0o600)
        // The lock is there again, too.
        #expect(try daemon.connect().call(.ping) != .null)
        let other = try TestDaemon()
        other.environment = daemon.environment
        #expect(try other.refusedStart().end == .exited(75))
        #expect(try daemon.terminate() == .exited(0))
        #expect(!Files.exists(daemon.socketPath))
        #expect(daemon.errors.contains("The socket \(daemon.socketPath) was removed, and created again."))
    }

    @Test(
        "a runtime directory of another user is refused, and nothing is made in it",
        .enabled(if: Superuser.isHere, "only root can give a directory away"))
    func foreignRuntimeDirectory() throws {
        let daemon = try TestDaemon()
        let runtime = "\(daemon.directory.path)/run"
        chown(runtime, 65_534, 65_534)
        let (end, said) = try daemon.refusedStart()
        #expect(end == .exited(77))
        #expect(said.contains("\(runtime) belongs to another user (uid 65534)"), "\(said)")
        #expect(Files.names(in: runtime).isEmpty)
    }

    @Test(
        "a connection of another user is refused, also if the modes of directory and socket admit it",
        .enabled(if: Superuser.isHere, "it becomes another user, for which it needs root"))
    func otherUser() throws {
        let daemon = try TestDaemon.ready()
        let client =
            "import socket,sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print(s.recv(9999))"
        func connectAsNobody() throws -> ProgramRun {
            try ProgramRun(
                "/usr/bin/setpriv",
                ["--reuid=65534", "--clear-groups", "/usr/bin/python3", "-c", client, daemon.socketPath],
                environment: daemon.environment)
        }
        #expect(try connectAsNobody().errors.contains("PermissionError"))
        for path in ["", "/run", "/run/jokesd", "/run/jokesd/socket"] {
            #expect(chmod(daemon.directory.path + path, 0o777) == 0)
        }
        let run = try connectAsNobody()
        #expect(run.output.contains(#""kind":"not_permitted""#), "\(run)")
    }

    @Test("a path that is not UTF-8 is named")
    func notUTF8() throws {
        let daemon = try TestDaemon()
        let run = try ProgramRun(
            "/bin/sh",
            ["-c", #"XDG_DATA_HOME=$(printf '/tmp/\377') exec "$0""#, try Programs.path(of: "jokesd")],
            environment: daemon.environment)
        #expect(run.end == .exited(78))
        #expect(run.errors.contains("The path in XDG_DATA_HOME is not UTF-8"), "\(run.errors)")
    }

    @Test("jokectl says that jokesd listens elsewhere, instead of advising a start that would fail")
    func reachableElsewhere() throws {
        let daemon = try TestDaemon()
        try daemon.start(["--socket", "\(daemon.directory.path)/other/socket"])
        let run = try daemon.jokectl("show")
        #expect(run.end == .exited(69))
        #expect(run.errors.contains("listens at \(daemon.directory.path)/other/socket"), "\(run.errors)")
        #expect(!run.errors.contains("start it with"))
    }

    @Test("a stale socket is removed")
    func staleSocket() throws {
        let daemon = try TestDaemon()
        try daemon.start()
        let old = try Files.identity(daemon.socketPath)
        try daemon.kill()
        #expect(try Files.identity(daemon.socketPath) == old)
        try daemon.start()
        #expect(try daemon.jokectl("status").succeeded)
    }

    @Test("SIGTERM answers the requests, informs subscribers and exits with 0")
    func termination() throws {
        let daemon = try TestDaemon.ready()
        let watcher = try daemon.subscribe()
        let client = try daemon.connect()
        let liked = try client.request(.jokeLike)
        // After the event of the like the daemon has read the request.
        _ = try watcher.event()
        #expect(try daemon.terminate() == .exited(0))
        #expect(try client.reply(to: liked)["result"]?["changed"] == true)
        let last = try watcher.rest().compactMap { try JSON(parsing: $0.utf8)["params"]?["event"] }
        #expect(last == ["closing"])
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == 1)
    }

    @Test(
        "a subscriber resumes after a restart without repetition, and numbers continue",
        .promise("A client that was away for at most 256 events of the log gets them all"))
    func subscriberResumes() throws {
        let daemon = try TestDaemon.ready()
        let before = try daemon.connect().call(.jokeNext)["seq"]?.integerValue ?? 0
        let epoch = try daemon.connect().call(.stateGet)["epoch"] ?? .null
        try daemon.killAndRestart()
        let client = try daemon.connect()
        let since: JSON = .object(["epoch": epoch, "seq": .integer(before)])
        let subscribed = try client.call(.stateSubscribe, ["since": since])
        #expect(subscribed["epoch"] == epoch)
        #expect(subscribed["resumed"] == true)
        #expect(try client.call(.jokeNext)["seq"]?.integerValue ?? 0 > before)
    }
}

@Suite("A store that cannot be opened")
struct DamagedStoreTests {
    @Test("a database of another program is reported and not changed")
    func foreignDatabase() throws {
        let daemon = try TestDaemon()
        try Files.makeDirectory(daemon.dataDirectory)
        let path = daemon.database
        try daemon.alter("CREATE TABLE theirs (a)")
        let bytes = try Files.read(path)
        let (end, said) = try daemon.refusedStart()
        #expect(end == .exited(74))
        #expect(said.contains("\(path) is a database of another program"))
        #expect(try Files.read(path) == bytes)
    }

    @Test("a file in place of the data directory is reported")
    func fileInPlaceOfDirectory() throws {
        let daemon = try TestDaemon()
        try Files.write("mine", to: daemon.dataDirectory)
        let (end, said) = try daemon.refusedStart()
        #expect(end == .exited(74))
        #expect(said.contains(daemon.dataDirectory))
        #expect(try Files.text(daemon.dataDirectory) == "mine")
    }
}
