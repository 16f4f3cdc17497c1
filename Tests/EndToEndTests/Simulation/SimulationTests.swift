// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Testing

/// Random runs with a simulated disk, clock and schedule. `make simulate` runs new seeds.
@Suite("Simulation", .enabled(if: SimulatedDaemon.library != nil))
struct SimulationTests {
    /// The first seed and the number of seeds.
    private static let (first, count) = (number("SIMULATION_SEED") ?? 1, number("SIMULATION_SEEDS") ?? 12)
    private static let lives = 12

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    @Test(
        "a random run with faults keeps every promise",
        .promise("A like that was acknowledged is on the disk"), arguments: first..<first + count)
    func run(seed: Int) throws {
        let simulation = try Simulation(seed: UInt64(seed))
        do { try simulation.run(lives: Self.lives) } catch { simulation.find("\(error)") }
        for finding in simulation.findings { Issue.record("\(finding)") }
        print("seed \(seed): \(simulation.counts)")
    }

    @Test("a like whose sync fails is not there after a kill, though the write-ahead log begins with it")
    func failedSyncAtLogStart() throws {
        let host = try TestDaemon()
        let daemon = try SimulatedDaemon(host, wall: 1_800_000_000_000_000_000)
        try daemon.launch(seed: 1)
        try daemon.settle()
        let client = try host.connect()
        func like() throws -> [JSON] {
            try client.request(.jokeLike)
            try daemon.settle()
            return try client.arrivedLines().map { try JSON(parsing: $0.utf8) }
        }
        #expect(try like().map { $0["error"] } == [nil])
        // The daemon begins the log again, with a header of its own.
        try host.alter("PRAGMA wal_checkpoint(PASSIVE)")
        // The first two operations write and sync the header.
        try daemon.command("fail s \(EIO) 3 1")
        #expect(try like().map { $0["error"]?["data"]?["kind"] } == ["storage"])
        try daemon.kill()
        #expect(try host.query("SELECT count(*) FROM jokes WHERE saved_at IS NOT NULL") == "1\n")
    }

    @Test(
        "a power failure does not take back what was reported of a recovery",
        arguments: 1...6 as ClosedRange<UInt64>)
    func reportAfterPowerFailure(seed: UInt64) throws {
        let host = try TestDaemon()
        let daemon = try SimulatedDaemon(host, wall: 1_800_000_000_000_000_000)
        var disk = SimulatedDisk(directory: host.dataDirectory, log: daemon.log)
        try daemon.launch(seed: seed)
        try daemon.settle()
        try daemon.kill()
        try Files.write([], to: host.database)
        try disk.flush()
        try daemon.launch(seed: seed)
        try daemon.settle()
        try daemon.kill()
        var random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15)
        try disk.losePower(using: &random)
        let report = try JSON(parsing: Files.read("\(host.dataDirectory)/restoration.json"))
        #expect(report["unreadable"] == 0, "\(report.jsonText)")
    }

    @Test("the same seed gives the same run")
    func repeats() throws {
        let (first, second) = (try Simulation(seed: 7), try Simulation(seed: 7))
        try first.run(lives: 6)
        try second.run(lives: 6)
        let (one, other) = (first.story.split(separator: "\n"), second.story.split(separator: "\n"))
        let same = zip(one, other).prefix { $0 == $1 }.count
        #expect(
            one.dropFirst(same).first == other.dropFirst(same).first, "after \(one.prefix(same).suffix(20))")
        #expect(first.counts.commands == second.counts.commands)
        #expect(first.counts.requests > 20)
    }
}
