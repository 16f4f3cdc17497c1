// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// A socket that is connected to jokesd.
package struct DaemonSocket: ~Copyable {
    package let descriptor: Int32

    private static let readSize = 4 << 10

    /// Takes over a connected stream socket.
    init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to the first location where a process listens.
    package static func open(
        at locations: SocketLocations, until deadline: Deadline
    ) throws(ConnectError) -> DaemonSocket {
        var opened: Int32 = -1
        try locations.first { path throws(ConnectError) in
            let socket = try connect(to: path, until: deadline)
            // If the kernel does not say, the result is (uid_t)-1, which is the id of no user.
            let user = listener(at: socket.descriptor)?.user ?? .max
            guard locations.accepts(peer: user, userID: geteuid()) else {
                throw .foreign(path: path)
            }
            opened = socket.release()
        }
        return DaemonSocket(adopting: opened)
    }

    /// Returns the descriptor, which the caller closes.
    private consuming func release() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    private static func connect(to path: String, until deadline: Deadline) throws(ConnectError)
        -> DaemonSocket
    {
        guard SocketPath.fits(path) else { throw .badPath(path) }
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ConnectError(errno: errno, path: path) }
        let socket = DaemonSocket(adopting: descriptor)
        // connect(2) on a local socket waits only while the listener's backlog is full, and for this long (socket(7)).
        var timeout = deadline.sendTimeout
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        while connect(descriptor, to: path) != 0 {
            guard errno == EINTR, !deadline.hasPassed else { throw ConnectError(errno: errno, path: path) }
        }
        return socket
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

    /// Returns the process that listens at `path`, or nil if there is none, or if it does not accept a connection within
    /// a second.
    package static func process(listeningAt path: String) -> Int? {
        guard let socket = try? connect(to: path, until: Deadline(after: 1)) else { return nil }
        return socket.process
    }

    /// The process that listens at the other end, or nil if it is in another PID namespace.
    var process: Int? {
        Self.listener(at: descriptor).flatMap { $0.process > 0 ? Int($0.process) : nil }
    }

    /// Returns the process and the user that listen at the other end (SO_PEERCRED, unix(7)), in the order of the `struct
    /// ucred`.
    private static func listener(at descriptor: Int32) -> (process: Int32, user: UInt32, group: UInt32)? {
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        return result == 0 ? credentials : nil
    }

    /// Reads the bytes that have arrived, which may be none. Returns nil at the end of the stream.
    package func receive() throws(ConnectError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 || errno == ECONNRESET { return nil }
        guard errno == EAGAIN || errno == EINTR else { throw .system(String(cString: strerror(errno))) }
        return []
    }

    package func send(_ bytes: [UInt8], until deadline: Deadline) throws(ConnectError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                let outcome = Poll.wait(for: POLLOUT, on: descriptor, until: deadline)
                if outcome == .timedOut { throw .timedOut }
            // jokesd has closed the connection. Bytes that it sent before can still be read.
            case EPIPE, ECONNRESET: return
            default: throw .system(String(cString: strerror(errno)))
            }
        }
    }
}
