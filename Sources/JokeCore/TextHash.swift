// SPDX-License-Identifier: MIT

/// A 64-bit FNV-1a hash of a text's letters and digits, so that spacing, punctuation and case do not make
/// the same joke look like a new one.
///
/// Stable for ever: it is kept in stores and in ids.
package enum TextHash {
    package static func of(_ text: String) -> UInt64 {
        var hash = bytes("".utf8)
        for scalar in text.unicodeScalars where isSignificant(scalar) {
            for byte in scalar.properties.lowercaseMapping.utf8 { mix(byte, into: &hash) }
        }
        return hash
    }

    /// Of the bytes as they are.
    package static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { mix(byte, into: &hash) }
        return hash
    }

    private static func mix(_ byte: UInt8, into hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    private static func isSignificant(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                || ("0"..."9").contains(scalar)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
