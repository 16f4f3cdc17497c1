// SPDX-License-Identifier: MIT

/// Randomness that is the same each time, so that a failure can be repeated (Marsaglia's xorshift).
struct Xorshift: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
