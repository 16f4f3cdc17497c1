// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Signals during the start")
struct EarlySignalTests {
    private static let starts = 30

    /// Returns a client that connected as soon as the socket accepted.
    private func firstClient(of daemon: TestDaemon, _ process: TestProcess) throws -> SocketClient {
        while process.isRunning {
            if let client = try? daemon.connect() { return client }
        }
        throw TestSupportError("jokesd ended with \(try process.wait()): \(daemon.errors)")
    }

    @Test("SIGHUP when the socket accepts does not end the daemon")
    func hangUpAtStart() throws {
        for _ in 1...Self.starts {
            let daemon = try TestDaemon()
            let process = try daemon.launch()
            let client = try firstClient(of: daemon, process)
            process.send(SIGHUP)
            try client.call(.ping)
            #expect(try daemon.terminate() == .exited(0))
            #expect(daemon.errors.contains("configuration"), "\(daemon.errors)")
        }
    }

    @Test(
        "SIGTERM when the socket accepts answers the connected clients", arguments: [SIGTERM, SIGINT])
    func terminationAtStart(signal: Int32) throws {
        for _ in 1...Self.starts {
            let daemon = try TestDaemon()
            let process = try daemon.launch()
            let clients =
                [try firstClient(of: daemon, process)] + (try (1...3).map { _ in try daemon.connect() })
            let requests = try clients.dropLast().map { try $0.request(.ping) }
            process.send(signal)
            #expect(try process.wait() == .exited(0), "\(daemon.errors)")
            for (client, request) in zip(clients, requests) {
                #expect(try client.reply(to: request)["result"] != nil)
            }
            for client in clients {
                #expect(try client.rest() == [])
                #expect(!client.wasReset)
            }
            #expect(!Files.exists(daemon.socketPath))
        }
    }

    @Test("SIGTERM while it serves answers earlier requests and resets no connection")
    func terminationWhileServing() throws {
        for _ in 1...Self.starts {
            let daemon = try TestDaemon()
            try daemon.start()
            let connected = try daemon.connect()
            try connected.call(.ping)
            let process = try #require(daemon.process)
            process.send(SIGSTOP)
            let waiting = try daemon.connect()
            let requests = [try connected.request(.ping), try waiting.request(.jokeLike)]
            process.send(SIGTERM)
            process.send(SIGCONT)
            #expect(try process.wait() == .exited(0))
            for (client, request) in zip([connected, waiting], requests) {
                #expect(try client.reply(to: request)["result"] != nil)
                #expect(try client.rest() == [])
                #expect(!client.wasReset)
            }
        }
    }

    @Test("a signal during an activated start leaves the waiting clients in the backlog")
    func activatedStart() throws {
        for number in 1...Self.starts {
            let daemon = try TestDaemon()
            try Files.makeDirectory("\(daemon.directory.path)/run/jokesd")
            let socket = try listeningSocket(at: daemon.socketPath)
            let client = try daemon.connect()
            let request = try client.request(.ping)

            let first = try start(daemon, with: socket)
            // From the first moment at which the process is jokesd, and later.
            while first.isRunning, !executable(of: first).hasSuffix("/jokesd") {}
            for _ in 0..<number * 40 { _ = executable(of: first) }
            first.send(SIGTERM)
            let end = try first.wait()
            // Before main the signal cannot be blocked. systemd counts this as a clean end, too.
            #expect(end == .exited(0) || end == .signaled(SIGTERM), "\(daemon.errors)")

            let second = try start(daemon, with: socket)
            #expect(try client.reply(to: request)["result"] != nil)
            try daemon.connect().call(.ping)
            second.send(SIGTERM)
            #expect(try second.wait() == .exited(0))
        }
    }

    private func executable(of process: TestProcess) -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/\(process.pid)/exe", $0, bytes.count) } ?? 0
        }
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    private func listeningSocket(at path: String) throws -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Descriptor(owning: Glibc.socket(AF_UNIX, kind, 0))
        var address = try sockaddr_un.at(path)
        guard address.with({ bind(socket.number, $0, $1) }) == 0, listen(socket.number, 16) == 0 else {
            throw TestSupportError.system("listen \(path)")
        }
        return socket
    }

    /// Starts the daemon as systemd does: the socket is descriptor 3.
    private func start(_ daemon: TestDaemon, with socket: Descriptor) throws -> TestProcess {
        let log = try Files.create("\(daemon.directory.path)/errors", appending: true)
        let line = "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\""
        return try TestProcess(
            "/bin/sh", ["-c", line, Programs.path(of: "jokesd")], environment: daemon.environment,
            streams: (socket.number, log.number, log.number))
    }
}
