// SPDX-License-Identifier: MIT
import JokeClient

/// Turns styles into escape sequences for one color depth.
struct Palette: Sendable {
    let depth: ColorDepth

    /// Returns the parameters of Select Graphic Rendition (ECMA-48) for the style, whatever was set before.
    func sequence(for style: Style) -> String {
        var codes = "\u{1B}[0"
        if style.isBold { codes += ";1" }
        guard depth != .none else { return codes + (style.background == .selection ? ";7m" : "m") }
        if let background = background(style.background) { codes += ";" + background }
        if let foreground = foreground(of: style) { codes += ";" + foreground }
        return codes + "m"
    }

    private func background(_ background: Style.Background) -> String? {
        switch background {
        case .screen: nil
        case .card(let card): code(card.color, isBackground: true)
        case .selection: code(.selection, isBackground: true)
        }
    }

    private func foreground(of style: Style) -> String? {
        switch (style.foreground, style.background) {
        case (.edge(let card), _): code(card.color)
        // On the terminal's own background its own colors are the legible ones.
        case (.text(let text), .screen): text.code.map { String($0) }
        case (.text(let text), .card(let card)) where depth == .sixteen: String(text.code(on: card))
        case (.text(let text), _): code(text.onCard)
        }
    }

    private func code(_ color: Color, isBackground: Bool = false) -> String? {
        switch depth {
        case .none: nil
        case .sixteen: String(color.code + (isBackground ? 10 : 0))
        case .palette: "\(isBackground ? 48 : 38);5;\(color.index)"
        case .full: "\(isBackground ? 48 : 38);2;\(color.red);\(color.green);\(color.blue)"
        }
    }
}
