// SPDX-License-Identifier: MIT
import Glibc

/// A queue of bytes that wait to be written, in chunks.
struct OutputBuffer {
    /// The size in bytes from which an array becomes a chunk without being copied. Shorter ones are joined. It is also the
    /// most memory that an empty queue keeps.
    static let longChunk = 32 << 10

    /// The chunk that is written next. Its bytes before `start` are written.
    private var bytes: [UInt8] = []
    private var start = 0
    /// The chunks after it.
    private var later: [[UInt8]] = []
    /// The number of bytes in the queue. It is stored, so that it is read without access to the array's memory.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if later.isEmpty, bytes.count < Self.longChunk {
            bytes.append(contentsOf: more)
        } else if let last = later.indices.last, later[last].count < Self.longChunk {
            later[last].append(contentsOf: more)
        } else {
            later.append(Array(more))
        }
        count += more.count
    }

    /// Appends a chunk without copying it.
    mutating func append(chunk: [UInt8]) {
        if isEmpty { bytes = chunk } else { later.append(chunk) }
        count += chunk.count
    }

    /// Sends as many bytes of the first two chunks as the socket takes, and removes them. Returns false if it did not take
    /// all of them. Then errno says why; it is EAGAIN if the socket took a part.
    mutating func send(to socket: Int32) -> Bool {
        let offered = bytes.count - start + (later.first?.count ?? 0)
        let written = bytes.withUnsafeBytes { bytes in
            let waiting = UnsafeRawBufferPointer(rebasing: bytes[start...])
            guard let next = later.first else {
                return Glibc.send(socket, waiting.baseAddress, waiting.count, Int32(MSG_NOSIGNAL))
            }
            return next.withUnsafeBytes { next in
                let parts = [waiting, next].map {
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
                }
                return parts.withUnsafeBufferPointer { parts in
                    var message = msghdr()
                    message.msg_iov = UnsafeMutablePointer(mutating: parts.baseAddress)
                    message.msg_iovlen = parts.count
                    return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
        guard written >= 0 else { return false }
        removeFirst(written)
        guard written < offered else { return true }
        errno = EAGAIN
        return false
    }

    private mutating func removeFirst(_ written: Int) {
        start += written
        count -= written
        while start >= bytes.count, !later.isEmpty {
            start -= bytes.count
            bytes = later.removeFirst()
        }
        guard isEmpty else { return }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.longChunk)
        start = 0
    }

    mutating func removeAll() { self = OutputBuffer() }
}
