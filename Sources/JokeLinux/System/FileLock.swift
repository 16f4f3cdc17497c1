// SPDX-License-Identifier: MIT
import Glibc

/// A lock on a file or a directory (flock(2)), held while this value exists. The kernel releases it when the process
/// ends.
///
/// Never remove a file that is used as a lock: another process would create and lock a new file.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Locks a file, which is created if it does not exist.
    ///
    /// - Returns: nil if another process, or another value of this one, holds the lock.
    package static func take(file path: String) throws(SystemError) -> FileLock? {
        try take(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), path)
    }

    /// Locks a directory, which must exist. It may be on a file system that cannot be written to.
    ///
    /// - Returns: nil if another process, or another value of this one, holds the lock.
    package static func take(directory path: String) throws(SystemError) -> FileLock? {
        try take(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
    }

    private static func take(_ opened: Int32, _ path: String) throws(SystemError) -> FileLock? {
        let file = try FileDescriptor(opened, "open", path: path)
        while flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            guard errno == EINTR else { throw .last("flock", path: path) }
        }
        return FileLock(descriptor: file)
    }

    /// Unlock first: a child process has a copy of the descriptor until its execve(2), so closing this one would not
    /// release the lock.
    deinit { flock(descriptor.raw, LOCK_UN) }
}
