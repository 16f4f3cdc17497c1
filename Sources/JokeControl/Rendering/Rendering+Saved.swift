// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Rendering {
    /// The saved jokes: on a terminal a short id, the date and the text; in a pipe the whole id, date, source, text.
    package static func saved(_ listing: SavedListing, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                listing.items.map { item in
                    Page.Row(
                        [
                            (item.joke.id.rawValue, .plain), (date(of: item), .plain),
                            (item.joke.source, .plain), (text(of: item.joke, appearance), .plain),
                        ] + creditCell(of: item.joke, appearance))
                })
            return page
        }
        var credits = CreditList()
        page.table(
            zip(shortIDs(of: listing, appearance), listing.items).map { id, item in
                Page.Row(
                    [
                        (id, .heading), (date(of: item), .faint),
                        (credits.text(of: item.joke, appearance), .plain),
                    ], marks: marks(of: item, appearance))
            })
        credits.append(to: &page)
        conclude(listing, &page)
        return page
    }

    /// The same as cards beside each other, for a terminal.
    package static func grid(_ listing: SavedListing, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        var credits = CreditList()
        page.grid(
            zip(shortIDs(of: listing, appearance), listing.items).map { id, item in
                Page.Card(
                    text: credits.text(of: item.joke, appearance),
                    foot: list([id, date(of: item)], separator: appearance.symbols.separator),
                    marks: marks(of: item, appearance))
            })
        credits.append(to: &page)
        conclude(listing, &page)
        return page
    }

    private static func shortIDs(of listing: SavedListing, _ appearance: Appearance) -> [String] {
        UniquePrefix.of(
            listing.items.map(\.joke.id.rawValue), atLeast: (appearance.width ?? 80) < 40 ? 8 : 12)
    }

    /// Of the text that is shown.
    private static func marks(of item: Saved, _ appearance: Appearance) -> [Range<Int>] {
        let isTranslation = appearance.showsTranslations && item.joke.translation != nil
        return (isTranslation ? item.marks?.translation : item.marks?.value) ?? []
    }

    /// Of what is in the trash, when it got there.
    private static func date(of item: Saved) -> String { WireTime(item.deletedAt ?? item.savedAt).date }

    private static func conclude(_ listing: SavedListing, _ page: inout Page) {
        guard !page.appearance.isQuiet else { return }
        if listing.items.isEmpty, listing.kind == .trash {
            page.paragraph("Nothing is in the trash.", .faint)
        } else if listing.total == 0 {
            page.paragraph("Nothing is saved yet; `jokectl like` saves the joke on the card.", .faint)
        } else if listing.items.count < listing.total || !listing.isTotalExact {
            let count = (listing.isTotalExact ? "" : "at least ") + plural(listing.total, "saved joke")
            page.paragraph("\(listing.items.count) of \(count)", .faint)
        }
    }

    package static func savedJoke(_ saved: Saved, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let facts =
            ["saved \(WireTime(saved.savedAt).date)"] + origin(of: saved.joke) + [saved.joke.id.rawValue]
        page.append(saved.joke, facts: facts)
        return page
    }

    package static func deletion(_ deletion: Deletion, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(deletion.deleted.map { [($0, .plain)] })
            return page
        }
        let jokes = plural(deletion.deleted.count, "joke")
        page.paragraph(
            "Deleted \(jokes); `jokectl undo` brings \(deletion.deleted.count == 1 ? "it" : "them") back.")
        return page
    }

    package static func importing(_ importing: Importing, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table([
                [("added", .plain), (String(importing.added), .plain)],
                [("updated", .plain), (String(importing.updated), .plain)],
                [("unchanged", .plain), (String(importing.unchanged), .plain)],
                [("skipped", .plain), (String(importing.skipped), .plain)],
            ])
            return page
        }
        let skipped = importing.skipped == 0 ? "" : " Left out: \(plural(importing.skipped, "bad line"))."
        page.paragraph(
            "New: \(plural(importing.added, "joke")). Updated: \(importing.updated). As they were: "
                + "\(importing.unchanged).\(skipped)")
        return page
    }

    package static func restoration(_ restoration: Restoration, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(restoration.restored.map { [($0, .plain)] })
            return page
        }
        page.paragraph("Saved again: \(plural(restoration.restored.count, "joke")).")
        return page
    }
}

/// Shortens names as far as they stay apart.
package enum UniquePrefix {
    /// For each name, its shortest beginning that no other one has, of at least so many characters. A name that is
    /// another one's beginning stays whole.
    package static func of(_ names: [String], atLeast least: Int) -> [String] {
        let letters = names.map(Array.init)
        let order = names.indices.sorted { names[$0] < names[$1] }
        var lengths = [Int](repeating: least, count: names.count)
        // In sorted order, the names that share the most stand beside each other.
        for (one, other) in zip(order, order.dropFirst()) {
            let shared = zip(letters[one], letters[other]).prefix { $0 == $1 }.count
            lengths[one] = max(lengths[one], shared + 1)
            lengths[other] = max(lengths[other], shared + 1)
        }
        return zip(letters, lengths).map { String($0.prefix($1)) }
    }
}
