// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders saved jokes in rows: on a terminal a short id, the date and the text, in a pipe the complete id, date,
    /// source and text.
    package static func saved(
        _ listed: SavedPageResponse, whenEmpty: String? = nil, isSelective: Bool = false,
        _ appearance: Appearance
    ) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                listed.items.map { item in
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
            zip(shortIDs(of: listed, appearance), listed.items).map { id, item in
                Page.Row(
                    [
                        (id, .heading), (date(of: item), .faint),
                        (credits.text(of: item.joke, appearance), .plain),
                    ], marks: marks(of: item, appearance))
            })
        credits.append(to: &page)
        conclude(listed, whenEmpty: whenEmpty, isSelective: isSelective, &page)
        return page
    }

    private static func shortIDs(of listed: SavedPageResponse, _ appearance: Appearance) -> [String] {
        UniquePrefix.of(
            listed.items.map(\.joke.id.rawValue), atLeast: (appearance.width ?? 80) < 40 ? 8 : 12)
    }

    /// Returns the ranges that match the search, in the text that is shown.
    private static func marks(of item: SavedItem, _ appearance: Appearance) -> [Range<Int>] {
        let isTranslation = appearance.showsTranslations && item.joke.translation != nil
        return (isTranslation ? item.marks?.translation : item.marks?.value) ?? []
    }

    /// Returns the date on which the joke was saved, or deleted or disliked after that.
    private static func date(of item: SavedItem) -> String {
        (item.dislikedAt ?? item.deletedAt ?? item.savedAt).map { WireTime($0).date } ?? ""
    }

    private static func conclude(
        _ listed: SavedPageResponse, whenEmpty: String?, isSelective: Bool, _ page: inout Page
    ) {
        guard !page.appearance.isQuiet else { return }
        let total = SavedTotal(listed, read: listed.items.count)
        if listed.items.isEmpty, isSelective {
            page.paragraph(localized("No joke matches."), .faint)
        } else if listed.items.isEmpty, let whenEmpty {
            page.paragraph(whenEmpty, .faint)
        } else if listed.total == 0 {
            page.paragraph(localized("No joke is saved yet; `jokectl like` saves the current joke."), .faint)
        } else if listed.items.count < total.count || !total.isExact {
            page.paragraph(
                localized(
                    "%1$s of %2$s saved joke", "%1$s of %2$s saved jokes", count: total.count,
                    listed.items.count.grouped, total.text), .faint)
        }
    }

    package static func savedJoke(_ saved: SavedItem, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let facts =
            (saved.savedAt.map { ["\(localized("saved")) \(WireTime($0).date)"] } ?? [])
            + origin(of: saved.joke)
            + [saved.joke.id.rawValue] + (saved.original == nil ? [] : [localized("edited")])
        page.append(saved.joke, facts: facts, inDetails: true)
        return page
    }

    package static func deleted(_ ids: [String], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(ids.map { [($0, .plain)] })
            return page
        }
        guard !appearance.isQuiet else { return page }
        guard !ids.isEmpty else {
            page.paragraph(localized("No saved joke matches."))
            return page
        }
        page.paragraph(
            localized(
                "Deleted %s joke; `jokectl undo` restores it.",
                "Deleted %s jokes; `jokectl undo` restores them.", count: ids.count))
        return page
    }

    package static func imported(_ lines: ImportResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            let counts = [
                ("added", lines.added), ("updated", lines.updated), ("unchanged", lines.unchanged),
                ("skipped", lines.skipped),
            ]
            let rare = [
                ("pending", lines.pending), ("removals", lines.removals), ("postdated", lines.postdated),
            ]
            page.table(
                (counts + rare.filter { $0.1 > 0 }).map { [($0, .plain), (String($1), .plain)] })
            return page
        }
        let counts = localized(
            "New: %1$s joke. Updated: %2$s. Unchanged: %3$s.",
            "New: %1$s jokes. Updated: %2$s. Unchanged: %3$s.", count: lines.added,
            lines.added.grouped, lines.updated.grouped, lines.unchanged.grouped)
        let skipped = localized(
            "Skipped: %s invalid line.", "Skipped: %s invalid lines.", count: lines.skipped)
        page.paragraph(lines.skipped == 0 ? counts : "\(counts) \(skipped)")
        if lines.removals > 0 {
            page.paragraph(
                localized(
                    "%s line deletes or dislikes a joke and was skipped; --merge takes it over.",
                    "%s lines delete or dislike a joke and were skipped; --merge takes them over.",
                    count: lines.removals))
        }
        if lines.postdated > 0 {
            page.paragraph(
                localized(
                    "%s line has a time in the future, which counts as 1970.",
                    "%s lines have times in the future, which count as 1970.", count: lines.postdated))
        }
        return page
    }

    static func importPreview(_ preview: ImportPreview, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let texts = preview.first.map { line in
            line["value"]?.stringValue ?? line["joke"]?.stringValue
                ?? list(["setup", "punchline"].compactMap { line[$0]?.stringValue }, separator: " ")
        }
        guard appearance.isTerminal else {
            page.table([
                [("format", .plain), (preview.format.rawValue, .plain)],
                [("jokes", .plain), (String(preview.jokes), .plain)],
                [("skipped", .plain), (String(preview.skipped), .plain)],
            ])
            page.table(texts.map { [("joke", .plain), ($0, .plain)] })
            return page
        }
        page.table(texts.map { [($0, .plain)] })
        let (jokes, format) = (preview.jokes.grouped, preview.format.rawValue)
        let counts =
            preview.jokes > texts.count
            ? localized(
                "The file has %1$s joke (%2$s); above are the first %3$s. A known one would change nothing.",
                "The file has %1$s jokes (%2$s); above are the first %3$s. Known ones would change nothing.",
                count: preview.jokes,
                jokes, format, "\(texts.count)")
            : localized(
                "The file has %1$s joke (%2$s). A known one would change nothing.",
                "The file has %1$s jokes (%2$s). Known ones would change nothing.",
                count: preview.jokes, jokes, format)
        let skipped = localized(
            "Would be skipped: %s invalid line.", "Would be skipped: %s invalid lines.",
            count: preview.skipped)
        page.paragraph(preview.skipped == 0 ? counts : "\(counts) \(skipped)", .faint)
        return page
    }

    package static func restored(_ ids: [String], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(ids.map { [($0, .plain)] })
            return page
        }
        guard !appearance.isQuiet else { return page }
        page.paragraph(localized("Restored %s joke.", "Restored %s jokes.", count: ids.count))
        return page
    }
}

/// Shortens names so that they remain distinct.
package enum UniquePrefix {
    /// Returns for each name its shortest prefix that no other name has, but at least `least` characters. A name that
    /// is a prefix of another stays whole.
    package static func of(_ names: [String], atLeast least: Int) -> [String] {
        let letters = names.map(Array.init)
        let order = names.indices.sorted { names[$0] < names[$1] }
        var lengths = [Int](repeating: least, count: names.count)
        // After sorting, the names with the longest common prefix are neighbors.
        for (one, other) in zip(order, order.dropFirst()) {
            let shared = zip(letters[one], letters[other]).prefix { $0 == $1 }.count
            lengths[one] = max(lengths[one], shared + 1)
            lengths[other] = max(lengths[other], shared + 1)
        }
        return zip(letters, lengths).map { String($0.prefix($1)) }
    }
}
