// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Socket activation, without a service manager")
struct ActivationTests {
    @Test(
        "the first jokectl next starts the daemon, and systemd's socket outlives it",
        .promise("Under systemd, it exits after 15 minutes without a client"))
    func activation() throws {
        let daemon = try TestDaemon()
        try Files.makeDirectory("\(daemon.directory.path)/run/jokesd")
        let activator = try Activator(for: daemon)
        #expect(!Files.exists(daemon.dataDirectory), "the daemon runs before anybody asked")
        let next = try daemon.jokectl("next")
        #expect(next.succeeded, "\(next.errors)")
        #expect(!next.output.isEmpty)
        #expect(Files.exists(daemon.dataDirectory))

        let socket = try Files.identity(daemon.socketPath)
        activator.process.send(SIGTERM)
        #expect(try activator.process.wait() == .exited(0))
        #expect(try Files.identity(daemon.socketPath) == socket)
    }

    @Test(
        "a client that comes while the daemon is stopped beyond its idle time is answered",
        arguments: [1, 300])
    func idleExitOfStoppedProcess(clients: Int) throws {
        let daemon = try TestDaemon(configuration: #"{ "idleExit": "1s", "limits": { "connections": 512 } }"#)
        try Files.makeDirectory("\(daemon.directory.path)/run/jokesd")
        let activator = try Activator(for: daemon)
        let first = try daemon.connect()
        try first.request(.ping)
        first.halfClose()
        #expect(try first.rest().count == 1)
        // Nothing reports that the daemon begins to wait, nor, later, that the idle time of a stopped process is over.
        _ = poll(nil, 0, 200)
        activator.process.send(SIGSTOP)
        let late = try (0..<clients).map { _ in try daemon.connect() }
        let requests = try late.map { try $0.request(.ping) }
        _ = poll(nil, 0, 1_200)
        activator.process.send(SIGCONT)
        for (client, request) in zip(late, requests) {
            #expect(try client.reply(to: request)["result"] != nil)
            // The connection stays open.
            try client.call(.ping)
        }
        for client in late { client.halfClose() }
        #expect(try activator.process.wait() == .exited(0))
    }
}

/// `systemd-socket-activate`, which listens and becomes the daemon when the first client connects.
private final class Activator {
    let process: TestProcess
    private let log: String

    init(for daemon: TestDaemon) throws {
        log = "\(daemon.directory.path)/activator"
        let nothing = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        let output = try Files.create(log)
        let passed = daemon.environment.map { "--setenv=\($0)=\($1)" }
        process = try TestProcess(
            "systemd-socket-activate",
            passed + ["--listen=\(daemon.socketPath)", "--fdname=jokesd", try Programs.path(of: "jokesd")],
            environment: daemon.environment,
            streams: (nothing.number, output.number, output.number))
        try awaitListening(on: daemon.socketPath)
    }

    var said: String { get throws { try Files.text(log) } }

    /// Waits until it listens. It reports this in a file, which inotify(7) watches.
    private func awaitListening(on path: String) throws {
        let watch = Descriptor(owning: inotify_init1(Int32(IN_CLOEXEC)))
        inotify_add_watch(watch.number, log, UInt32(IN_MODIFY))
        let deadline = TestDeadline()
        while try !said.contains("Listening on") {
            _ = try watch.wait(for: POLLIN, "systemd-socket-activate to listen", until: deadline)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            _ = read(watch.number, &buffer, buffer.count)
        }
    }
}
