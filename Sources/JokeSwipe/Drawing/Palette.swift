// SPDX-License-Identifier: MIT

/// The colours of each meaning, at each depth.
struct Palette: Sendable {
    let depth: ColorDepth

    /// Select Graphic Rendition (ECMA-48) for the style, from whatever was before.
    func sequence(for style: Style) -> String {
        var codes = "\u{1B}[0"
        if style.isBold { codes += ";1" }
        guard depth != .none else { return codes + (style.ground == .selection ? ";7m" : "m") }
        if let ground = ground(style.ground) { codes += ";" + ground }
        if let ink = ink(style.ink, on: style.ground) { codes += ";" + ink }
        return codes + "m"
    }

    private func ground(_ ground: Style.Ground) -> String? {
        guard let color = Self.color(of: ground) else { return nil }
        return switch depth {
        case .none: nil
        case .sixteen: String(color.name + 10)
        case .palette: "48;5;\(color.index)"
        case .full: "48;2;\(color.red);\(color.green);\(color.blue)"
        }
    }

    private func ink(_ ink: Style.Ink, on ground: Style.Ground) -> String? {
        switch ink {
        case .grayCard: return foreground(Self.color(of: .gray))
        case .greenCard: return foreground(Self.color(of: .green))
        case .redCard: return foreground(Self.color(of: .red))
        default: break
        }
        // On the terminal's own ground its own colours are the ones that can be read.
        guard ground != .screen else { return Self.named(ink).map(String.init) }
        if depth == .sixteen { return String(Self.name(of: ink, on: ground)) }
        return foreground(Self.color(of: ink))
    }

    private func foreground(_ color: Color?) -> String? {
        guard let color else { return nil }
        return switch depth {
        case .none: nil
        case .sixteen: String(color.name)
        case .palette: "38;5;\(color.index)"
        case .full: "38;2;\(color.red);\(color.green);\(color.blue)"
        }
    }
}

extension Palette {
    /// One colour in three ways: the code of its name among sixteen, its place in xterm's 256, and itself.
    private struct Color {
        let name: Int
        let index: Int
        let (red, green, blue): (Int, Int, Int)

        init(_ name: Int, _ index: Int, _ red: Int, _ green: Int, _ blue: Int) {
            (self.name, self.index) = (name, index)
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    private static func color(of ground: Style.Ground) -> Color? {
        switch ground {
        case .screen: nil
        case .gray: Color(90, 239, 72, 76, 88)
        case .green: Color(32, 29, 22, 122, 74)
        case .red: Color(31, 131, 168, 52, 62)
        case .selection: Color(34, 25, 36, 84, 148)
        }
    }

    private static func color(of ink: Style.Ink) -> Color {
        switch ink {
        case .faint: Color(37, 252, 206, 210, 218)
        case .liked: Color(92, 157, 176, 255, 190)
        case .disliked: Color(91, 217, 255, 180, 176)
        case .trouble: Color(93, 222, 255, 222, 130)
        case .link: Color(96, 153, 178, 214, 255)
        default: Color(97, 231, 255, 255, 255)
        }
    }

    private static func named(_ ink: Style.Ink) -> Int? {
        switch ink {
        case .faint: 90
        case .liked: 32
        case .disliked: 31
        case .trouble: 33
        case .link: 36
        default: nil
        }
    }

    /// Of sixteen colours, black alone can be read on green.
    private static func name(of ink: Style.Ink, on ground: Style.Ground) -> Int {
        ground == .green ? 30 : ground == .red ? 97 : color(of: ink).name
    }
}
