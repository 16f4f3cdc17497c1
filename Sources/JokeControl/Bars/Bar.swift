// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
import JokeWire

/// A status bar, and the line that it takes. What a stranger wrote is escaped for just that place: no joke can bring markup
/// or an action along.
package enum Bar: String, Sendable, CaseIterable {
    case waybar, polybar, i3blocks, tmux, plain

    /// Those that read line after line; tmux runs a command now and then.
    static let following: [Bar] = [.waybar, .polybar, .i3blocks, .plain]

    /// The line, with its newline.
    package func line(_ card: BarCard) -> String {
        switch self {
        case .waybar: Self.json(waybar(card))
        case .i3blocks: Self.json(i3blocks(card))
        case .polybar: polybar(card) + "\n"
        case .tmux: Template.Filter.tmux.apply(to: card.text) + "\n"
        case .plain: card.text + "\n"
        }
    }

    /// waybar-custom(5), return-type json.
    private func waybar(_ card: BarCard) -> JSON {
        [
            "text": .string(Template.Filter.pango.apply(to: card.text)), "alt": .string(card.mood.rawValue),
            "tooltip": .string(Template.Filter.pango.apply(to: card.tooltip)),
            "class": .array(card.classes.map { .string($0) }), "percentage": .integer(card.percentage),
        ]
    }

    /// The block's members in the protocol of i3bar.
    private func i3blocks(_ card: BarCard) -> JSON {
        var block: JSONObject = [
            "full_text": .string(Template.Filter.pango.apply(to: card.text)),
            "short_text": .string(Template.Filter.pango.apply(to: card.shortText)), "markup": "pango",
        ]
        if let color = Self.color(of: card.mood) { block.append("color", .string(color)) }
        return .object(block)
    }

    private func polybar(_ card: BarCard) -> String {
        let text = Template.Filter.polybar.apply(to: card.text)
        guard let color = Self.color(of: card.mood) else { return text }
        return "%{F\(color)}\(text)%{F-}"
    }

    private static func color(of mood: BarCard.Status) -> String? {
        switch mood {
        case .undecided: nil
        case .liked: TextColor.liked.inBar
        case .disliked: TextColor.disliked.inBar
        case .offline: TextColor.faint.inBar
        case .error: TextColor.trouble.inBar
        }
    }

    private static func json(_ value: JSON) -> String {
        TerminalText.escapingInJSON(value.jsonText) + "\n"
    }
}
