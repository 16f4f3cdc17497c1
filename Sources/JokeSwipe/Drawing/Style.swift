// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// How many colours a terminal has.
package enum ColorDepth: Sendable, Hashable { case none, sixteen, palette, full }

/// What a terminal can show, and what its user wants to see.
package struct DisplayOptions: Sendable, Hashable {
    package var depth: ColorDepth
    /// Whether more than ASCII can be shown.
    package var isUnicode: Bool
    /// Whether cards fly; else they are just there.
    package var hasMotion: Bool

    package init(depth: ColorDepth = .full, isUnicode: Bool = true, hasMotion: Bool = true) {
        self.depth = depth
        self.isUnicode = isUnicode
        self.hasMotion = hasMotion
    }

    package var symbols: Symbols { Symbols(isUnicode: isUnicode) }
}

/// What a cell means, and so how it looks. ``Palette`` turns it into colors.
package struct Style: Sendable, Hashable {
    package enum Foreground: Sendable, Hashable {
        case text(TextColor)
        /// The edge of a card: the color of its background, as that of a sign.
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
