// SPDX-License-Identifier: MIT

/// The text of a fortune file: entries between lines that are exactly `%`.
///
/// strfile(1)'s table of offsets is not needed for that, and is not trusted.
package struct FortuneFile: Sendable {
    /// The entries as they are written, without the newline before the delimiter. What holds only white space is
    /// no entry: nearly every file ends with a delimiter.
    package let entries: [String]

    /// A file that is not UTF-8 from end to end is read as Latin-1, which cannot fail: the files that are not
    /// UTF-8 are older than UTF-8. A file with a NUL is not text, and has no entries.
    package init(parsing bytes: [UInt8], isRotated: Bool = false) {
        guard !bytes.contains(0) else {
            entries = []
            return
        }
        let plain = isRotated ? bytes.map(FortuneFile.rot13) : bytes
        let text = String(validating: plain, as: UTF8.self) ?? FortuneFile.latin1(plain)
        entries = FortuneFile.split(text)
    }

    /// The jokes' texts, clean; what is too long is left out.
    package var texts: [JokeText] {
        // What cannot be kept is not worth a report: nobody can mend a file of the distribution.
        entries.compactMap { try? JokeText(Overstrike.removed(from: $0)) }
    }

    private static func split(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .split(omittingEmptySubsequences: false) { $0.elementsEqual(CollectionOfOne("%")) }
            .filter { lines in lines.contains { $0.contains { !$0.properties.isWhitespace } } }
            .map { lines in lines.map { String(Substring($0)) }.joined(separator: "\n") }
    }

    private static func latin1(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }

    private static func rot13(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "m"), UInt8(ascii: "A")...UInt8(ascii: "M"): byte + 13
        case UInt8(ascii: "n")...UInt8(ascii: "z"), UInt8(ascii: "N")...UInt8(ascii: "Z"): byte - 13
        default: byte
        }
    }
}
