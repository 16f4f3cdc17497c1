// SPDX-License-Identifier: MIT
import Glibc

/// A server on a Unix socket whose replies the test sends. It listens as soon as it is created.
package final class SocketServer {
    private let socket: Descriptor

    package init(path: String) throws {
        socket = Descriptor(
            owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = try sockaddr_un.at(path)
        guard address.with({ bind(socket.number, $0, $1) }) == 0, listen(socket.number, 16) == 0 else {
            throw TestSupportError.system("listen at \(path)")
        }
    }

    /// Waits for the next connection and returns the server's side of it.
    package func accept(until deadline: TestDeadline = TestDeadline()) throws -> SocketClient {
        _ = try socket.wait(for: POLLIN, "a client", until: deadline)
        let connection = Descriptor(owning: Self.accept(socket.number))
        guard connection.number >= 0 else { throw TestSupportError.system("accept4") }
        return SocketClient(connected: connection)
    }

    /// Accepts a connection if a client waits, otherwise returns nil.
    package func waitingClient() throws -> SocketClient? {
        var entry = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0 ? try accept() : nil
    }

    /// Accepts a connection by accept4(2), so that programs started at the same time do not inherit it. Swift's Glibc
    /// module does not have the function.
    private static func accept(_ socket: Int32) -> Int32 {
        typealias Accept = @convention(c) (Int32, OpaquePointer?, OpaquePointer?, Int32) -> Int32
        guard let symbol = dlsym(nil, "accept4") else { return -1 }
        return unsafeBitCast(symbol, to: Accept.self)(socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
    }
}
