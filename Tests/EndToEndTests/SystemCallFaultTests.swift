// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// System calls that fail, which strace(1) injects.
@Suite("Failing system calls", .enabled(if: FailingDisk.isPossible, "it needs strace and the right to trace"))
struct SystemCallFaultTests {
    /// Starts a daemon in which the calls from `first` on fail.
    private func launch(_ call: String, _ error: String, from first: Int) throws -> TestDaemon {
        let daemon = try TestDaemon()
        daemon.wrapper = [
            "strace", "-f", "-qq", "-o", "\(daemon.directory.path)/strace", "-e", "trace=\(call)", "-e",
            "signal=none",
            "-e", "inject=\(call):error=\(error):when=\(first)+",
        ]
        return daemon
    }

    @Test("without the timer descriptor, timers fire on time")
    func timers() throws {
        let daemon = try launch("timerfd_settime", "ENOMEM", from: 1)
        try daemon.start()
        let client = try daemon.subscribe()
        try client.call(.cardDrag, ["translation": 0.3, "predictedEndX": 1, "width": 2])
        // A drag that is not continued ends after five seconds.
        _ = try client.event { $0["state"]?["cardTranslation"] == 0.3 }
        _ = try client.event { $0["state"]?["cardTranslation"] == 0 }
        let log = try Files.text("\(daemon.directory.path)/strace")
        #expect(log.contains("INJECTED"))
        try FailingDisk.killTraced(daemon)
    }

    @Test(
        "no failing call traps: the daemon goes on, or ends with a sentence and a status",
        arguments: [
            ("timerfd_settime", "EINVAL"), ("epoll_ctl", "ENOMEM"), ("epoll_wait", "EINVAL"),
            ("accept4", "EMFILE"),
            ("eventfd2", "EMFILE"), ("signalfd4", "EMFILE"), ("timerfd_create", "EMFILE"),
            ("epoll_create1", "EMFILE"),
            ("getsockopt", "ENOBUFS"), ("clone3", "EAGAIN"), ("fcntl", "EINVAL"), ("openat", "EMFILE"),
            ("listen", "EADDRINUSE"), ("bind", "EACCES"), ("fdatasync", "EIO"), ("getrandom", "ENOSYS"),
        ], [1, 12])
    func anyCall(_ fault: (call: String, error: String), first: Int) throws {
        let daemon = try launch(fault.call, fault.error, from: first)
        do {
            try daemon.start()
            let client = try daemon.connect()
            for method in [Method.stateSubscribe, .jokeLike, .jokeNext, .savedList, .jokeUndo] {
                _ = try client.reply(to: try client.request(method))
            }
        } catch {
            // The daemon has ended, or has closed the connection.
        }
        let process = try #require(daemon.process)
        for child in ObservedProcess.children(of: process.pid) { child.send(SIGTERM) }
        let end = try process.wait()
        guard case .exited(let status) = end else {
            return #expect(Bool(false), "\(fault) from \(first) on: \(end), \(daemon.errors)")
        }
        if status != 0 { #expect(daemon.errors.contains("jokesd: "), "\(fault) from \(first) on: \(status)") }
    }
}
