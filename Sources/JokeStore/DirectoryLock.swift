// SPDX-License-Identifier: MIT
package import JokeCore
import JokeSystem

/// The data directory, for one process alone: what the core keeps in memory is true only while nobody else writes.
///
/// A lock on the directory itself needs no file and works where nothing can be written.
package final class DirectoryLock {
    /// Nil where there can be none: opening the database says why, or SQLite's own locks have to do.
    private let lock: FileLock?

    /// Makes the directory, if it is missing, and changes nothing in it.
    package init(directory: String) throws(ArchiveError) {
        _ = PrivateDirectory(path: directory).make()
        let isFree: Bool
        do throws(SystemError) {
            lock = try FileLock.take(directory: directory)
            isFree = lock != nil
        } catch {
            lock = nil
            isFree = true
        }
        guard isFree else { throw .inUse(directory) }
    }
}
