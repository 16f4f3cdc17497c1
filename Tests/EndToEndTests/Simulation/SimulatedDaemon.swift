// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire

/// A jokesd whose threads, clocks, random numbers and disk a simulation controls
/// (Tests/Simulation/simulated-kernel.c).
final class SimulatedDaemon {
    /// The path of the library, or nil if the Makefile did not set it.
    static let library = getenv("JOKESD_SIMULATED_KERNEL").map { String(cString: $0) }

    /// The state of the daemon, which it sends when it stops.
    struct Report {
        /// `start`, `wait` or `stop`.
        var kind = ""
        /// The time for which it would wait for events, in milliseconds, or -1 for no limit.
        var timeout = 0
        /// The number of threads that have work.
        var threads = 0

        /// Whether nothing but a client or a timer gives it something to do.
        var isIdle: Bool { timeout == -1 && threads == 0 }
    }

    let host: TestDaemon
    /// The wall clock and the uptime, in nanoseconds.
    private(set) var wall: Int
    private(set) var uptime = 1_000_000_000_000
    /// Its newest report, or nil if it does not run.
    private(set) var report: Report?
    /// How it ended last.
    private(set) var end: WaitStatus?
    /// The number of commands that it got.
    private(set) var commands = 0
    private var process: TestProcess?
    private var control: SocketClient?
    private let server: SocketServer

    init(_ host: TestDaemon, wall: Int) throws {
        self.host = host
        self.wall = wall
        server = try SocketServer(path: "\(host.directory.path)/control")
    }

    /// The path of the log of the calls that changed its files.
    var log: String { "\(host.directory.path)/log" }

    /// Starts the daemon. It stops before its first instruction.
    func launch(seed: UInt64) throws {
        let library =
            try Self.library ?? { throw TestSupportError("JOKESD_SIMULATED_KERNEL names no library") }()
        var environment = host.environment
        environment.merge([
            "LD_PRELOAD": library, "SIMULATION_ROOT": host.dataDirectory, "SIMULATION_LOG": log,
            "SIMULATION_CONTROL": "\(host.directory.path)/control", "SWIFT_DETERMINISTIC_HASHING": "1",
            "TZ": "UTC",
        ]) { $1 }
        let nothing = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        let errors = try Files.create("\(host.directory.path)/errors", appending: true)
        process = try TestProcess(
            Programs.path(of: "jokesd"), [], environment: environment,
            streams: (nothing.number, errors.number, errors.number))
        control = try server.accept()
        end = nil
        try readReport()
        try command("clock \(wall) \(uptime)")
        try command("random \(seed | 1)")
    }

    /// Sends a command, and reads the next report. If the daemon has ended, `report` is nil and `end` tells how.
    func command(_ text: String) throws {
        guard let control, report != nil else { return }
        commands += 1
        do { try control.send(text) } catch { return try ended() }
        try readReport()
    }

    /// Lets time pass. The wall clock may be set as well.
    func pass(_ nanoseconds: Int, settingWallBy step: Int = 0) throws {
        uptime += nanoseconds
        wall += nanoseconds + step
        try command("clock \(wall) \(uptime)")
    }

    /// Lets the daemon and its threads work until nothing is left to do.
    func settle() throws {
        // A client or a thread may have given it something to do while it was stopped.
        var idle = 0
        for _ in 0..<10_000 {
            guard let report else { return }
            if report.threads > 0 { try command("thread 0") }
            try command("go")
            idle = self.report?.isIdle == true ? idle + 1 : 0
            if idle > 2 { return }
        }
        throw TestSupportError("The daemon does not come to rest.")
    }

    func kill(_ signal: Int32 = SIGKILL) throws {
        process?.send(signal)
        if signal == SIGKILL { return try ended() }
        for _ in 0..<10_000 where report != nil {
            if let threads = report?.threads, threads > 0 { try command("thread 0") }
            try command("go")
        }
        guard report == nil else { throw TestSupportError("The daemon does not end.") }
    }

    private func ended() throws {
        end = try process?.wait()
        (process, control, report) = (nil, nil, nil)
    }

    private func readReport() throws {
        guard let control else { return }
        guard let line = try control.line() else { return try ended() }
        let words = line.split(separator: " ")
        guard words.count == 3, let timeout = Int(words[1]), let threads = Int(words[2]) else {
            throw TestSupportError("The report '\(line)' is unknown.")
        }
        report = Report(kind: String(words[0]), timeout: timeout, threads: threads)
    }
}
