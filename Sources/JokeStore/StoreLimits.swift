// SPDX-License-Identifier: MIT
import JokeCore

/// How much is kept, and for how long.
package struct StoreLimits: Sendable {
    /// How many hashes of jokes that were shown.
    package var seen = Seen.capacity
    /// How many jokes that nobody decided about.
    package var unreferenced = 2_000
    /// How many jokes come between one pruning and the next.
    package var pruningInterval = 256
    /// How many translations.
    package var translations = 5_000
    /// How many texts go from the trash in one transaction.
    package var emptied = 5_000
    /// How many deletions are remembered once their texts are gone.
    package var tombstones = 100_000
    /// How many jokes get their places in a new order in one transaction.
    package var recollated = 500
    /// How long a thread stays without work.
    package var idle: Duration = .seconds(30)

    /// How long the write-ahead log becomes before a commit takes time to empty it, in bytes. Checkpoints at 1 MiB keep it
    /// at about that, unless somebody reads whenever one is made.
    package static let log = 4 << 20

    package init() {}
}
