// SPDX-License-Identifier: MIT
import Glibc

/// The number of kills, and their times.
enum KillRounds {
    /// The rounds with one library. The next library has other requests.
    struct Library: CustomStringConvertible {
        let seed: UInt64
        let rounds: Int
        var description: String { "seed \(seed)" }
    }

    /// `make kill-test` sets 200.
    private static let rounds = getenv("JOKESD_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 10
    /// A pack with enough jokes for more rounds would take long to read.
    private static let roundsOfLibrary = 200

    /// Waits for a random time, so that a kill can hit any part of a commit in flight, however long that takes here:
    /// from a quarter of a millisecond to an eighth of a second, each order of magnitude equally often. The sleep is
    /// the purpose: nothing is expected to happen in it.
    static func pause(using random: inout some RandomNumberGenerator) {
        usleep(useconds_t(exp2(Double.random(in: 8...17, using: &random))))
    }

    static let libraries = stride(from: 0, to: rounds, by: roundsOfLibrary).map { done in
        Library(seed: UInt64(done / roundsOfLibrary + 1), rounds: min(roundsOfLibrary, rounds - done))
    }
}
