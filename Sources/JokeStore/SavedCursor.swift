// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Behind which saved joke a page starts: its place in the order by text and id.
///
/// Travels as the JSON array of the two in base64url (RFC 4648, section 5) without padding: opaque, not secret.
struct SavedCursor: Hashable {
    var value: String
    var id: String

    init(after joke: Joke) {
        value = joke.value
        id = joke.id.rawValue
    }

    init(_ text: String) throws(ArchiveFailure) {
        guard let bytes = Self.decode(text), let json = try? JSON(parsing: bytes),
            let parts = json.arrayValue,
            parts.count == 2, let value = parts[0].stringValue, let id = parts[1].stringValue
        else {
            throw ArchiveFailure(.badCursor, "This cursor is not one that a list gave. Start without one.")
        }
        self.value = value
        self.id = id
    }

    var text: String {
        var text = ""
        var pending: UInt32 = 0
        var count: UInt32 = 0
        for byte in JSONText.list([value, id]).utf8 {
            pending = pending << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.unicodeScalars.append(Self.digit(pending >> count & 0x3F))
            }
        }
        if count > 0 { text.unicodeScalars.append(Self.digit(pending << (6 - count) & 0x3F)) }
        return text
    }

    private static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var count: UInt32 = 0
        for character in text.utf8 {
            guard let digit = value(of: character) else { return nil }
            pending = pending << 6 | digit
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> count))
            }
        }
        return bytes
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func digit(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(digits[Int(value)]) }

    private static func value(of digit: UInt8) -> UInt32? { digits.firstIndex(of: digit).map(UInt32.init) }
}
