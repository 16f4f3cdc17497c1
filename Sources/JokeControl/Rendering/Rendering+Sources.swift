// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders the sources: a summary of each on a terminal, the same columns for each in a pipe.
    package static func sources(_ sources: [SourceStatus], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        if appearance.isTerminal {
            page.table(sources.map(row))
            for source in sources {
                guard let reasons = source.reasons, !reasons.isEmpty else { continue }
                page.blank()
                page.paragraph(localized("%s: filtered", source.name), .heading)
                page.table(
                    reasons.map {
                        [("  \($0.count.grouped)", .plain), (text(of: $0, in: appearance), .plain)]
                    })
            }
        } else {
            page.table(sources.map(columns))
            page.table(
                sources.flatMap { source in
                    (source.reasons ?? []).map { reason in
                        [
                            (source.name, .plain), ("kept out", .plain),
                            (text(of: reason, in: appearance), .plain),
                            (String(reason.count), .plain),
                        ]
                    }
                })
        }
        return page
    }

    package static func turned(
        _ name: String, on isOn: Bool, hasChanged: Bool, _ appearance: Appearance
    ) -> Page {
        var page = Page(appearance)
        guard !appearance.isQuiet else { return page }
        let sentence =
            switch (isOn, hasChanged) {
            case (true, true): localized("The source %s is enabled.", name)
            case (false, true): localized("The source %s is disabled.", name)
            case (true, false): localized("The source %s was already enabled.", name)
            case (false, false): localized("The source %s was already disabled.", name)
            }
        page.paragraph(sentence)
        return page
    }

    static func reset(_ name: String, isOn: Bool, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard !appearance.isQuiet else { return page }
        page.paragraph(
            isOn
                ? localized("The source %s is on, as the configuration says.", name)
                : localized("The source %s is off, as the configuration says.", name))
        return page
    }

    /// Renders the files in home directories that jokesd-fetch may read: a sentence on a terminal, a line for each in a
    /// pipe.
    static func allowed(_ paths: [String], by dropIn: String, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        if !appearance.isTerminal {
            page.table(paths.map { [($0, .plain)] })
        } else if paths.isEmpty {
            page.paragraph(
                localized("No source names a file in a home directory, so jokesd-fetch can read none there."))
        } else {
            page.paragraph(localized("jokesd-fetch can now read these files, as %s says:", dropIn))
            for path in paths { page.paragraph(path, indent: 2) }
        }
        return page
    }

    private static func row(of source: SourceStatus) -> Page.Row {
        var words: [String] = []
        if let override = source.overrideNote { words.append(override) }
        if let message = source.message { words.append(TerminalText.trimmingFullStop(message)) }
        if let advice = source.advice ?? source.hint { words.append(advice) }
        if let next = source.nextFetch ?? source.retryAt {
            words.append(localized("next fetch: %s", WireTime(next).minute))
        }
        if let budget = source.budget {
            words.append(localized("%1$s of %2$s requests today", budget.used.grouped, budget.limit.grouped))
        }
        if let total = source.total, let unseen = source.unseen, total > 0 {
            words.append(localized("%1$s of %2$s not shown yet", unseen.grouped, total.grouped))
        } else if let count = source.given, count > 0 {
            words.append(localized("1 joke since the start", "%s jokes since the start", count: count))
        }
        if let count = source.filtered, count > 0 {
            words.append(localized("1 kept out by the filter", "%s kept out by the filter", count: count))
        }
        let style: Style = !source.isEnabled ? .faint : source.message == nil ? .plain : .trouble
        let state = source.isEnabled ? SourceStatus.word(for: source.state) : localized("off")
        return [(source.name, .heading), (state, style), (list(words), style)]
    }

    private static func columns(of source: SourceStatus) -> Page.Row {
        let budget = source.budget.map { "\($0.used)/\($0.limit)" }
        let counts = [source.given, source.seen, source.filtered].map { $0.map(String.init) }
        let state = source.isEnabled ? source.state ?? "on" : "off"
        let cells: [String?] =
            [source.name, source.type, state, budget] + counts
            + [source.message ?? source.advice, source.overrideNote]
            + [source.unseen, source.total].map { $0.map(String.init) }
        return Page.Row(cells.map { ($0 ?? "", .plain) })
    }

    private static func text(of reason: SourceStatus.FilterReason, in appearance: Appearance) -> String {
        let words: [String: (pipe: String, shown: String)] = [
            "flag": ("flagged", localized("flagged")), "word": ("the word", localized("the word")),
            "tooShort": ("too short", localized("too short")), "tooLong": ("too long", localized("too long")),
        ]
        let word = words[reason.reason].map { appearance.isTerminal ? $0.shown : $0.pipe }
        let why = word ?? reason.reason
        return reason.what.map { "\(why) \($0)" } ?? why
    }
}
