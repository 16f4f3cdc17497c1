// SPDX-License-Identifier: MIT
import Glibc

/// Sends datagrams to a Unix socket without blocking, even if the receiver does not read. Any thread may use it.
package final class DatagramPort: Sendable {
    /// The result of sending a datagram.
    package enum Outcome: Equatable, Sendable {
        case sent
        /// The receiver's queue is full. Try again later.
        case full
        case failed(SystemError)
    }

    private let address: UnixAddress
    private let socket: FileDescriptor

    /// - Parameter name: A path, or `@` and an abstract name (unix(7)). The receiver need not exist yet.
    package init(to name: String) throws(SystemError) {
        address = try name.hasPrefix("@") ? UnixAddress(abstract: name.dropFirst()) : UnixAddress(path: name)
        let type = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        socket = try FileDescriptor(Glibc.socket(AF_UNIX, Int32(type), 0), "socket")
    }

    /// Sends one datagram, without waiting if the receiver is busy.
    package func send(_ bytes: [UInt8]) -> Outcome {
        let count = address.withPointer {
            sendto(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
        }
        guard count < 0 else { return .sent }
        // ENOBUFS means that the kernel has no memory at the moment.
        return errno == EAGAIN || errno == ENOBUFS ? .full : .failed(.last("sendto", path: address.path))
    }
}
