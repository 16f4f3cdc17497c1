// SPDX-License-Identifier: MIT
package import Glibc

/// A file descriptor that is closed when this object is released.
package final class Descriptor {
    package let number: Int32

    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Waits until one of `events` (`POLLIN` …) occurs or the other side hangs up.
    ///
    /// - Parameter what: The expected event, for the error message after the deadline.
    /// - Returns: The events that occurred.
    package func wait(for events: Int32, _ what: String, until deadline: TestDeadline) throws -> Int32 {
        try Self.wait(for: events, on: number, what, until: deadline)
    }

    package static func wait(
        for events: Int32, on number: Int32, _ what: String, until deadline: TestDeadline
    ) throws -> Int32 {
        while true {
            // If the deadline passes while this process is stopped (SIGSTOP), one more poll sees what occurred meanwhile.
            let isLast = deadline.hasPassed
            var entry = pollfd(fd: number, events: Int16(events), revents: 0)
            let ready = poll(&entry, 1, deadline.milliseconds)
            if ready > 0 { return Int32(entry.revents) }
            guard ready == 0 || errno == EINTR else { throw TestSupportError.system("poll") }
            guard !isLast else { throw TestSupportError("Timed out waiting for \(what)") }
        }
    }
}

extension sockaddr_un {
    /// Returns the address of a socket file, or throws if the path is too long.
    package static func at(_ path: String) throws -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count <= room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else { throw TestSupportError("\(path) is too long for a socket's address") }
        return address
    }

    /// Calls `body` with the address in the form of the system's functions.
    package mutating func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &self) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
