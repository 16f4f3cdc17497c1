// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import Testing

/// Each test that sets the environment runs in its own process.
@Suite("systemd", .timeLimit(.minutes(1)))
struct SystemdTests {
    @Test("without systemd there is no socket and no watchdog")
    func withoutSystemd() async {
        await #expect(processExitsWith: .success) {
            unsetenv("WATCHDOG_USEC")
            unsetenv("LISTEN_FDS")
            #expect(Systemd.watchdogInterval == nil)
            let count = try await onLoop { try Systemd.takeSockets().count }
            #expect(count == 0)
        }
    }

    @Test("the watchdog interval is read from the environment")
    func watchdogInterval() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "1500000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            #expect(Systemd.watchdogInterval == .milliseconds(1500))
            setenv("WATCHDOG_PID", "1", 1)
            #expect(Systemd.watchdogInterval == nil)
        }
    }

    @Test("a status is one line, whatever its text")
    func oneLineStatus() {
        #expect(Systemd.Notification.status("a\nMAINPID=1\r\nb").text == "STATUS=a MAINPID=1  b")
    }

    @Test("a reload notification has the time that notify-reload needs")
    func reloading() {
        let lines = Systemd.Notification.reloading.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "RELOADING=1")
        #expect(lines.last.map { $0.hasPrefix("MONOTONIC_USEC=") && Int($0.dropFirst(15)) ?? 0 > 0 } == true)
    }

    @Test("an activated socket is used with its name and never unlinked")
    func activatedSocket() async throws {
        let home = TemporaryHome()
        defer { withExtendedLifetime(home) {} }
        let path = "\(home.path)/socket"
        let descriptor = try listeningSocket(at: path)
        try await onLoop {
            let socket = try Systemd.adopt(descriptor, "jokesd")
            #expect(socket.name == "jokesd")
            #expect(try UnixSocketProbe.probe(path: path) == .alive)
            socket.listener.close(unlinkIfOurs: true)
            #expect(access(path, F_OK) == 0)
        }
    }

    @Test("an activated socket that does not listen is refused", arguments: [SOCK_STREAM, SOCK_DGRAM])
    func notListening(type: __socket_type) async throws {
        let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        defer { close(descriptor) }
        await #expect(throws: SystemdError.notAListener(descriptor: descriptor, name: "odd")) {
            try await onLoop { _ = try Systemd.adopt(descriptor, "odd") }
        }
        #expect(fcntl(descriptor, F_GETFD) >= 0)
    }

    // The descriptors of systemd begin at 3, which a test process uses otherwise. EndToEndTests pass a real one.
    @Test("the variables of socket activation are removed from the environment")
    func removesVariables() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "1", 1)
            setenv("LISTEN_FDNAMES", "jokesd", 1)
            await #expect(throws: SystemdError.self) {
                try await onLoop { _ = try Systemd.takeSockets() }
            }
            #expect(getenv("LISTEN_PID") == nil)
            #expect(getenv("LISTEN_FDS") == nil)
            #expect(getenv("LISTEN_FDNAMES") == nil)
        }
    }

    @Test("sockets for another process are ignored")
    func socketsForOtherProcess() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "1", 1)
            let count = try await onLoop { try Systemd.takeSockets().count }
            #expect(count == 0)
        }
    }

    @Test("an error about an activated socket says where to look")
    func errorMessage() {
        #expect(
            SystemdError.notAListener(descriptor: 3, name: "x").text
                == "the descriptor 3 (x) from systemd is not a listening Unix stream socket; check ListenStream= in jokesd.socket"
        )
    }
}

private func listeningSocket(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    withAddress(path) { _ = bind(descriptor, $0, $1) }
    try #require(listen(descriptor, 4) == 0)
    return descriptor
}
