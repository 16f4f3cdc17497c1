// SPDX-License-Identifier: MIT

// `==` and `hash(into:)` of a string also regard texts as equal that only look alike (Unicode's canonical equivalence).
// They normalize the texts, so that they are slow for foreign alphabets and very slow for many combining marks. Ids and
// names are equal if their bytes are, as in SQLite.
extension String {
    package func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    package func hasBytes(of other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.hasBytes(of: other)
        case (nil, nil): true
        default: false
        }
    }
}

extension [String] {
    package func hasBytes(of other: [String]) -> Bool { elementsEqual(other) { $0.hasBytes(of: $1) } }

    /// Whether one of the texts has the same bytes.
    package func containsBytes(of text: String) -> Bool { contains { $0.hasBytes(of: text) } }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Creates the case whose raw value has the bytes of a text from outside, or nil if there is none.
    package init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue.hasBytes(of: word) }) else { return nil }
        self = found
    }
}

extension StringProtocol {
    /// Whether the text has only white space. A combining mark after a blank is a text.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Hasher {
    package mutating func combine(bytesOf text: String) {
        var (word, count): (UInt64, Int) = (0, 0)
        for byte in text.utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count & 7 == 0 { combine(word) }
        }
        combine(word)
        combine(count)
    }
}

extension Array<UInt8> {
    /// Whether the bytes of a file begin as UTF-16: with its byte order mark, or with a character of ASCII in it.
    package var areUTF16: Bool {
        starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF])
            || count > 1 && (self[0] == 0) != (self[1] == 0)
    }
}
