// SPDX-License-Identifier: MIT
import JokeClient

/// Turns styles into escape sequences for one color depth.
package struct Palette: Sendable {
    private let depth: ColorDepth

    package init(depth: ColorDepth) { self.depth = depth }

    /// Returns the parameters of Select Graphic Rendition (ECMA-48) for the style, whatever was set before.
    package func sequence(for style: Style) -> String {
        let fill = style.background.fill
        var codes = "\u{1B}[0"
        // In 16 colors, many terminals show bold black as bright black, which is not legible.
        let isBlack = depth == .sixteen && fill?.textCode == 30
        if style.isBold, !isBlack { codes += ";1" }
        guard depth != .none else { return codes + (style.background == .selection ? ";7m" : "m") }
        if let fill { codes += ";" + code(fill.color, sixteen: fill.code, isBackground: true) }
        if let foreground = foreground(of: style, on: fill) { codes += ";" + foreground }
        return codes + "m"
    }

    private func foreground(of style: Style, on fill: FillColor?) -> String? {
        switch style.foreground {
        case .edge(let card): return code(card.fill.color, sixteen: card.fill.code)
        case .text(let text):
            // On the terminal's own background its own colors are the legible ones.
            guard let fill else { return text.code.map { String($0) } }
            return code(text.onFill, sixteen: fill.textCode)
        }
    }

    private func code(_ color: Color, sixteen: Int, isBackground: Bool = false) -> String {
        switch depth {
        case .none, .sixteen: String(sixteen + (isBackground ? 10 : 0))
        case .palette: "\(isBackground ? 48 : 38);5;\(color.index)"
        case .full: "\(isBackground ? 48 : 38);2;\(color.red);\(color.green);\(color.blue)"
        }
    }
}

extension Style.Background {
    fileprivate var fill: FillColor? {
        switch self {
        case .screen: nil
        case .card(let card): card.fill
        case .selection: .selection
        }
    }
}
