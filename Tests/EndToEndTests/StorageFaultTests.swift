// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// A disk whose writes and syncs fail at times, which strace(1) injects.
@Suite("A failing disk", .enabled(if: FailingDisk.isPossible, "it needs strace and the right to trace"))
struct StorageFaultTests {
    /// `make storage-faults` sets 40.
    private static let rounds = getenv("JOKESD_FAULT_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 2

    @Test(
        "acknowledged changes are stored, and refused ones are not",
        arguments: FailingDisk.Fault.allCases)
    func failingWritesAndSyncs(_ fault: FailingDisk.Fault) throws {
        let daemon = try TestDaemon(configuration: MixedWork.configuration())
        try MixedWork.writePack(for: daemon, jokes: 2_000 + Self.rounds * 150)
        let work = try MixedWork(daemon, seed: UInt64(fault.rawValue.utf8.count), canFail: true)
        for round in 1...Self.rounds {
            #expect(try daemon.terminate() == .exited(0))
            // The failing calls begin at a random one and recur, so that each kind of write fails, with some work in
            // between.
            let first = Int.random(in: fault.firstCalls, using: &work.random)
            let step = Int.random(in: 3...60, using: &work.random)
            daemon.wrapper = fault.wrapper(first: first, step: step, log: "\(daemon.directory.path)/strace")
            try daemon.start()
            let client = try daemon.connect()
            try work.run(client, requests: 120)
            // Half of the rounds end with a kill during the work.
            if round.isMultiple(of: 2) {
                try FailingDisk.killTraced(daemon)
            } else {
                client.halfClose()
            }
            try work.readRest(client)
            if !round.isMultiple(of: 2) { try FailingDisk.killTraced(daemon) }
            daemon.wrapper = []
            try daemon.start()
            try work.verify("\(fault) in round \(round), from call \(first) on, every \(step)")
        }
        let injected = try Files.text("\(daemon.directory.path)/strace").contains("INJECTED")
        #expect(injected)
        #expect(work.acknowledged > 0)
        print("\(fault): \(work.acknowledged) requests acknowledged")
    }
}

/// What the user reads when the file system refuses the store.
@Suite("A refusing file system")
struct RefusedStoreTests {
    @Test(
        "the error says what is wrong and what to do", .enabled(if: FailingDisk.isPossible),
        arguments: [("EDQUOT", "disk quota", "Delete files"), ("EROFS", "read-only file system", "Mount it")])
    func refusedWrites(errno: String, what: String, advice: String) throws {
        let daemon = try TestDaemon()
        try daemon.start()
        #expect(try daemon.terminate() == .exited(0))
        daemon.wrapper = [
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", "signal=none",
            "-e", "inject=pwrite64:error=\(errno):when=40+",
        ]
        try daemon.start()
        let client = try daemon.connect()
        var message: String?
        for _ in 0..<200 where message == nil {
            let reply = try client.reply(to: try client.request(.jokeLike))
            message = reply["error"]?["message"]?.stringValue
        }
        let said = try #require(message)
        #expect(said.contains(what) && said.contains(advice) && said.contains(daemon.database), "\(said)")
        #expect(!said.contains("Check the disk") && !said.contains("code"), "\(said)")
        try FailingDisk.killTraced(daemon)
    }

    @Test(
        "without shared memory, jokesd starts, backs up and keeps its decisions",
        .enabled(if: FailingDisk.isPossible))
    func withoutSharedMemory() throws {
        let daemon = try TestDaemon()
        let log = "\(daemon.directory.path)/strace"
        let files = [daemon.database, "\(daemon.dataDirectory)/backups/unfinished.sqlite"]
        daemon.wrapper =
            ["strace", "-f", "-qq", "-o", log, "-A", "-e", "trace=mmap", "-e", "signal=none"]
            + files.flatMap { ["-P", "\($0)-shm"] } + ["-e", "inject=mmap:error=ENODEV"]
        // A new database, and one with a write-ahead log.
        for total in 1...2 {
            try daemon.start()
            try daemon.awaitJokes()
            let client = try daemon.connect()
            try client.call(.jokeLike)
            #expect(try client.call(.savedList)["total"]?.integerValue == total)
            #expect(try client.call(.daemonBackup)["path"] != nil)
            try FailingDisk.killTraced(daemon)
        }
        #expect(try Files.text(log).contains("INJECTED"))
        daemon.wrapper = []
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == 2)
    }

    @Test("a directory in the place of the database is named as one")
    func directory() throws {
        let daemon = try TestDaemon()
        try Files.makeDirectory(daemon.dataDirectory)
        try Files.makeDirectory(daemon.database)
        let (end, said) = try daemon.refusedStart()
        #expect(end == .exited(74))
        #expect(
            said.contains("\(daemon.database) is a directory") && said.contains("Move it away"), "\(said)")
    }
}

enum FailingDisk {
    enum Fault: String, CaseIterable, CustomTestStringConvertible {
        case writeFails = "pwrite64:error=EIO"
        case writeFindsNoSpace = "pwrite64:error=ENOSPC"
        case syncFails = "fsync,fdatasync:error=EIO"

        var testDescription: String { rawValue }

        /// The calls of a round. There are fewer syncs, because up to sixteen waiting requests share one.
        var firstCalls: ClosedRange<Int> { self == .syncFails ? 5...40 : 30...90 }

        func wrapper(first: Int, step: Int, log: String) -> [String] {
            let calls = rawValue.prefix { $0 != ":" }
            return [
                "strace", "-f", "-qq", "-o", log, "-A", "-e", "trace=\(calls)", "-e", "signal=none",
                "-e", "inject=\(rawValue):when=\(first)+\(step)",
            ]
        }
    }

    /// Whether strace is installed and may trace.
    static let isPossible: Bool = {
        let environment = ["PATH": "/usr/bin:/bin"]
        let probe = try? ProgramRun(
            "strace", ["-qq", "-o", "/dev/null", "true"], environment: environment)
        return probe?.succeeded == true
    }()

    /// Kills the daemon with SIGKILL. strace ends with it.
    static func killTraced(_ daemon: TestDaemon) throws {
        let client = try? daemon.connect()
        guard let pid = try client?.call(.daemonStatus)["pid"]?.integerValue else {
            throw TestSupportError("jokesd is gone: \(daemon.errors)")
        }
        kill(pid_t(pid), SIGKILL)
        _ = try daemon.process?.wait()
    }
}
