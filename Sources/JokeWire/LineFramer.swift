// SPDX-License-Identifier: MIT

import Glibc

/// Cuts a stream of bytes into lines.
///
/// `append` what was read, then call `next` until it is nil. A line with nothing but whitespace is no frame:
/// an empty line typed by hand is not answered with an error. An overlong line is reported once and forgotten
/// while it still arrives, so that it costs no memory, and the line after it is read again.
package struct LineFramer: Sendable {
    package enum Frame: Sendable, Hashable {
        /// Without its newline. A carriage return before it stays: it is whitespace to JSON.
        case line(ArraySlice<UInt8>)
        /// A line that passed the limit; it is gone.
        case tooLong
    }

    /// The longest line, without its newline, in bytes.
    package let limit: Int
    private var buffer: [UInt8] = []
    /// Where the line that is not handed out yet begins.
    private var start = 0
    /// Up to here there is no newline from `start` on.
    private var searched = 0
    /// Inside an overlong line that is reported already.
    private var isDiscarding = false

    /// What is kept for the next read when all is handed out; more goes back to the allocator.
    private static let keptCapacity = 4_096

    package init(limit: Int = Limits.requestLine) { self.limit = limit }

    /// How many bytes wait for their newline or for `next`.
    package var pendingCount: Int { buffer.count - start }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { append($0) }
        }
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes[...]
        if isDiscarding {
            guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
            bytes = bytes[(newline + 1)...]
            isDiscarding = false
        }
        dropConsumed()
        buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes))
    }

    /// The next whole line, or nil until more is appended.
    package mutating func next() -> Frame? {
        while let newline = firstNewline() {
            let line = start..<newline
            start = newline + 1
            searched = start
            if line.count > limit { return .tooLong }
            if !isBlank(line) { return .line(buffer[line]) }
        }
        searched = buffer.count
        guard pendingCount > limit else {
            dropConsumed()
            return nil
        }
        forgetAll()
        isDiscarding = true
        return .tooLong
    }

    /// What is left when the stream has ended: a last line counts without its newline. Comes after `next` was
    /// nil.
    package mutating func finish() -> Frame? {
        let line = start..<buffer.count
        defer { start = buffer.count }
        return isBlank(line) ? nil : .line(buffer[line])
    }

    private func firstNewline() -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard searched < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private func isBlank(_ line: Range<Int>) -> Bool {
        buffer[line].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    /// Moves the rest to the front once it is the smaller part, so that a byte is moved at most once on
    /// average.
    private mutating func dropConsumed() {
        guard start > 0 else { return }
        if start == buffer.count {
            forgetAll()
        } else if start > buffer.count / 2 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
    }

    private mutating func forgetAll() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        (start, searched) = (0, 0)
    }
}
