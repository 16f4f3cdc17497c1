// SPDX-License-Identifier: MIT
import JokeCore

/// The cursor of a page of local files: the position after the page before, and a hash of the page that it belongs to. A
/// position says nothing in another source, query or category.
struct FileCursor {
    /// The cursor as clients receive it.
    let text: String
    /// The position after which the page begins (`SourceResult.Page.next`).
    let position: Int64

    /// Creates the cursor of page `page`.
    init(_ position: Int64, page: Int, of key: FeedKey, category: String?) {
        let parts = [key.source, key.query ?? "", category?.lowercased() ?? "", String(page)]
        (self.position, text) = (position, "\(position).\(TextHash.text(of: parts))")
    }

    /// Reads a cursor. Returns nil if it belongs to another page.
    init?(_ text: String, page: Int, of key: FeedKey, category: String?) {
        guard let position = text.split(separator: ".").first.flatMap({ Int64($0) }) else { return nil }
        self.init(position, page: page, of: key, category: category)
        guard self.text == text else { return nil }
    }
}
