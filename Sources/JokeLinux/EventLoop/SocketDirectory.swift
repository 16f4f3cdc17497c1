// SPDX-License-Identifier: MIT
import Glibc

/// The directory of a socket. No other user may write to it, because that user could replace the socket.
package enum SocketDirectory {
    /// The reason why the directory cannot be used.
    package enum SocketDirectoryError: Error, Equatable, Sendable, CustomStringConvertible {
        case failed(SystemError)
        /// A file, or a symbolic link, even one to a directory.
        case notADirectory(path: String)
        case foreignOwner(path: String, uid: UInt32)
        case writableByOthers(path: String, mode: UInt32)

        package var description: String {
            switch self {
            case .failed(let error): error.message
            case .notADirectory(let path):
                "\(path) is not a directory (a symbolic link to one is not allowed)"
            case .foreignOwner(let path, let uid): "\(path) belongs to another user (uid \(uid))"
            case .writableByOthers(let path, let mode):
                "\(path) is writable by other users (mode \(String(mode, radix: 8)))"
            }
        }
    }

    /// Creates the directory with mode 0700, or checks an existing one. Does not create its parents.
    package static func prepare(_ path: String) throws(SocketDirectoryError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .failed(.last("mkdir", path: path)) }
        // Check the opened directory, because the path may refer to another one a moment later.
        let result = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard result >= 0 else {
            if errno == ENOTDIR || errno == ELOOP { throw .notADirectory(path: path) }
            throw .failed(.last("open", path: path))
        }
        let directory = FileDescriptor(adopting: result)
        var status = stat()
        guard fstat(directory.raw, &status) == 0 else { throw .failed(.last("fstat", path: path)) }
        guard status.st_uid == geteuid() else { throw .foreignOwner(path: path, uid: status.st_uid) }
        guard status.st_mode & 0o022 == 0 else {
            throw .writableByOthers(path: path, mode: status.st_mode & 0o7777)
        }
    }
}
