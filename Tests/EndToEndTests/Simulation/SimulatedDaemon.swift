// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem
import JokeTestSupport
import JokeWire

/// A jokesd whose threads, clocks, random numbers and disk a simulation controls
/// (Tests/Simulation/simulated-kernel.c).
final class SimulatedDaemon {
    /// The path of the library, or nil if the Makefile did not set it.
    static let library = getenv("JOKESD_SIMULATED_KERNEL").map { String(cString: $0) }

    /// What the stopped daemon reports.
    struct Report {
        /// `start`, `wait` or `stop`.
        var kind = ""
        /// The time for which it would wait for events, in milliseconds, or -1 for no limit.
        var timeout = 0
        /// The number of threads that have work.
        var threads = 0
        /// The uptime of its next timer, in nanoseconds, or 0.
        var deadline = 0
        /// The number of file operations since its start.
        var operations = 0

        /// Whether nothing but a client or a timer gives it something to do.
        var isIdle: Bool { timeout == -1 && threads == 0 }
    }

    let host: TestDaemon
    /// The wall clock and the uptime, in nanoseconds.
    private(set) var wall: Int
    private(set) var uptime = 1_000_000_000_000
    /// What it reported last, or nil if it does not run.
    private(set) var report: Report?
    /// How it ended last.
    private(set) var end: WaitStatus?
    /// The number of commands that it got.
    private(set) var commands = 0
    private var process: TestProcess?
    private var control: Descriptor?
    private var unread: [UInt8] = []
    private let listener: Descriptor

    init(_ host: TestDaemon, wall: Int) throws {
        self.host = host
        self.wall = wall
        listener = Descriptor(
            owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = try sockaddr_un.at("\(host.directory.path)/control")
        guard address.with({ bind(listener.number, $0, $1) }) == 0, listen(listener.number, 1) == 0 else {
            throw TestSupportError.system("listen")
        }
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
        _ = try Descriptor.wait(for: POLLIN, on: listener.number, "the daemon", until: TestDeadline())
        control = Descriptor(owning: accept(listener.number, nil, nil))
        (unread, end) = ([], nil)
        try readReport()
        try command("clock \(wall) \(uptime)")
        try command("random \(seed | 1)")
    }

    /// Sends a command, and reads the next report. If the daemon has ended, `report` is nil and `end` tells how.
    func command(_ text: String) throws {
        guard let control, report != nil else { return }
        commands += 1
        let bytes = Array("\(text)\n".utf8)
        guard send(control.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            return try ended()
        }
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
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let words = String(decoding: unread[..<newline], as: UTF8.self).split(separator: " ")
                unread.removeSubrange(...newline)
                let numbers = words.dropFirst().compactMap { Int($0) }
                guard numbers.count == 4 else { throw TestSupportError("The report \(words) is unknown.") }
                report = Report(
                    kind: String(words[0]), timeout: numbers[0], threads: numbers[1], deadline: numbers[2],
                    operations: numbers[3])
                return
            }
            var chunk = [UInt8](repeating: 0, count: 256)
            _ = try Descriptor.wait(
                for: POLLIN, on: control.number, "the daemon to stop", until: TestDeadline())
            let count = recv(control.number, &chunk, chunk.count, 0)
            guard count > 0 else { return try ended() }
            unread += chunk[..<count]
        }
    }
}
