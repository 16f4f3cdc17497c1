// SPDX-License-Identifier: MIT
internal import JokeWire

/// The text of a joke, safe to store and display: normalized, not empty, at most 4 KiB of UTF-8.
///
/// Texts come from strangers and are displayed in terminals and status bars. So control characters other than newline
/// and tab are removed, and with them the bidirectional controls, which can make one text look like another. All kinds
/// of line breaks become newlines. White space at the ends of lines, and empty lines before and after the text, are
/// removed. Indentation stays, because some jokes are drawings.
package struct JokeText: Sendable, Hashable {
    /// The reason why a text is rejected.
    package enum ValidationError: Error, Sendable, Hashable {
        case empty
        case tooLong(bytes: Int)

        /// The message for the user, such as `has 5000 bytes; at most 4096 are kept`.
        package var message: String {
            switch self {
            case .empty: "is empty"
            case .tooLong(let bytes): "has \(bytes) bytes; at most \(Limits.jokeText) are kept"
            }
        }
    }

    package let value: String

    /// Normalizes a text. Throws if the result is empty or too long.
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
