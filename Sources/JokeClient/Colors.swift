// SPDX-License-Identifier: MIT
package import JokeWire

/// A color on a terminal with more than 16 colors.
package struct Color: Sendable, Hashable {
    /// The index among xterm's 256 colors.
    package let index: Int
    package let (red, green, blue): (Int, Int, Int)

    package init(_ index: Int, _ red: Int, _ green: Int, _ blue: Int) {
        self.index = index
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Whether the environment forbids colors: `NO_COLOR` is set and not empty (no-color.org).
    package static func isForbidden(by environment: (String) -> String?) -> Bool {
        environment("NO_COLOR").map { !$0.isEmpty } ?? false
    }
}

/// A background that is filled with a color. All text on it has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3).
package struct FillColor: Sendable, Hashable {
    package let color: Color
    /// The code of Select Graphic Rendition (ECMA-48) for text in this color, one of 16. The code for the background is
    /// 10 more.
    package let code: Int
    /// The code for all text on the background in 16 colors: black or white. Others are not legible.
    package let textCode: Int

    package static let selection = FillColor(color: Color(19, 30, 76, 140), code: 34, textCode: 97)
}

extension CardState.BackgroundColor {
    /// The background of a card. In 16 colors, gray is white: no color of text is legible on bright black in all
    /// terminals.
    package var fill: FillColor {
        switch self {
        case .gray: FillColor(color: Color(239, 72, 76, 88), code: 37, textCode: 30)
        case .green: FillColor(color: Color(22, 16, 92, 54), code: 32, textCode: 30)
        case .red: FillColor(color: Color(88, 150, 40, 50), code: 31, textCode: 97)
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

    /// The color on a card and on the selection.
    package var onFill: Color {
        switch self {
        case .plain: Color(231, 255, 255, 255)
        case .faint: Color(252, 206, 210, 218)
        case .liked: Color(157, 176, 255, 190)
        case .disliked: Color(217, 255, 180, 176)
        case .trouble: Color(222, 255, 222, 130)
        case .link: Color(153, 178, 214, 255)
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
