// SPDX-License-Identifier: MIT
import Glibc

/// A queue of bytes that wait to be written.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The number of bytes in the queue. It is stored, so that it is read without access to the array's memory.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
        count += more.count
    }

    /// Sends as many bytes as the socket takes, and removes them. Returns false if send(2) failed, with its errno.
    mutating func send(to socket: Int32) -> Bool {
        let written = bytes.withUnsafeBytes { bytes in
            let waiting = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return Glibc.send(socket, waiting.baseAddress, waiting.count, Int32(MSG_NOSIGNAL))
        }
        guard written >= 0 else { return false }
        removeFirst(written)
        return true
    }

    /// Removes written bytes. The memory of a large reply is freed, and each byte is moved at most once.
    private mutating func removeFirst(_ written: Int) {
        start += written
        count -= written
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 32 * 1024)
            start = 0
        } else if start >= 64 * 1024, start * 2 >= bytes.count {
            bytes.removeSubrange(..<start)
            start = 0
        }
    }

    mutating func removeAll() { self = OutputBuffer() }
}
