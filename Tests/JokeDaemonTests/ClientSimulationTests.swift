// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

/// Random clients, judged by a model of Protocol.md. `make simulate` runs new seeds.
@Suite("Many simulated clients", .serialized)
struct ClientSimulationTests {
    /// The first seed and the number of seeds.
    private static let (first, count) = (number("SIMULATION_SEED") ?? 1, number("SIMULATION_SEEDS") ?? 4)

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    @Test(
        "every reply and every event is the right one, whatever other clients do",
        arguments: first..<first + count)
    func simulate(seed: Int) async throws {
        let simulation = await onLoop { ClientSimulation(seed: seed) }
        do { try await simulation.run(steps: 500) } catch {
            await Issue.record("seed \(seed): \(error)\n\(simulation.story)")
        }
        let counts = await simulation.counts.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
        print("seed \(seed): Counts(\(counts))")
    }

    @Test("a subscription that a client leaves behind when it closes gets no event")
    func leftBehind() async throws {
        let harness = await harness()
        let other = try await harness.client()
        for _ in 0..<20 {
            var leaving: Client? = try await harness.client()
            leaving?.send(
                Array(repeating: #"{"id":1,"method":"joke.like"}"#, count: 40)
                    + [#"{"id":2,"method":"state.subscribe"}"#])
            await runIterations(2)
            leaving = nil
            for _ in 0..<20 { _ = try other.call(#"{"id":3,"method":"joke.next"}"#) }
        }
    }
}
