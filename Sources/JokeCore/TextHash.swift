// SPDX-License-Identifier: MIT
package import JokeWire

/// A 64-bit FNV-1a hash of a text's letters and digits, so that spacing, punctuation and case do not make
/// the same joke look like a new one.
///
/// Accents count: `año` is not `ano`. A text without letters and digits, a drawing, is hashed by all of its
/// signs but white space, so that not every drawing is the same joke. Stable for ever: it is kept in stores and in ids.
package enum TextHash {
    package static func of(_ text: String) -> UInt64 {
        hash(of: text, where: isSignificant) ?? hash(of: text) { !$0.properties.isWhitespace }
            ?? bytes("".utf8)
    }

    /// Returns the id of a joke that came without one: `prefix` and the hash of its text, as 16 hexadecimal digits.
    package static func id(_ prefix: String, of text: String) -> Joke.ID {
        let digits = String(of(text), radix: 16)
        return Joke.ID(rawValue: prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    }

    /// Of the bytes as they are.
    package static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
        // In place where that is possible: byte by byte through a protocol it takes ten times as long.
        bytes.withContiguousStorageIfAvailable(hash) ?? Array(bytes).withUnsafeBufferPointer(hash)
    }

    private static func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { mix(byte, into: &hash) }
        return hash
    }

    /// nil where nothing in `text` counts.
    private static func hash(of text: String, where counts: (Unicode.Scalar) -> Bool) -> UInt64? {
        var hash = bytes("".utf8)
        var isEmpty = true
        for scalar in text.unicodeScalars where counts(scalar) {
            isEmpty = false
            // Most texts are ASCII, and asking Unicode costs a string each time.
            if scalar.isASCII {
                mix(lowercased(UInt8(scalar.value)), into: &hash)
                continue
            }
            for byte in scalar.properties.lowercaseMapping.utf8 { mix(byte, into: &hash) }
        }
        return isEmpty ? nil : hash
    }

    private static func mix(_ byte: UInt8, into hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isSignificant(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                || ("0"..."9").contains(scalar)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
