// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport

/// Makes the time of a daemon run faster (Tests/Soak/accelerated-clock.c), and knows its accelerated time.
struct AcceleratedClock {
    /// The path of the library, or nil if `make soak` did not set it.
    static let library = getenv("JOKESD_ACCELERATED_CLOCK").map { String(cString: $0) }

    let rate: Int
    private let start: (realtime: Int, boottime: Int, monotonic: Int)
    /// The start, in seconds since 1970.
    let from: Int

    /// - Parameter from: The accelerated time now, in seconds since 1970.
    init(rate: Int, from: Int) {
        self.rate = rate
        self.from = from
        start = (Self.clock(CLOCK_REALTIME), Self.clock(CLOCK_BOOTTIME), Self.clock(CLOCK_MONOTONIC))
    }

    /// The accelerated time, in seconds since 1970.
    var now: Int { from + elapsed }
    /// The accelerated seconds since the start.
    var elapsed: Int {
        (Self.clock(CLOCK_REALTIME) - start.realtime) / 1_000_000_000 * rate
            + (Self.clock(CLOCK_REALTIME) - start.realtime) % 1_000_000_000 * rate / 1_000_000_000
    }

    /// Returns a deadline after this number of accelerated seconds.
    func deadline(after seconds: Int) -> TestDeadline {
        TestDeadline(after: .milliseconds(max(0, seconds) * 1_000 / rate))
    }

    /// Accelerates jokesd, and the jokesd-fetch that it starts.
    func accelerate(_ daemon: TestDaemon) throws {
        let library =
            try Self.library ?? { throw TestSupportError("JOKESD_ACCELERATED_CLOCK names no library") }()
        let fetch = "\(daemon.directory.path)/fetch"
        let variable =
            "\(rate) \(start.realtime) \(start.boottime) \(start.monotonic) \(from * 1_000_000_000)"
        // jokesd gives it another environment.
        try Files.write(
            """
            #!/bin/sh
            ACCELERATED_CLOCK='\(variable)' ACCELERATED_CLOCK_ALL=1 LD_PRELOAD='\(library)' exec '\(Programs.path(of: "jokesd-fetch"))' "$@"

            """, to: fetch)
        try Files.makeExecutable(fetch)
        daemon.environment["JOKESD_FETCH"] = fetch
        daemon.environment["LD_PRELOAD"] = library
        daemon.environment["ACCELERATED_CLOCK"] = variable
        daemon.environment["TZ"] = "UTC"
    }

    /// All processes with the accelerated time.
    var processes: [ObservedProcess] {
        let mark = "ACCELERATED_CLOCK=\(rate) \(start.realtime) "
        return Files.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
            ((try? Files.text("/proc/\(pid)/environ")) ?? "").contains(mark)
        }.map(ObservedProcess.init)
    }

    private static func clock(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
