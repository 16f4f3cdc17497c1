// SPDX-License-Identifier: MIT
package import JokeClient

/// How many colours a terminal has.
package enum ColorDepth: Sendable, Hashable { case none, sixteen, palette, full }

/// What a terminal can show, and what its user wants to see.
package struct Look: Sendable, Hashable {
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

/// What a cell means, and so how it looks; ``Palette`` has the colours.
package struct Style: Sendable, Hashable {
    package enum Ink: Sendable, Hashable, CaseIterable {
        case plain, faint, liked, disliked, trouble, link
        /// The edge of a card: what is behind its text, as the colour of a sign.
        case grayCard, greenCard, redCard
    }

    package enum Ground: Sendable, Hashable, CaseIterable {
        /// Whatever the terminal has.
        case screen
        case gray, green, red
        case selection
    }

    package var ink: Ink
    package var ground: Ground
    package var isBold: Bool

    package init(_ ink: Ink = .plain, on ground: Ground = .screen, isBold: Bool = false) {
        self.ink = ink
        self.ground = ground
        self.isBold = isBold
    }

    package func bold() -> Style { Style(ink, on: ground, isBold: true) }
}
