// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// The color depth of a terminal.
package enum ColorDepth: Sendable, Hashable { case none, sixteen, palette, full }

/// The capabilities of the terminal and the wishes of its user.
package struct DisplayOptions: Sendable, Hashable {
    package var depth: ColorDepth
    /// Whether the terminal can show more than ASCII.
    package var isUnicode: Bool
    /// Whether cards are animated.
    package var hasMotion: Bool

    package init(depth: ColorDepth = .full, isUnicode: Bool = true, hasMotion: Bool = true) {
        self.depth = depth
        self.isUnicode = isUnicode
        self.hasMotion = hasMotion
    }

    package var symbols: Symbols { Symbols(isUnicode: isUnicode) }
}

/// The meaning of a cell, which ``Palette`` converts to colors.
package struct Style: Sendable, Hashable {
    package enum Foreground: Sendable, Hashable {
        case text(TextColor)
        /// The edge of a card: a symbol in the color of the card's background.
        case edge(CardState.BackgroundColor)
    }

    package enum Background: Sendable, Hashable {
        /// The terminal's own.
        case screen
        case card(CardState.BackgroundColor)
        case selection
    }

    package var foreground: Foreground
    package var background: Background
    package var isBold: Bool

    package init(_ text: TextColor = .plain, on background: Background = .screen, isBold: Bool = false) {
        foreground = .text(text)
        self.background = background
        self.isBold = isBold
    }

    package init(edgeOf card: CardState.BackgroundColor) {
        self.init()
        foreground = .edge(card)
    }
}
