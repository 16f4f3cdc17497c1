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
    package enum ValidationError: Error, Sendable, Hashable {
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

    package init(_ raw: String) throws(ValidationError) {
        let lines = SanitizedText.scalars(of: raw).split(separator: "\n", omittingEmptySubsequences: false)
            .map(JokeText.withoutTrailingBlanks)
        guard let first = lines.firstIndex(where: { !$0.isEmpty }),
            let last = lines.lastIndex(where: { !$0.isEmpty })
        else { throw .empty }
        let text = lines[first...last].map { String(Substring($0)) }.joined(separator: "\n")
        guard text.utf8.count <= Limits.jokeText else { throw .tooLong(bytes: text.utf8.count) }
        value = text
    }

    private static func withoutTrailingBlanks(
        _ line: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        guard let last = line.lastIndex(where: { !$0.properties.isWhitespace }) else { return line.prefix(0) }
        return line[...last]
    }
}
