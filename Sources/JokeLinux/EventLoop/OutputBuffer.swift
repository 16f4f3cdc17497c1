// SPDX-License-Identifier: MIT
import Glibc

/// A queue of bytes that wait to be written.
struct OutputBuffer {
    /// The most memory in bytes that an empty queue keeps, and the written bytes from which they are removed.
    private static let keptCapacity = 32 << 10

    private var bytes: [UInt8] = []
    /// The number of bytes at the beginning that are written.
    private var start = 0

    /// The number of bytes in the queue.
    var count: Int { bytes.count - start }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// Sends at most `limit` bytes, and removes those that the socket takes. Returns false if it did not take all of them.
    /// Then errno says why; it is EAGAIN if the socket took a part.
    mutating func send(to socket: Int32, atMost limit: Int) -> Bool {
        let offered = min(count, limit)
        let written = bytes.withUnsafeBytes { bytes in
            Glibc.send(socket, bytes.baseAddress.map { $0 + start }, offered, Int32(MSG_NOSIGNAL))
        }
        guard written >= 0 else { return false }
        start += written
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            start = 0
        } else if start >= max(Self.keptCapacity, count) {
            bytes.removeFirst(start)
            start = 0
        }
        guard written < offered else { return true }
        errno = EAGAIN
        return false
    }

    mutating func removeAll() { self = OutputBuffer() }
}
