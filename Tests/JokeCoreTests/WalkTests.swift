// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("A random walk")
struct WalkTests {
    @Test(
        "of thousands of steps breaks no rule, and leaves nobody without an answer",
        arguments: 0..<12 as Range<UInt64>)
    func invariants(seed: UInt64) {
        let walk = Walk(seed: seed)
        walk.walk(1_000)
        walk.calmDown()
        #expect(walk.violations == [])
    }

    @Test("with the same inputs has the same effects", arguments: [2, 3] as [UInt64])
    func replay(seed: UInt64) {
        let (first, second) = (Walk(seed: seed), Walk(seed: seed))
        first.walk(500)
        second.walk(500)
        #expect(first.play.effects == second.play.effects)
        #expect(first.play.shelf == second.play.shelf)
        #expect(first.play.effects.count > 500)
    }

    @Test("with another seed has other effects")
    func otherSeed() {
        let (first, second) = (Walk(seed: 2), Walk(seed: 6))
        first.walk(100)
        second.walk(100)
        #expect(first.play.effects != second.play.effects)
    }
}
