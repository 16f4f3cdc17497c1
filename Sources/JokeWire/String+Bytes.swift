// SPDX-License-Identifier: MIT

// `==` and `hash(into:)` of a string also regard texts as equal that only look alike (Unicode's canonical equivalence).
// They normalize the texts, so that they are slow for foreign alphabets and very slow for many combining marks. Ids and
// names are equal if their bytes are, as in SQLite.
extension String {
    package func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
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
