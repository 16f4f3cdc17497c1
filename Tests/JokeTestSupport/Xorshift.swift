// SPDX-License-Identifier: MIT

/// A pseudorandom generator (Marsaglia's xorshift). The same state gives the same sequence, so that a failure can be
/// repeated.
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
