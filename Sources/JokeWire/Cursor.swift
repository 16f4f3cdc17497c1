// SPDX-License-Identifier: MIT

/// The cursor of a page or of a part of an export: the keys of the last item before it, and a hash of the query that
/// they belong to. In another query, a cursor would leave items out without a word, so it is rejected.
///
/// Clients see a JSON array in Base64. It is opaque but not secret.
package struct Cursor: Sendable, Hashable {
    /// A key, and how JSON represents it.
    package enum Key: Sendable, Hashable {
        case integer(Int64)
        case text(String)
        /// Bytes, which JSON represents as an array of integers.
        case bytes([UInt8])
    }

    package var query: UInt64
    package var keys: [Key]

    package init(query: UInt64, keys: [Key]) { (self.query, self.keys) = (query, keys) }

    /// Reads a cursor. Returns nil if it is invalid, or belongs to another query.
    package init?(_ text: String, of query: UInt64) {
        guard let bytes = Base64.decode(text), let parts = (try? JSON(parsing: bytes))?.arrayValue,
            let first = parts.first?.stringValue, HexDigits.number(first) == query
        else { return nil }
        let keys = parts.dropFirst().map(Key.init)
        self.init(query: query, keys: keys.compactMap { $0 })
        guard keys.count == self.keys.count else { return nil }
    }

    /// The encoded cursor.
    package var text: String {
        Base64.encode(JSON.array([.string(HexDigits.of(query))] + keys.map(\.json)).jsonBytes)
    }
}

extension Cursor.Key {
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
}
