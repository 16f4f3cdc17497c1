// SPDX-License-Identifier: MIT
package import JokeCore
import JokeSystem

/// The data folder, for one process alone: what the core keeps in memory is true only while nobody else writes.
///
/// A lock on the folder itself needs no file and works where nothing can be written.
package final class DirectoryLock {
    /// Nil where there can be none: opening the database says why, or SQLite's own locks have to do.
    private let lock: FileLock?

    /// Makes the folder, if it is missing, and changes nothing in it.
    package init(folder: String) throws(ArchiveError) {
        _ = PrivateDirectory(path: folder).make()
        let isFree: Bool
        do throws(SystemError) {
            lock = try FileLock.take(directory: folder)
            isFree = lock != nil
        } catch {
            lock = nil
            isFree = true
        }
        guard isFree else { throw .inUse(folder) }
    }
}
