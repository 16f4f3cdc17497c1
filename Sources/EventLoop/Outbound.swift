// SPDX-License-Identifier: MIT

/// Bytes that wait to be written: appended at the end, taken from the front.
struct Outbound {
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }
    mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// Drops what was written. Memory of a large answer is given back; what is dropped is moved over at most once.
    mutating func removeFirst(_ written: Int) {
        start += written
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 16 * 1024)
            start = 0
        } else if start >= 64 * 1024, start * 2 >= bytes.count {
            bytes.removeSubrange(..<start)
            start = 0
        }
    }

    mutating func removeAll() { self = Outbound() }
}
