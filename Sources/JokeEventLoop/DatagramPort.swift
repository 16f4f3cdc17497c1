// SPDX-License-Identifier: MIT
import Glibc
package import JokeSystem

/// Sends datagrams to a Unix socket, and never waits: who does not read holds nobody up. From any thread.
package final class DatagramPort: Sendable {
    package enum Outcome: Equatable, Sendable {
        case sent
        /// The receiver has not read what came before: worth trying again.
        case full
        case failed(SystemError)
    }

    private let address: UnixAddress
    private let socket: FileDescriptor

    /// - Parameter name: a path, or `@` and an abstract name (unix(7)). Nobody needs to be there yet.
    package init(to name: String) throws(SystemError) {
        address = try name.hasPrefix("@") ? UnixAddress(abstract: name.dropFirst()) : UnixAddress(path: name)
        let type = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        socket = try FileDescriptor(Glibc.socket(AF_UNIX, Int32(type), 0), "socket")
    }

    package func send(_ bytes: [UInt8]) -> Outcome {
        let count = address.withPointer {
            sendto(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
        }
        guard count < 0 else { return .sent }
        // ENOBUFS: the kernel's own memory is short, for now.
        return errno == EAGAIN || errno == ENOBUFS ? .full : .failed(.last("sendto", path: address.path))
    }
}
