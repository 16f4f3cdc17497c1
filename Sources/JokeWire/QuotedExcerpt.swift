// SPDX-License-Identifier: MIT

/// An excerpt of a peer's text for a message, since the whole text may be long.
package enum QuotedExcerpt {
    /// Returns the first `count` Unicode scalars. A single character can be as long as a line.
    package static func beginning(of text: String, _ count: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }

    /// Returns the text, or its first 40 Unicode scalars and an ellipsis if it is longer.
    package static func part(of text: String) -> String {
        let beginning = beginning(of: text, 40)
        return beginning.utf8.count < text.utf8.count ? beginning + "…" : text
    }
}
