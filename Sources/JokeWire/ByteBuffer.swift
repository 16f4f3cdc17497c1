// SPDX-License-Identifier: MIT

/// A growable buffer, to which `JSONWriter` appends bytes a whole token at a time.
///
/// The capacity and the uniqueness of the memory are checked once for each token. If bytes were appended one by one,
/// writing a state would take twice as long.
struct ByteBuffer: Sendable {
    /// The memory, which is fully initialized. The contents are its first `count` bytes.
    private var storage: [UInt8]
    private(set) var count = 0

    init(reserving capacity: Int) { storage = [UInt8](repeating: 0, count: capacity) }

    var bytes: [UInt8] { Array(storage[..<count]) }

    /// Returns the bytes without copying them, and empties the buffer.
    mutating func take() -> [UInt8] {
        storage.removeLast(storage.count - count)
        defer { self = ByteBuffer(reserving: 0) }
        return storage
    }

    /// Empties the buffer and keeps its memory.
    mutating func clear() { count = 0 }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Appends the bytes that `write` puts at the cursor.
    ///
    /// - Parameter room: The largest number of bytes that `write` may write.
    @inline(__always)
    mutating func append(room: Int, _ write: (inout Cursor) -> Void) {
        if storage.count - count < room { grow(by: room) }
        let start = count
        count = storage.withUnsafeMutableBytes { bytes in
            var cursor = Cursor(bytes: bytes, place: start)
            write(&cursor)
            return cursor.place
        }
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        let count = bytes.count
        append(room: count) { cursor in
            let copied: Void? = bytes.withContiguousStorageIfAvailable { cursor.put($0) }
            if copied == nil { bytes.forEach { cursor.put($0) } }
        }
    }

    private mutating func grow(by room: Int) {
        let size = max(storage.count * 2, count + room)
        storage = [UInt8](unsafeUninitializedCapacity: size) { [storage, count] buffer, initializedCount in
            _ = buffer.update(from: storage[..<count])
            buffer[count...].update(repeating: 0)
            initializedCount = size
        }
    }

    /// A position in the memory of the buffer, at which bytes are put.
    struct Cursor {
        fileprivate let bytes: UnsafeMutableRawBufferPointer
        fileprivate(set) var place: Int

        @inline(__always)
        mutating func put(_ byte: UInt8) {
            bytes[place] = byte
            place += 1
        }

        @inline(__always)
        mutating func put(_ more: UnsafeBufferPointer<UInt8>) {
            UnsafeMutableRawBufferPointer(rebasing: bytes[place...]).copyMemory(from: .init(more))
            place += more.count
        }

        @inline(__always)
        mutating func put(_ text: StaticString) {
            put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
    }
}
