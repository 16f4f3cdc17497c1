// SPDX-License-Identifier: MIT
import JokeWire

/// The content of a fortune file: entries between lines that are exactly `%`.
///
/// The offsets that strfile(1) writes next to the file are not needed, and are not trusted.
package struct FortuneFile: Sendable {
    /// The entries as they are in the file, without the newline before the delimiter. Entries of white space are left
    /// out, because nearly every file ends with a delimiter.
    package let entries: [String]

    /// Parses a file. If any of its bytes is not valid UTF-8, the whole file is read as Latin-1, which cannot fail:
    /// such files are older than UTF-8. A file with a zero byte is not text and has no entries.
    package init(parsing bytes: [UInt8], isRotated: Bool = false) {
        guard !bytes.contains(0) else {
            entries = []
            return
        }
        let plain = isRotated ? bytes.map(FortuneFile.rot13) : bytes
        let text = String(validating: plain, as: UTF8.self) ?? FortuneFile.latin1(plain)
        entries = FortuneFile.split(text)
    }

    /// The sanitized texts of the entries. Entries that are empty, too long or for line printers are left out.
    package var texts: [String] {
        // Invalid entries are not reported, because the user cannot correct a file of the distribution.
        entries.filter { !$0.utf8.contains(0x08) }
            .compactMap { SanitizedText.clean(Self.withoutTabs($0), limit: Limits.jokeText) }
    }

    /// Returns the text with spaces up to the next multiple of eight columns instead of tabs, since a status bar has no
    /// tab stops. Control characters take no column.
    private static func withoutTabs(_ text: String) -> String {
        guard text.utf8.contains(0x09) else { return text }
        var (plain, column) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                let end = (column / 8 + 1) * 8
                plain.append(contentsOf: repeatElement(" ", count: end - column))
                column = end
            } else {
                plain.append(scalar)
                if !SanitizedText.isForbidden(scalar) { column = scalar == "\n" ? 0 : column + 1 }
            }
        }
        return String(plain)
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
