// SPDX-License-Identifier: MIT

/// The names by which jokesd and a run of sync know each other (docs/sync.md).
package enum SyncNames {
    /// The name that a run gives as a client. Its own imports start no run.
    package static let client = "jokesd-sync"
    /// The file in the directory of the store that says that sync is on. `jokesd-sync.path` waits for a change of it.
    package static let trigger = "sync-on"
}
