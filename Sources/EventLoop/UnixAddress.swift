// SPDX-License-Identifier: MIT
import Glibc

/// A path as unix(7) wants it: at most 107 bytes, none of them zero.
struct UnixAddress {
    let path: String
    private var address = sockaddr_un()

    init(path: String) throws(SystemError) {
        self.path = path
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(code: ENAMETOOLONG, operation: "socket", path: path)
        }
        // An empty path would be autobound, a zero first would be abstract: names that nobody guards.
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SystemError(code: EINVAL, operation: "socket", path: path)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// For bind(2) and connect(2).
    func withPointer(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// A new stream socket: close-on-exec, non-blocking.
    static func socket() throws(SystemError) -> FileDescriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return try FileDescriptor(Glibc.socket(AF_UNIX, Int32(type), 0), "socket")
    }
}
