// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
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
                page.paragraph("\(source.name): filtered", .heading)
                page.table(reasons.map { [("  \($0.count)", .plain), (text(of: $0), .plain)] })
            }
        } else {
            page.table(sources.map(columns))
            page.table(
                sources.flatMap { source in
                    (source.reasons ?? []).map { reason in
                        [
                            (source.name, .plain), ("kept out", .plain), (text(of: reason), .plain),
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
        let word = isOn ? "enabled" : "disabled"
        page.paragraph(
            hasChanged ? "The source \(name) is \(word)." : "The source \(name) was already \(word).")
        return page
    }

    static func reset(_ name: String, hasChanged: Bool, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.paragraph(
            hasChanged
                ? "The source \(name) is as the configuration says."
                : "The source \(name) was already as the configuration says.")
        return page
    }

    /// Renders the files in home directories that jokesd-fetch may read: a sentence on a terminal, a line for each in a
    /// pipe.
    static func allowed(_ paths: [String], by dropIn: String, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        if !appearance.isTerminal {
            page.table(paths.map { [($0, .plain)] })
        } else if paths.isEmpty {
            page.paragraph("No source names a file in a home directory, so jokesd-fetch can read none there.")
        } else {
            page.paragraph("jokesd-fetch can now read these files, as \(dropIn) says:")
            for path in paths { page.paragraph(path, indent: 2) }
        }
        return page
    }

    private static func row(of source: SourceStatus) -> Page.Row {
        var words: [String] = []
        if let override = source.overrideNote { words.append(override) }
        if let message = source.message { words.append(TerminalText.trimmingFullStop(message)) }
        if let advice = source.advice { words.append(advice) }
        if let next = source.nextFetch ?? source.retryAt {
            words.append("next fetch: \(WireTime(next).minute)")
        }
        if let budget = source.budget {
            words.append("\(budget.used) of \(budget.limit) requests today")
        }
        words += [(source.given, "new"), (source.seen, "seen"), (source.filtered, "filtered")].compactMap {
            count, what in count.flatMap { $0 > 0 ? "\($0) \(what)" : nil }
        }
        let style: Style = !source.isEnabled ? .faint : source.message == nil ? .plain : .trouble
        let state = source.isEnabled ? source.state ?? "on" : "off"
        return [(source.name, .heading), (state, style), (list(words), style)]
    }

    private static func columns(of source: SourceStatus) -> Page.Row {
        let budget = source.budget.map { "\($0.used)/\($0.limit)" }
        let counts = [source.given, source.seen, source.filtered].map { $0.map(String.init) }
        let state = source.isEnabled ? source.state ?? "on" : "off"
        let cells: [String?] =
            [source.name, source.type, state, budget] + counts
            + [source.message ?? source.advice, source.overrideNote]
        return Page.Row(cells.map { ($0 ?? "", .plain) })
    }

    private static func text(of reason: SourceStatus.FilterReason) -> String {
        let words = ["flag": "flagged", "word": "the word", "tooShort": "too short", "tooLong": "too long"]
        let why = words[reason.reason] ?? reason.reason
        return reason.what.map { "\(why) \($0)" } ?? why
    }
}
