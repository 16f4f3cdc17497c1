// SPDX-License-Identifier: MIT
import JokeDesktop
import Testing

@Suite("Springs")
struct SpringTests {
    @Test("a spring comes to rest at its target, and overshoots it on the way")
    func rest() {
        var spring = Spring(1)
        spring.target = 0
        var lowest = 1.0
        for _ in 0..<1_000 {
            spring.step(0.002)
            lowest = min(lowest, spring.value)
        }
        #expect(spring.isResting && spring.value == 0)
        #expect(lowest < 0)
    }
}
