// SPDX-License-Identifier: MIT

/// A writer of compact JSON, which inserts the commas.
///
/// The caller ends each object and array that it begins, and writes a key before each member. The output is valid UTF-8
/// on one line. It is harmless on a terminal: besides the characters that RFC 8259 requires, U+007F–9F, U+2028 and
/// U+2029 are escaped.
package struct JSONWriter: Sendable {
    private var buffer: ByteBuffer
    private var needsComma = false

    package init(reserving capacity: Int = 256) { buffer = ByteBuffer(reserving: capacity) }

    /// A copy of the bytes written so far.
    package var bytes: [UInt8] { buffer.bytes }

    /// Returns the bytes written so far without copying them, and resets the writer.
    package mutating func take() -> [UInt8] {
        needsComma = false
        return buffer.take()
    }

    /// Resets the writer and keeps its memory, so that one writer can be used many times.
    package mutating func clear() {
        needsComma = false
        buffer.clear()
    }

    /// Calls `body` with the bytes written so far, without copying them.
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { buffer.withBytes(body) }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes a member's name, which must contain no character that needs an escape.
    package mutating func key(_ name: StaticString) {
        token(room: name.utf8CodeUnitCount + 3) { cursor in
            cursor.put(UInt8(ascii: "\""))
            cursor.put(name)
            cursor.put(UInt8(ascii: "\""))
            cursor.put(UInt8(ascii: ":"))
        }
        needsComma = false
    }

    /// Writes a member's name that is not known at compile time.
    package mutating func key(name: String) {
        string(name)
        buffer.append(room: 1) { $0.put(UInt8(ascii: ":")) }
        needsComma = false
    }

    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard PlainASCII.end(in: bytes, from: 0) < bytes.count else {
                return token(room: bytes.count + 2) { cursor in
                    cursor.put(UInt8(ascii: "\""))
                    cursor.put(bytes)
                    cursor.put(UInt8(ascii: "\""))
                }
            }
            token(room: 1) { $0.put(UInt8(ascii: "\"")) }
            appendEscaped(bytes)
            buffer.append(room: 1) { $0.put(UInt8(ascii: "\"")) }
        }
    }

    /// Writes the shortest number that reads back as `value`, without a fraction if it is an integer. JSON has no
    /// infinity and no NaN, so they are written as null.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        if let integer = Int64(exactly: value), value.sign == .plus || integer != 0 {
            self.integer(integer)
        } else {
            // Swift writes 1e+300, 5e-324 and 0.1, which are valid JSON.
            raw(value.description)
        }
    }

    package mutating func integer(_ value: Int) { integer(Int64(value)) }

    package mutating func integer(_ value: Int64) {
        token(room: 20) { cursor in
            if value < 0 { cursor.put(UInt8(ascii: "-")) }
            let magnitude = value.magnitude
            var unit: UInt64 = 1
            while magnitude / unit >= 10 { unit *= 10 }
            while unit > 0 {
                cursor.put(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
                unit /= 10
            }
        }
    }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func null() { literal("null") }

    /// Writes one value that is already encoded.
    package mutating func raw(_ encoded: some Collection<UInt8>) {
        token(room: 0) { _ in }
        buffer.append(encoded)
    }

    package mutating func raw(_ encoded: String) {
        var encoded = encoded
        encoded.withUTF8 { bytes in token(room: bytes.count) { $0.put(bytes) } }
    }

    /// Writes fixed text, its comma included, up to the position of the next value.
    mutating func opening(_ text: StaticString) {
        buffer.append(room: text.utf8CodeUnitCount) { $0.put(text) }
        needsComma = false
    }

    /// Appends encoded bytes, commas included, which end the line.
    package mutating func ending(_ encoded: [UInt8]) {
        buffer.append(room: encoded.count) { cursor in encoded.withUnsafeBufferPointer { cursor.put($0) } }
        needsComma = false
    }

    /// Ends the line. The next value begins a new JSON text.
    package mutating func newline() {
        buffer.append(room: 1) { $0.put(UInt8(ascii: "\n")) }
        needsComma = false
    }

    private mutating func literal(_ text: StaticString) {
        token(room: text.utf8CodeUnitCount) { $0.put(text) }
    }

    private mutating func begin(_ bracket: UInt8) {
        token(room: 1) { $0.put(bracket) }
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        buffer.append(room: 1) { $0.put(bracket) }
        needsComma = true
    }

    /// Appends a value, or the beginning of one, after a comma if one is needed.
    @inline(__always)
    private mutating func token(room: Int, _ write: (inout ByteBuffer.Cursor) -> Void) {
        let needsComma = needsComma
        buffer.append(room: room + 1) { cursor in
            if needsComma { cursor.put(UInt8(ascii: ",")) }
            write(&cursor)
        }
        self.needsComma = true
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var place = 0
        while place < text.count {
            place = PlainASCII.end(in: text, from: place)
            guard place < text.count else { break }
            guard let escape = JSONEscape(at: place, in: text) else {
                place += 1
                continue
            }
            buffer.append(text[start..<place])
            buffer.append(room: 6) { escape.write(to: &$0) }
            place += escape.length
            start = place
        }
        buffer.append(text[start..<place])
    }
}

extension JSONWriter {
    /// Writes a key and its value. A value that is nil is written as null, so no member is left out.
    package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    package mutating func value(_ json: JSON) { json.write(to: &self) }
}
