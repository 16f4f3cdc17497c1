// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders the taste: one line per source and category, on a terminal with the probability of a like as a bar.
    package static func taste(_ table: TasteResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                table.arms.map { arm in
                    [
                        (arm.kind, .plain), (arm.name, .plain), ("\(arm.likes)", .plain),
                        ("\(arm.dislikes)", .plain), ("\(arm.mean)", .plain), ("\(arm.share)", .plain),
                    ]
                })
            return page
        }
        if !appearance.isQuiet {
            page.paragraph(localized("Chance that you like a joke, and share of the next jokes."), .faint)
        }
        for kind in kinds(of: table) {
            page.paragraph(heading(kind), .heading)
            page.table(table.arms.filter { $0.kind == kind }.map { row(for: $0, appearance) })
        }
        guard !appearance.isQuiet else { return page }
        if !table.isEnabled {
            page.paragraph(
                localized("Learning is off (\"taste\" in the configuration): only the weights count."), .faint
            )
        } else if table.arms.allSatisfy({ $0.likes + $0.dislikes == 0 }) {
            page.paragraph(
                localized("Nothing is learned yet; jokesd learns from `jokectl like` and `jokectl dislike`."),
                .faint)
        }
        return page
    }

    package static func tasteReset(hasChanged: Bool, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard !appearance.isQuiet else { return page }
        page.paragraph(
            hasChanged ? localized("Deleted what jokesd had learned.") : localized("Nothing was learned yet.")
        )
        return page
    }

    /// Returns the kinds in the order of their first arms.
    private static func kinds(of table: TasteResponse) -> [String] {
        var kinds: [String] = []
        for arm in table.arms where !kinds.contains(arm.kind) { kinds.append(arm.kind) }
        return kinds
    }

    private static func heading(_ kind: String) -> String {
        switch kind {
        case "source": localized("Sources")
        case "category": localized("Categories")
        default: kind
        }
    }

    private static func row(for arm: TasteResponse.Arm, _ appearance: Appearance) -> Page.Row {
        let style: Style = arm.likes == arm.dislikes ? .plain : arm.likes > arm.dislikes ? .liked : .disliked
        var facts = [arm.name]
        if arm.likes + arm.dislikes > 0 {
            facts += [
                "\(appearance.symbols.liked) \(arm.likes)", "\(appearance.symbols.disliked) \(arm.dislikes)",
            ]
        }
        return [
            (appearance.symbols.bar(arm.mean, length: (appearance.width ?? 80) < 30 ? 5 : 10), style),
            (percent(arm.mean), .plain),
            (percent(arm.share), .plain),
            (list(facts, separator: appearance.symbols.separator), .plain),
        ]
    }

    /// Returns the fraction in percent, padded to three digits.
    private static func percent(_ fraction: Double) -> String {
        let digits = "\(Int(percentOf: fraction))"
        return String(repeating: " ", count: 3 - digits.count) + digits + " %"
    }
}
