// SPDX-License-Identifier: MIT
import Glibc

/// An address of a Unix socket (unix(7)): a path of at most 107 bytes without zero bytes, or an abstract name.
package struct UnixAddress: Sendable {
    let path: String
    private var address = sockaddr_un()
    private var size = socklen_t(MemoryLayout<sockaddr_un>.size)

    package init(path: String) throws(SystemError) {
        self.path = path
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(code: ENAMETOOLONG, operation: "socket", path: path)
        }
        // The kernel would choose a name for an empty path and take a path with a leading zero byte as an abstract
        // name. File permissions protect neither.
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SystemError(code: EINVAL, operation: "socket", path: path)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// Creates an abstract address: a zero byte and then the name, whose length the size of the address gives.
    init(abstract name: Substring) throws(SystemError) {
        path = "@" + name
        guard name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(code: ENAMETOOLONG, operation: "socket", path: path)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
        let before = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
        size = socklen_t(before + 1 + name.utf8.count)
    }

    /// Calls `call` with the address, for bind(2), connect(2) and sendto(2).
    func withPointer<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
        }
    }

    /// Creates a stream socket that is close-on-exec and non-blocking.
    static func socket() throws(SystemError) -> FileDescriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return try FileDescriptor(Glibc.socket(AF_UNIX, Int32(type), 0), "socket")
    }

    /// Creates a socket and connects it to the listener at this address. Throws EAGAIN if its backlog is full.
    package func connected() throws(SystemError) -> FileDescriptor {
        let socket = try Self.socket()
        guard withPointer({ connect(socket.raw, $0, $1) }) == 0 else { throw .last("connect", path: path) }
        return socket
    }
}
