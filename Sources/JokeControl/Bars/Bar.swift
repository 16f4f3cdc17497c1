// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// A status bar, and the format of the line that it reads.
///
/// All text of a joke is escaped for that format, so that no joke can add markup or an action.
package enum Bar: String, Sendable, CaseIterable {
    case waybar, polybar, i3blocks, tmux, plain

    /// Returns the line for the bar, with its newline.
    package func line(_ card: BarCard) -> String {
        switch self {
        case .waybar: Self.json(waybar(card))
        case .i3blocks: Self.json(i3blocks(card))
        case .polybar: polybar(card) + "\n"
        case .tmux: Escaper.tmux.escaped(card.text) + "\n"
        case .plain: card.text + "\n"
        }
    }

    /// Returns the object that waybar-custom(5) defines for `return-type: json`.
    private func waybar(_ card: BarCard) -> JSON {
        [
            "text": .string(Escaper.xml.escaped(card.text)), "alt": .string(card.mood.rawValue),
            "tooltip": .string(Escaper.xml.escaped(card.tooltip)),
            "class": .array(card.classes.map { .string($0) }), "percentage": .integer(card.percentage),
        ]
    }

    /// Returns the block as an object of the i3bar protocol.
    private func i3blocks(_ card: BarCard) -> JSON {
        var block: JSONObject = [
            "full_text": .string(Escaper.xml.escaped(card.text)),
            "short_text": .string(Escaper.xml.escaped(card.shortText)), "markup": "pango",
        ]
        if let color = Self.color(of: card.mood) { block.append("color", .string(color)) }
        return .object(block)
    }

    private func polybar(_ card: BarCard) -> String {
        let text = Escaper.polybar.escaped(card.text)
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

    private static func json(_ value: JSON) -> String { Escaper.jsonDocument.escaped(value.jsonText) + "\n" }
}
