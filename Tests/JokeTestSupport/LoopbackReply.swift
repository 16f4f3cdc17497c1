// SPDX-License-Identifier: MIT
import Glibc

/// The reply of `LoopbackHTTP` to one request: its bytes, and what happens to the connection after them.
package struct LoopbackReply: Sendable {
    /// The state of the connection after the bytes were sent.
    package enum Ending: Sendable {
        /// The connection stays open for the next request.
        case next
        /// The connection is closed.
        case close
        /// Nothing more is sent. The connection stays open until the client closes it or the server stops.
        case silence
        /// A byte is sent every few milliseconds without end, so that no timeout for silence occurs.
        case drip
        /// The connection is reset (RST).
        case reset
    }

    package var bytes: [UInt8]
    package var ending: Ending

    package init(bytes: [UInt8], ending: Ending) {
        (self.bytes, self.ending) = (bytes, ending)
    }

    package static func json(_ text: String, status: String = "200 OK", headers: [String] = [])
        -> LoopbackReply
    {
        LoopbackReply(Array(text.utf8), status: status, headers: ["Content-Type: application/json"] + headers)
    }

    /// Creates an HTTP response.
    ///
    /// - Parameter length: The value of Content-Length, or nil for the real length.
    package init(
        _ body: [UInt8], status: String = "200 OK", headers: [String] = [], length: Int? = nil,
        ending: Ending = .next
    ) {
        let head = ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.count)"] + headers + ["", ""]
        self.init(bytes: Array(head.joined(separator: "\r\n").utf8) + body, ending: ending)
    }

    /// Sends the reply. Returns false if the connection shall be closed.
    func play(on connection: Int32) -> Bool {
        guard Self.send(bytes, to: connection) else { return false }
        switch ending {
        case .next: return true
        case .close: return false
        case .silence:
            var byte: UInt8 = 0
            while read(connection, &byte, 1) > 0 {}
            return false
        case .drip:
            // The pause is part of the fault. It ends early if the client closes the connection.
            var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            while poll(&entry, 1, 5) == 0, Self.send([0x20], to: connection) {}
            return false
        case .reset:
            // With this option, close(2) discards unsent data and resets the connection (socket(7)).
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        }
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
