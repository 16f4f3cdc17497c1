// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("jokectl without systemd")
final class DetachedTests {
    /// The directories and the environment. The test starts no daemon itself.
    let daemon: TestDaemon

    init() throws { daemon = try TestDaemon() }

    deinit { _ = try? daemon.jokectl("stop") }

    private func process() throws -> Int32 {
        let status = try daemon.jokectl("status", "--json=pid", "--no-start")
        return Int32(try JSON(parsing: status.output.utf8)["pid"]?.integerValue ?? 0)
    }

    @Test("the first command starts jokesd in a session of its own, and stop ends it")
    func firstCommand() throws {
        let first = try daemon.jokectl("next")
        #expect(first.succeeded && !first.output.isEmpty && first.errors.isEmpty)
        let process = try process()
        #expect(getsid(process) == process)
        let directory = try #require(realpath("/proc/\(process)/cwd", nil))
        defer { free(directory) }
        #expect(String(cString: directory) == "/")
        #expect(try daemon.jokectl("stop").succeeded)
        // A zombie has no program.
        #expect(!Files.exists("/proc/\(process)/exe"))
        #expect(try daemon.jokectl("stop").end == .exited(1))
    }

    @Test("commands that run at once start one daemon")
    func race() throws {
        let line = "for n in 1 2 3 4 5 6; do $JOKECTL status --json=pid & done; wait"
        daemon.environment["JOKECTL"] = try Programs.path(of: "jokectl")
        for _ in 1...3 {
            let run = try daemon.shell(line)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 6 && Set(lines).count == 1, "\(run.output)\(run.errors)")
            #expect(try daemon.jokectl("stop").succeeded)
        }
    }

    @Test("it ends when it is idle, and the next command starts it again")
    func idle() throws {
        try daemon.configure(#"{"idleExit": "1s"}"#)
        #expect(try daemon.jokectl("next").succeeded)
        let process = try process()
        let handle = try FileDescriptor(watching: process)
        var entry = pollfd(fd: handle.raw, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 20_000) == 1)
        #expect(try daemon.jokectl("next").succeeded)
    }

    @Test("with --no-start and with a named socket nothing is started")
    func nothing() throws {
        let refused = try daemon.jokectl("next", "--no-start")
        #expect(refused.end == .exited(69) && refused.errors.contains("leave out --no-start"))
        #expect(try daemon.jokectl("next", "--socket", daemon.socketPath).end == .exited(69))
        daemon.environment["JOKESD_SOCKET"] = daemon.socketPath
        #expect(try daemon.jokectl("next").end == .exited(69))
        #expect(!Files.exists("\(daemon.directory.path)/run/jokesd"))
    }

    @Test("root starts nothing in the home of another user", .enabled(if: geteuid() == 0))
    func foreignHome() throws {
        #expect(chown("\(daemon.directory.path)/home", 65_534, 65_534) == 0)
        #expect(try daemon.jokectl("next").end == .exited(69))
        #expect(!Files.exists("\(daemon.directory.path)/run/jokesd"))
    }

    @Test("a start that fails says jokesd's own reason")
    func failures() throws {
        try Files.write("", to: "\(daemon.directory.path)/data/jokesd")
        let blocked = try daemon.jokectl("next")
        #expect(blocked.end == .exited(69) && blocked.errors.contains("jokesd cannot start: "))
        #expect(blocked.errors.contains("data/jokesd"), "\(blocked.errors)")
    }
}
