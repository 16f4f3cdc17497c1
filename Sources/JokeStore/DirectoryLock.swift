// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
import JokeLinux

/// A lock that gives one process the data directory. The core keeps state in memory, which is correct only if no other
/// process writes the database.
///
/// The lock is on the directory itself: it needs no file, and works on a read-only file system.
package final class DirectoryLock {
    /// Nil if the directory cannot be locked. Then opening the database reports the error, or SQLite's own locks must
    /// suffice.
    private let lock: FileLock?
    /// The device of the directory's file system, or nil if it is not known.
    private let device: UInt?

    /// Whether another directory is at the path now, because a file system was mounted over it.
    func isCovered(at path: String) -> Bool {
        guard let device, let found = Self.device(of: path) else { return false }
        return found != device
    }

    private static func device(of path: String) -> UInt? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt(status.st_dev) : nil
    }

    /// Creates the directory, if it is missing, and locks it. Throws `.inUse` if another process holds the lock.
    package init(directory: String) throws(ArchiveError) {
        _ = PrivateDirectory(path: directory).make()
        device = Self.device(of: directory)
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
