// SPDX-License-Identifier: MIT
package import JokeWire

/// A color in each form that a client can show.
package struct Color: Sendable, Hashable {
    /// The code of Select Graphic Rendition (ECMA-48) for text in one of 16 colors. The code for the background is 10
    /// more.
    package let code: Int
    /// The index among xterm's 256 colors.
    package let index: Int
    package let (red, green, blue): (Int, Int, Int)

    package init(_ code: Int, _ index: Int, _ red: Int, _ green: Int, _ blue: Int) {
        (self.code, self.index) = (code, index)
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The background of the selection.
    package static let selection = Color(34, 25, 36, 84, 148)

    /// Whether the environment forbids colors: `NO_COLOR` is set and not empty (no-color.org).
    package static func isForbidden(by environment: (String) -> String?) -> Bool {
        environment("NO_COLOR").map { !$0.isEmpty } ?? false
    }
}

extension CardState.BackgroundColor {
    /// The background of a card.
    package var color: Color {
        switch self {
        case .gray: Color(90, 239, 72, 76, 88)
        case .green: Color(32, 29, 22, 122, 74)
        case .red: Color(31, 131, 168, 52, 62)
        }
    }
}

/// The meaning of a text's color.
package enum TextColor: Sendable, Hashable, CaseIterable {
    case plain, faint, liked, disliked, trouble, link

    /// The code of Select Graphic Rendition on a terminal's own background, or nil for the terminal's own color. Gray
    /// is bright black, which looks alike on most terminals.
    package var code: Int? {
        switch self {
        case .plain: nil
        case .faint: 90
        case .liked: 32
        case .disliked: 31
        case .trouble: 33
        case .link: 36
        }
    }

    /// The color on a card.
    package var onCard: Color {
        switch self {
        case .plain: Color(97, 231, 255, 255, 255)
        case .faint: Color(37, 252, 206, 210, 218)
        case .liked: Color(92, 157, 176, 255, 190)
        case .disliked: Color(91, 217, 255, 180, 176)
        case .trouble: Color(93, 222, 255, 222, 130)
        case .link: Color(96, 153, 178, 214, 255)
        }
    }

    /// The code among 16 colors on a card. On green only black is legible.
    package func code(on card: CardState.BackgroundColor) -> Int {
        switch card {
        case .gray: onCard.code
        case .green: 30
        case .red: TextColor.plain.onCard.code
        }
    }

    /// The color in a status bar, or nil for the bar's own.
    package var inBar: String? {
        switch self {
        case .plain, .link: nil
        case .faint: "#928374"
        case .liked: "#8ec07c"
        case .disliked: "#fb4934"
        case .trouble: "#fabd2f"
        }
    }
}
