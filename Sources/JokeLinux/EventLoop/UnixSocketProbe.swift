// SPDX-License-Identifier: MIT
import Glibc

/// Distinguishes a socket in use from one that a dead process left.
package enum UnixSocketProbe {
    /// The state of a path.
    package enum Finding: Equatable, Sendable {
        /// Nothing is at the path.
        case absent
        /// A socket that no process listens on.
        case stale
        /// A process accepts connections.
        case alive
        /// Not a stream socket. It belongs to another program and must not be removed.
        case foreign
    }

    /// Finds out what is at `path` by connecting without blocking. A connection is closed at once.
    package static func probe(path: String) throws(SystemError) -> Finding {
        let address = try UnixAddress(path: path)
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return .absent }
            throw .last("lstat", path: path)
        }
        // connect(2) fails in the same way for a regular file as for a stale socket.
        guard status.st_mode & S_IFMT == S_IFSOCK else { return .foreign }
        let socket = try UnixAddress.socket()
        guard address.withPointer({ connect(socket.raw, $0, $1) }) != 0 else { return .alive }
        switch errno {
        case ECONNREFUSED: return .stale
        case ENOENT: return .absent
        // A full backlog means that a process listens.
        case EAGAIN: return .alive
        case EPROTOTYPE: return .foreign
        default: throw .last("connect", path: path)
        }
    }

    /// Whether a process accepts connections at `path`.
    package static func isAlive(path: String) throws(SystemError) -> Bool { try probe(path: path) == .alive }

    /// Removes a stale socket, so that ``UnixListener/bind(path:mode:backlog:)`` can succeed. Returns what was at the
    /// path before.
    ///
    /// Hold the `FileLock`: without it, two daemons that start together could remove each other's socket.
    package static func removeStale(path: String) throws(SystemError) -> Finding {
        let finding = try probe(path: path)
        if finding == .stale, unlink(path) != 0, errno != ENOENT { throw .last("unlink", path: path) }
        return finding
    }
}
