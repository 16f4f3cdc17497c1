// SPDX-License-Identifier: MIT
import Glibc

/// The datagram socket of sd_notify(3), as systemd provides it for a service.
package final class NotifySocket {
    package let path: String
    private let socket: Descriptor

    package init(path: String) throws {
        self.path = path
        unlink(path)
        socket = Descriptor(
            owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = try sockaddr_un.at(path)
        guard address.with({ bind(socket.number, $0, $1) }) == 0 else {
            throw TestSupportError.system("bind \(path)")
        }
    }

    deinit { unlink(path) }

    /// Waits for the next message and returns its assignments, such as `READY=1`; or nil if `process` ends without one.
    package func next(from process: TestProcess, until deadline: TestDeadline = TestDeadline()) throws
        -> [String]?
    {
        var entries = [
            pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&entries, 2, deadline.milliseconds) <= 0 {
            guard !deadline.hasPassed else {
                throw TestSupportError("Timed out waiting for a message to systemd")
            }
        }
        guard entries[0].revents != 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket.number, &buffer, buffer.count, 0)
        guard count >= 0 else { throw TestSupportError.system("recv") }
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits for a message with this assignment. Returns false if `process` ends without it.
    package func awaitMessage(
        _ assignment: String, from process: TestProcess, until deadline: TestDeadline = TestDeadline()
    ) throws -> Bool {
        while let message = try next(from: process, until: deadline) {
            if message.contains(assignment) { return true }
        }
        return false
    }
}
