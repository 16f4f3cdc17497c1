// SPDX-License-Identifier: MIT

/// Randomness that is the same each time, so that a failure can be repeated (Marsaglia's xorshift).
package struct Xorshift: RandomNumberGenerator {
    package var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
