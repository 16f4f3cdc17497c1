// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import Testing

/// Random runs with a simulated disk, clock and schedule. `make simulate` runs new seeds.
@Suite("Simulation", .enabled(if: SimulatedDaemon.library != nil))
struct SimulationTests {
    /// The first seed and the number of seeds.
    private static let (first, count) = (number("SIMULATION_SEED") ?? 1, number("SIMULATION_SEEDS") ?? 12)
    private static let lives = 12

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    @Test("a random run with faults keeps every promise", arguments: first..<first + count)
    func run(seed: Int) throws {
        let simulation = try Simulation(seed: UInt64(seed))
        do { try simulation.run(lives: Self.lives) } catch { simulation.find("\(error)") }
        for finding in simulation.findings { Issue.record("\(finding)") }
        print("seed \(seed): \(simulation.counts)")
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
