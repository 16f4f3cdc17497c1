// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Testing

@testable import JokeDaemon

/// The environment is the process's, so each test that sets it has a process of its own.
@Suite("The service manager", .timeLimit(.minutes(1)))
struct SupervisorTests {
    @Test("is told in sd_notify's own words")
    func notices() async {
        await #expect(processExitsWith: .success) {
            let manager = try NoticeSocket()
            setenv("NOTIFY_SOCKET", manager.path, 1)
            for (notice, text) in [
                (Supervisor.Notice.ready, "READY=1"), (.status("a joke"), "STATUS=a joke"),
                (.stopping, "STOPPING=1"), (.watchdog, "WATCHDOG=1"),
            ] {
                #expect(Supervisor.tell(notice))
                #expect(manager.receive() == text)
            }
        }
    }

    @Test("that is not there takes nothing")
    func noManager() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            unsetenv("WATCHDOG_USEC")
            unsetenv("LISTEN_FDS")
            #expect(!Supervisor.tell(.ready))
            #expect(Supervisor.watchdogInterval == nil)
            let count = try await onLoop { try Supervisor.takeSockets().count }
            #expect(count == 0)
        }
    }

    @Test("that is gone takes nothing")
    func lostManager() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
            #expect(!Supervisor.tell(.ready))
        }
    }

    @Test("says how often it wants to hear something")
    func watchdog() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "1500000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            #expect(Supervisor.watchdogInterval == .milliseconds(1500))
            setenv("WATCHDOG_PID", "1", 1)
            #expect(Supervisor.watchdogInterval == nil)
        }
    }

    @Test("a status is one line, whatever is in it")
    func statusLine() {
        #expect(Supervisor.Notice.status("a\nMAINPID=1\r\nb").text == "STATUS=a MAINPID=1 b")
    }

    @Test("reloading carries the time that notify-reload needs")
    func reloading() {
        let lines = Supervisor.Notice.reloading.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "RELOADING=1")
        #expect(lines.last.map { $0.hasPrefix("MONOTONIC_USEC=") && Int($0.dropFirst(15)) ?? 0 > 0 } == true)
    }

    // The descriptors begin at 3, where the test runner and the loop may have their own: what these processes find
    // out is their exit status, and they end before anybody misses a descriptor.
    private static let agreed: Int32 = 42

    @Test("hands its sockets over, by name, and the environment forgets them")
    func handOver() async {
        await #expect(processExitsWith: .exitCode(Self.agreed)) {
            let home = try TemporaryHome()
            let path = "\(home.path)/socket"
            let listening = listeningSocket(at: path)
            try LoopActor.shared.loop.run {
                let sockets = try takeHandedOver(listening, named: "jokesd")
                let isTaken = sockets.count == 1 && sockets[0].name == "jokesd"
                let isForgotten = getenv("LISTEN_FDS") == nil && getenv("LISTEN_FDNAMES") == nil
                sockets.first?.listener.close(unlinkIfOurs: true)
                // systemd's socket is never unlinked.
                let isLeft = unlink(path) == 0
                rmdir(home.path)
                exit(isTaken && isForgotten && isLeft ? 42 : 1)
            }
        }
    }

    @Test("is told apart from one that hands over something else", arguments: [true, false])
    func notAListener(isSocket: Bool) async {
        await #expect(processExitsWith: .exitCode(Self.agreed)) { [isSocket] in
            var pair: [Int32] = [0, 0]
            let made = isSocket ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) : pipe(&pair)
            let end = pair[0]
            try LoopActor.shared.loop.run {
                do throws(SupervisorProblem) {
                    _ = try takeHandedOver(end, named: "odd")
                    exit(1)
                } catch {
                    exit(made == 0 && error == .notAListener(descriptor: 3, name: "odd") ? 42 : 1)
                }
            }
        }
    }

    @Test("handing over to another process hands over nothing")
    func otherProcess() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "1", 1)
            let count = try await onLoop { try Supervisor.takeSockets().count }
            #expect(count == 0)
        }
    }

    @Test("a wrong socket is said with where to look")
    func wording() {
        #expect(
            SupervisorProblem.notAListener(descriptor: 3, name: "x").text
                == "the descriptor 3 (x) that was handed over is no listening Unix stream socket: look at ListenStream= in jokesd.socket"
        )
    }
}

/// Puts the descriptor where systemd would, and takes it from there.
@LoopActor
private func takeHandedOver(
    _ descriptor: Int32, named name: String
) throws(SupervisorProblem) -> [Supervisor.HandedOver] {
    var closed = 0
    while true {
        setenv("LISTEN_PID", "\(getpid())", 1)
        setenv("LISTEN_FDS", "1", 1)
        setenv("LISTEN_FDNAMES", name, 1)
        dup2(descriptor, 3)
        do throws(SupervisorProblem) {
            return try Supervisor.takeSockets()
        } catch .failed(let error) where error.code == EBADF && closed < 3 {
            // The test runner, on another thread, has closed the descriptor 3 that was its own.
            closed += 1
        }
    }
}

private func listeningSocket(at path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    withAddress(path) { _ = bind(descriptor, $0, $1) }
    listen(descriptor, 4)
    return descriptor
}

private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// The manager's end of `NOTIFY_SOCKET`: a datagram socket.
private struct NoticeSocket {
    private let home: TemporaryHome
    private let descriptor: Int32
    var path: String { "\(home.path)/notify" }

    init() throws {
        home = try TemporaryHome()
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        withAddress("\(home.path)/notify") { [descriptor] in _ = bind(descriptor, $0, $1) }
    }

    /// What has arrived; sd_notify(3) returns when it is in the queue.
    func receive() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}
