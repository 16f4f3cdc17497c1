// SPDX-License-Identifier: MIT
import Glibc
import JokeCore

extension Pool {
    /// The order in which the jokes of a file are drawn: random, but stronger jokes tend to come earlier.
    ///
    /// A joke with the strength s comes next with a probability proportional to 2^s. The order of a file is the same until
    /// the file changes, and differs between installations.
    enum Rank {
        /// The number of strong jokes with which a new installation begins.
        private static let firstCount = 50
        /// The rank from which on jokes come after all others.
        static let last: Int64 = 1 << 50

        /// Returns the rank of each joke of a file. They are distinct, and lower ones are drawn earlier.
        ///
        /// - Parameter isForAnyone: Whether each joke may be the very first one.
        static func all(
            of places: [Int64], _ strengths: [Int], isForAnyone: [Bool], seed: Int64
        ) -> [Int64] {
            // Sorted by these, jokes have the weighted random order (Efraimidis and Spirakis, 2006).
            let keys = zip(places, strengths).map { place, strength in
                -log(fraction(UInt64(bitPattern: place ^ seed))) / exp2(Double(strength))
            }
            let strong = strengths.indices.filter { strengths[$0] > CorpusContent.usual }
                .sorted { (strengths[$1], keys[$0]) < (strengths[$0], keys[$1]) }
            let first = Set(strong.prefix(firstCount))
            return keys.indices.map { index in
                var key = keys[index]
                if first.contains(index) {
                    // Another hash of the place shuffles the first ones regardless of their strengths. About a half
                    // of those for anyone come before all others.
                    let spread = isForAnyone[index] ? 1 : 0.5
                    key = -fraction(UInt64(bitPattern: ~places[index] ^ seed)) * spread
                }
                // The greatest key is below 2^6.
                return Int64(key * 0x1p44) + (strengths[index] == CorpusContent.last ? last : 0)
            }
        }

        /// Returns a random number above 0 and below 1 that depends on all bits of `value` (SplitMix64).
        private static func fraction(_ value: UInt64) -> Double {
            var value = value &+ 0x9e37_79b9_7f4a_7c15
            value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
            return (Double((value ^ (value >> 31)) >> 12) + 0.5) / 0x1p52
        }
    }
}
