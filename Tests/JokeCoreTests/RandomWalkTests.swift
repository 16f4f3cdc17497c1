// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("A random walk")
struct RandomWalkTests {
    @Test(
        "a random walk of thousands of steps breaks no invariant, and every request gets a reply",
        arguments: 0..<12 as Range<UInt64>)
    func invariants(seed: UInt64) {
        let walk = RandomWalk(seed: seed)
        walk.walk(1_000)
        walk.endFaults()
        #expect(walk.violations == [])
    }

    @Test("the same inputs have the same effects", arguments: [2, 3] as [UInt64])
    func sameInputs(seed: UInt64) {
        let (first, second) = (RandomWalk(seed: seed), RandomWalk(seed: seed))
        first.walk(500)
        second.walk(500)
        #expect(first.driver.effects == second.driver.effects)
        #expect(first.driver.archive == second.driver.archive)
        #expect(first.driver.effects.count > 500)
    }

    @Test("another seed has other effects")
    func otherSeed() {
        let (first, second) = (RandomWalk(seed: 2), RandomWalk(seed: 6))
        first.walk(100)
        second.walk(100)
        #expect(first.driver.effects != second.driver.effects)
    }
}
