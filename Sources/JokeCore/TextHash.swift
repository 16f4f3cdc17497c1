// SPDX-License-Identifier: MIT
package import JokeWire
@_spi(_Unicode) import Swift

/// A 64-bit FNV-1a hash of the letters and digits of a text, without regard to case. Two versions of a joke that differ
/// only in spacing, punctuation or case have the same hash.
///
/// Accents count: `año` is not `ano`. A text without letters and digits, such as a drawing, is hashed by all its
/// characters except white space. The hashes must never change, since databases and ids contain them.
package enum TextHash {
    /// Returns the hash of a text. It is the same for composed and decomposed letters, and case is folded as Unicode does
    /// it: `Straße` is `STRASSE`.
    package static func of(_ text: String) -> UInt64 {
        if let hash = text.utf8.withContiguousStorageIfAvailable(hashASCII) ?? nil { return hash }
        // NFC changes neither Latin letters that are composed nor the usual punctuation.
        let mayCompose = text.unicodeScalars.contains { $0.value >= 0x300 && $0.value >> 8 != 0x20 }
        return hash(of: mayCompose ? Array(text._nfc) : Array(text.unicodeScalars), by: mixFolded)
    }

    /// Returns the hash that version 0.2 had for a text, which ids have: each letter becomes small by itself.
    package static func forID(of text: String) -> UInt64 {
        if let hash = text.utf8.withContiguousStorageIfAvailable(hashASCII) ?? nil { return hash }
        return hash(of: text.unicodeScalars) { scalar, hash in
            for byte in scalar.properties.lowercaseMapping.utf8 { mix(byte, into: &hash) }
        }
    }

    /// Returns the id of a joke that came without one: `prefix` and the hash of its text, as 16 hexadecimal digits.
    package static func id(_ prefix: String, of text: String) -> Joke.ID {
        Joke.ID(rawValue: prefix + HexDigits.of(forID(of: text)))
    }

    /// Returns the hash of bytes, as they are.
    package static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
        // Read contiguous storage in place if possible: byte by byte through a protocol takes ten times as long.
        bytes.withContiguousStorageIfAvailable(hash) ?? Array(bytes).withUnsafeBufferPointer(hash)
    }

    private static func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { mix(byte, into: &hash) }
        return hash
    }

    /// Returns the hash of the letters and digits of a text, or nil if it has none or is not ASCII. Most texts are, and
    /// this takes a fraction of the time of Unicode scalars.
    private static func hashASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        var hash = Self.bytes("".utf8)
        var isEmpty = true
        for byte in bytes {
            if byte >= 0x80 { return nil }
            let letter = lowercased(byte)
            guard letter &- UInt8(ascii: "a") < 26 || letter &- UInt8(ascii: "0") < 10 else { continue }
            isEmpty = false
            mix(letter, into: &hash)
        }
        return isEmpty ? nil : hash
    }

    /// Returns the hash of the letters and digits, or of all scalars but white space if there are none.
    private static func hash(
        of scalars: some Collection<Unicode.Scalar>, by mixOther: (Unicode.Scalar, inout UInt64) -> Void
    ) -> UInt64 {
        func hash(where counts: (Unicode.Scalar) -> Bool) -> UInt64? {
            var hash = bytes("".utf8)
            var isEmpty = true
            for scalar in scalars where counts(scalar) {
                isEmpty = false
                // Most texts are ASCII, and each mapping allocates a string.
                if scalar.isASCII {
                    mix(lowercased(UInt8(scalar.value)), into: &hash)
                } else {
                    mixOther(scalar, &hash)
                }
            }
            return isEmpty ? nil : hash
        }
        return hash(where: isSignificant) ?? hash { !$0.properties.isWhitespace } ?? bytes("".utf8)
    }

    /// The small letters of capital ones are equal, also those with several forms: ß, ẞ and SS, σ and ς.
    private static func mixFolded(_ scalar: Unicode.Scalar, into hash: inout UInt64) {
        let properties = scalar.properties
        guard properties.changesWhenCaseFolded || properties.changesWhenLowercased else {
            for byte in UTF8.encode(scalar) ?? .init() { mix(byte, into: &hash) }
            return
        }
        for lower in properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                for byte in upper.properties.lowercaseMapping.utf8 { mix(byte, into: &hash) }
            }
        }
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
