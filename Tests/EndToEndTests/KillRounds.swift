// SPDX-License-Identifier: MIT
import Glibc

/// How often the daemon is killed.
enum KillRounds {
    /// Rounds that a library goes through; the next one begins anew, with other requests.
    struct Library: CustomStringConvertible {
        let seed: UInt64
        let rounds: Int
        var description: String { "seed \(seed)" }
    }

    /// `make kill-test` sets 200.
    private static let rounds = getenv("JOKESD_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 10
    /// A pack that lasts longer takes long to be read in.
    private static let roundsOfLibrary = 200

    /// So that a kill hits any part of any of the commits that are under way, whatever those take here: for a quarter of
    /// a millisecond to an eighth of a second, each order of magnitude as often. Nothing waits for this time to pass.
    static func linger(using random: inout some RandomNumberGenerator) {
        usleep(useconds_t(exp2(Double.random(in: 8...17, using: &random))))
    }

    static let libraries = stride(from: 0, to: rounds, by: roundsOfLibrary).map { done in
        Library(seed: UInt64(done / roundsOfLibrary + 1), rounds: min(roundsOfLibrary, rounds - done))
    }
}
