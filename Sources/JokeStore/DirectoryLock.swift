// SPDX-License-Identifier: MIT
package import JokeCore
import JokeSystem

/// A lock that gives one process the data directory. The core keeps state in memory, which is correct only if no other
/// process writes the database.
///
/// The lock is on the directory itself: it needs no file, and works on a read-only file system.
package final class DirectoryLock {
    /// Nil if the directory cannot be locked. Then opening the database reports the error, or SQLite's own locks must
    /// suffice.
    private let lock: FileLock?

    /// Creates the directory, if it is missing, and locks it. Throws `.inUse` if another process holds the lock.
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
