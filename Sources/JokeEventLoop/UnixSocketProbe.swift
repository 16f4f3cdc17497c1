// SPDX-License-Identifier: MIT
import Glibc
package import JokeSystem

/// Tells a live socket from one that a dead process left behind.
package enum UnixSocketProbe {
    package enum Finding: Equatable, Sendable {
        /// Nothing is at the path.
        case absent
        /// A socket that nobody listens on.
        case stale
        /// Somebody accepts connections.
        case alive
        /// Not a stream socket: somebody else's, never to be removed.
        case foreign
    }

    /// Connects without waiting, and hangs up.
    package static func probe(path: String) throws(SystemError) -> Finding {
        let address = try UnixAddress(path: path)
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return .absent }
            throw .last("lstat", path: path)
        }
        // connect(2) refuses for a plain file just as for a stale socket.
        guard status.st_mode & S_IFMT == S_IFSOCK else { return .foreign }
        let socket = try UnixAddress.socket()
        guard address.withPointer({ connect(socket.raw, $0, $1) }) != 0 else { return .alive }
        switch errno {
        case ECONNREFUSED: return .stale
        case ENOENT: return .absent
        // The backlog is full: alive, and busy.
        case EAGAIN: return .alive
        case EPROTOTYPE: return .foreign
        default: throw .last("connect", path: path)
        }
    }

    package static func isAlive(path: String) throws(SystemError) -> Bool { try probe(path: path) == .alive }

    /// Makes room for ``UnixListener/bind(path:mode:backlog:)`` where the socket is stale, and says what was found.
    /// Hold the `FileLock`: without it, two daemons that start together could remove each other's socket.
    package static func removeStale(path: String) throws(SystemError) -> Finding {
        let finding = try probe(path: path)
        if finding == .stale, unlink(path) != 0, errno != ENOENT { throw .last("unlink", path: path) }
        return finding
    }
}
