// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

extension Connection {
    /// Connects to the first of these sockets where somebody listens; the error is about the first of them.
    ///
    /// `trustingOnlyUs`: whoever listens must be the user or root, since a path in /tmp can be taken by anybody.
    package static func open(
        firstOf paths: [String], trustingOnlyUs: Bool, greased isGreased: Bool = false,
        until deadline: Deadline
    ) throws(ConnectionError) -> Connection {
        for path in paths {
            do throws(ConnectionError) {
                return try open(path, trustingOnlyUs: trustingOnlyUs, greased: isGreased, until: deadline)
            } catch .unreachable {
                continue
            }
        }
        throw .unreachable(path: paths.first ?? "")
    }

    private static func open(
        _ path: String, trustingOnlyUs: Bool, greased isGreased: Bool, until deadline: Deadline
    ) throws(ConnectionError) -> Connection {
        guard SocketPath.fits(path) else { throw .badPath(path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(errno) }
        let connection = Connection(adopting: descriptor, greased: isGreased)
        // A local connect waits only where the listener's backlog is full, and then as long as this (socket(7)).
        var timeout = deadline.sendTimeout
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        while connect(descriptor, to: path) != 0 {
            switch errno {
            case EINTR where !deadline.hasPassed: continue
            case EAGAIN, EINTR: throw .timedOut
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .unreachable(path: path)
            case EACCES, EPERM: throw .notPermitted(path: path)
            default: throw .system(errno)
            }
        }
        guard !trustingOnlyUs || isOurs(descriptor) else { throw .foreign(path: path) }
        return connection
    }

    private static func connect(_ descriptor: Int32, to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Who listened there, by SO_PEERCRED (unix(7)): its `struct ucred` is a process, a user and a group.
    private static func isOurs(_ descriptor: Int32) -> Bool {
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
        return credentials.user == geteuid() || credentials.user == 0
    }
}
