// SPDX-License-Identifier: MIT
internal import JokeWire

/// A joke's text as it may be kept and shown: clean, not empty, at most 4 KiB of UTF-8.
///
/// Texts come from strangers, and end on terminals and panels. So control characters other than newline and tab
/// are dropped, and with them the bidirectional controls, which can make a text look like another. Line breaks
/// of every kind become newlines; blanks at the ends of lines and empty lines around the text go.
/// Indentation stays: some jokes are drawn.
package struct JokeText: Sendable, Hashable {
    /// Why a text is not kept.
    package enum Rejection: Error, Sendable, Hashable {
        case empty
        case tooLong(bytes: Int)

        /// For people: `has 5000 bytes; at most 4096 are kept`.
        package var message: String {
            switch self {
            case .empty: "is empty"
            case .tooLong(let bytes): "has \(bytes) bytes; at most \(Limits.jokeText) are kept"
            }
        }
    }

    package let value: String

    package init(_ raw: String) throws(Rejection) {
        let lines = JokeText.legible(raw).split(separator: "\n", omittingEmptySubsequences: false)
            .map(JokeText.withoutTrailingBlanks)
        guard let first = lines.firstIndex(where: { !$0.isEmpty }),
            let last = lines.lastIndex(where: { !$0.isEmpty })
        else { throw .empty }
        let text = lines[first...last].map { String(Substring($0)) }.joined(separator: "\n")
        guard text.utf8.count <= Limits.jokeText else { throw .tooLong(bytes: text.utf8.count) }
        value = text
    }

    /// Whether `scalar` never stands in a clean text: controls, marks of direction and byte order.
    package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }

    private static func legible(_ raw: String) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in raw.unicodeScalars {
            defer { afterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where afterReturn: continue
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": kept.append("\n")
            case _ where isForbidden(scalar): continue
            default: kept.append(scalar)
            }
        }
        return kept
    }

    private static func withoutTrailingBlanks(
        _ line: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        guard let last = line.lastIndex(where: { !$0.properties.isWhitespace }) else { return line.prefix(0) }
        return line[...last]
    }
}
