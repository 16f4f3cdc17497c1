// SPDX-License-Identifier: MIT

import Glibc

/// A splitter of a byte stream into lines.
///
/// Call `append` with the bytes that were read, then `next` until it returns nil. Blank lines are skipped, so an empty
/// line that is typed by hand causes no error. An overlong line is reported once. The rest of it is discarded as it
/// arrives and uses no memory; the line after it is read as usual.
package struct LineFramer: Sendable {
    package enum Frame: Sendable, Hashable {
        /// A line without its newline. A carriage return before it stays, which is white space in JSON.
        case line(ArraySlice<UInt8>)
        /// A line that is longer than the limit. Its bytes are discarded.
        case tooLong
    }

    /// The longest line without its newline, in bytes.
    package let limit: Int
    private var buffer: [UInt8] = []
    /// The start of the first line that `next` has not returned yet.
    private var start = 0
    /// The end of the range after `start` that is known to contain no newline.
    private var searched = 0
    /// Whether the next bytes belong to an overlong line that was already reported.
    private var isDiscarding = false

    /// The capacity that an empty buffer keeps for the next read, in bytes. A larger buffer is freed.
    private static let keptCapacity = 4_096

    package init(limit: Int = Limits.requestLine) { self.limit = limit }

    /// The number of buffered bytes that `next` has not returned yet.
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

    /// Returns the next complete line, or nil if there is none until more bytes are appended.
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

    /// Returns the last line of a stream that has ended, even if it has no newline. Call this after `next` returned
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

    /// Moves the remaining bytes to the start of the buffer once they are the smaller part of it, so that a byte is
    /// moved at most once on average.
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
