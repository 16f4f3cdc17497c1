// SPDX-License-Identifier: MIT
import JokeCore

/// The most rows that the store keeps, and the sizes of its batches.
package struct StoreLimits: Sendable {
    /// The most fingerprints of seen jokes. Up to a sixteenth more of them are stored between two deletions.
    package var seen = Seen.capacity
    /// The most jokes without a decision that nothing refers to.
    package var unreferenced = 2_000
    /// The number of upserted jokes between two prunings.
    package var pruningInterval = 256
    /// The number of log entries between two deletions of old ones.
    package var logPruningInterval = 64
    /// The most stored translations.
    package var translations = 5_000
    /// The most deleted jokes whose texts one transaction removes from the trash.
    package var emptied = 5_000
    /// The most tombstones: deletions that stay known after the text was removed.
    package var tombstones = 100_000
    /// The number of dates whose joke of the day stays known.
    package var days = 14
    /// The most jokes whose sort keys one transaction updates after a change of the locale.
    package var recollated = 500
    /// The time after which a step of a read ends, so that those of other clients' reads come next.
    package var stepTime: Duration = .milliseconds(4)
    /// The number of lines above which an import gets more memory and a longer write-ahead log.
    package var largeImport = 10_000
    /// The time after which a piece of an import ends.
    package var pieceTime: Duration = .milliseconds(8)
    /// The time without work after which a thread ends.
    package var idle: Duration = .seconds(30)

    /// The size in bytes above which a commit takes time to empty the write-ahead log: 4 MiB. The automatic checkpoints
    /// at 1 MiB keep the log near that size, unless a reader is active at each of them.
    package static let log = 4 << 20

    package init() {}
}
