// SPDX-License-Identifier: MIT

/// Appends compact JSON to bytes, commas included.
///
/// The caller balances what it begins and gives each member a key. What comes out is valid UTF-8 on one line,
/// and harmless on a terminal that shows it raw: besides what RFC 8259 demands, U+007F–9F, U+2028 and U+2029
/// are escaped.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(reserving capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// A member's name; it must need no escape.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member's name that is not known when this is compiled.
    package mutating func key(name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// The shortest number that reads back as `value`, without a fraction where it has none. JSON knows no
    /// infinity and no NaN: they become null.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        if let integer = Int64(exactly: value), value.sign == .plus || integer != 0 {
            return self.integer(integer)
        }
        separate()
        // Swift writes 1e+300, 5e-324 and 0.1, which are JSON, too.
        bytes.append(contentsOf: value.description.utf8)
        needsComma = true
    }

    package mutating func integer(_ value: Int) { integer(Int64(value)) }

    package mutating func integer(_ value: Int64) {
        separate()
        appendDigits(of: value)
        needsComma = true
    }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func null() { literal("null") }

    /// One value that is encoded already.
    package mutating func raw(_ encoded: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: encoded)
        needsComma = true
    }

    /// Ends the line; the next value starts a new text.
    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// The text of one value, as it stands.
    private mutating func literal(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func appendDigits(of value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var place = 0
        while place < text.count {
            place = PlainText.end(in: text, from: place)
            guard place < text.count else { break }
            guard let scalar = Escape(at: place, in: text) else {
                place += 1
                continue
            }
            bytes.append(contentsOf: text[start..<place])
            appendEscape(scalar.value)
            place += scalar.length
            start = place
        }
        bytes.append(contentsOf: text[start..<place])
    }

    private mutating func appendEscape(_ scalar: UInt16) {
        bytes.append(UInt8(ascii: "\\"))
        switch scalar {
        case 0x22, 0x5C: bytes.append(UInt8(scalar))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(scalar >> UInt16(shift) & 0xF)
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}

/// A scalar that must not stand for itself in a string.
private struct Escape {
    var value: UInt16
    /// Its length in UTF-8.
    var length: Int

    /// Nil where what is at `place` may stand for itself.
    init?(at place: Int, in text: UnsafeBufferPointer<UInt8>) {
        switch text[place] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F:
            self.init(value: UInt16(text[place]), length: 1)
        // U+0080…U+009F are C2 80…C2 9F.
        case 0xC2 where text[place + 1] < 0xA0: self.init(value: UInt16(text[place + 1]), length: 2)
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        case 0xE2 where text[place + 1] == 0x80 && text[place + 2] & 0xFE == 0xA8:
            self.init(value: 0x2000 | UInt16(text[place + 2] & 0x3F), length: 3)
        default: return nil
        }
    }

    private init(value: UInt16, length: Int) {
        self.value = value
        self.length = length
    }
}
