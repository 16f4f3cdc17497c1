// SPDX-License-Identifier: MIT
import Glibc

/// A file whose flock(2) says that a daemon lives. The kernel lets go of it with the process, however that ends.
///
/// The file itself is never removed: a lock on a file that has lost its name guards nothing.
package struct LockFile: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock, which is held as long as this value lives. Nil: someone else holds it.
    package static func take(path: String) throws(SystemError) -> LockFile? {
        let file = try FileDescriptor(
            open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), "open", path: path)
        while flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            guard errno == EINTR else { throw .last("flock", path: path) }
        }
        return LockFile(descriptor: file)
    }
}
