// SPDX-License-Identifier: MIT

/// What a peer wrote, as messages repeat it: in part, for it may be long.
package enum QuotedExcerpt {
    /// At most so many scalars, not so many characters: one of these can be as long as a line.
    package static func beginning(of text: String, _ count: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }

    package static func part(of text: String) -> String {
        let beginning = beginning(of: text, 40)
        return beginning.utf8.count < text.utf8.count ? beginning + "…" : text
    }
}
