// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A cursor of the saved list: the sort keys of the last item of a page, and the query that they belong to.
///
/// Clients see a JSON array encoded as base64url (RFC 4648, section 5) without padding. It is opaque but not secret.
struct SavedCursor: Hashable {
    /// A sort key, and how JSON represents it.
    enum Key: Hashable {
        case integer(Int64)
        case text(String)
        /// Bytes, which JSON represents as an array of integers.
        case bytes([UInt8])
    }

    /// The fingerprint of the query and its order (`SavedQuery.fingerprint`). A cursor of another query is rejected.
    var query: UInt64
    var keys: [Key]

    init(query: UInt64, keys: [Key]) {
        self.query = query
        self.keys = keys
    }

    /// Parses the text of a cursor. Throws `.foreignCursor` if it is invalid.
    init(_ text: String) throws(ArchiveError) {
        guard let bytes = Self.decode(text), let json = try? JSON(parsing: bytes),
            let parts = json.arrayValue, let first = parts.first?.stringValue,
            let query = UInt64(first, radix: 16)
        else { throw .foreignCursor }
        self.query = query
        keys = []
        for part in parts.dropFirst() {
            guard let key = Key(part) else { throw .foreignCursor }
            keys.append(key)
        }
    }

    /// The encoded cursor.
    var text: String {
        let json: JSON = .array([.string(String(query, radix: 16))] + keys.map(\.json))
        var text = ""
        var pending: UInt32 = 0
        var count: UInt32 = 0
        for byte in json.jsonText.utf8 {
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

extension SavedCursor.Key {
    init?(_ json: JSON) {
        if let number = json.integerValue {
            self = .integer(Int64(number))
        } else if let text = json.stringValue {
            self = .text(text)
        } else if let bytes = json.arrayValue {
            self = .bytes(bytes.compactMap { $0.integerValue.flatMap(UInt8.init(exactly:)) })
        } else {
            return nil
        }
    }

    var json: JSON {
        switch self {
        case .integer(let number): .integer(Int(number))
        case .text(let text): .string(text)
        case .bytes(let bytes): .array(bytes.map { .integer(Int($0)) })
        }
    }

    var bindable: any Bindable {
        switch self {
        case .integer(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        }
    }
}

extension ArchiveError {
    static let foreignCursor = ArchiveError(
        .badCursor,
        "This cursor does not come from a page of the same query. Start without a cursor.")
}
