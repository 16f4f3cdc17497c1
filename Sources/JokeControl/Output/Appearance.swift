// SPDX-License-Identifier: MIT
import Glibc
package import JokeClient
import JokeLinux

/// The capabilities of the output and the wishes of the user, which decide how a page is rendered.
package struct Appearance: Sendable, Hashable {
    /// The terminal's width in columns. Nil for a pipe or a file, which gets whole lines with cells separated by tabs.
    package var width: Int?
    package var isColored: Bool
    /// Whether the terminal can show more than ASCII. To a pipe, text is always UTF-8.
    package var isUnicode: Bool
    /// Whether to print only the requested data.
    package var isQuiet: Bool
    /// Whether the terminal is known to show hyperlinks.
    package var hasHyperlinks = false
    /// Whether jokes are shown in their translation.
    package var showsTranslations = false

    package init(width: Int? = nil, isColored: Bool = false, isUnicode: Bool = true, isQuiet: Bool = false) {
        self.width = width
        self.isColored = isColored
        self.isUnicode = isUnicode
        self.isQuiet = isQuiet
    }

    package var isTerminal: Bool { width != nil }

    package var symbols: Symbols { Symbols(isUnicode: isUnicode) }
}

extension Appearance {
    package enum ColorChoice: String, Sendable, CaseIterable { case auto, always, never }

    /// Returns the appearance for `output`, by its kind and the environment (no-color.org, bixense.com/clicolors).
    package static func detected(
        on output: Int32, environment: Environment, color: ColorChoice, isQuiet: Bool
    ) -> Appearance {
        let isTerminal = isatty(output) == 1
        let columns =
            isTerminal ? self.columns(of: output) ?? environment["COLUMNS"].flatMap { Int($0) } : nil
        var appearance = Appearance(
            width: isTerminal ? max(columns ?? 80, narrowest) : nil,
            isColored: isColored(isTerminal: isTerminal, environment: environment, color: color),
            isUnicode: LocaleName(of: "LC_CTYPE") { environment[$0] }.isUnicode,
            isQuiet: isQuiet)
        appearance.hasHyperlinks = isTerminal && hasHyperlinks(environment)
        return appearance
    }

    /// Returns whether the terminal is known to show hyperlinks (OSC 8). A terminal cannot be asked, and one without
    /// them would show no link at all.
    package static func hasHyperlinks(_ environment: Environment) -> Bool {
        let term = environment["TERM"] ?? ""
        // A multiplexer inherits the variables of the terminal in which it was started, but may be shown in another.
        guard !["tmux", "screen", "dumb"].contains(where: term.hasPrefix), environment["TMUX"] == nil else {
            return false
        }
        // VTE, the library of GNOME Terminal and others, since 0.50.1. Its version 0.50.1 is 5001.
        if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version > 5_000 { return true }
        return ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty", "wezterm"].contains(term)
            || ["WezTerm", "ghostty", "vscode"].contains(environment["TERM_PROGRAM"] ?? "")
    }

    /// The smallest width that text is wrapped to, in columns.
    private static let narrowest = 20

    package static func isColored(
        isTerminal: Bool, environment: Environment, color: ColorChoice
    ) -> Bool {
        switch color {
        case .always: return true
        case .never: return false
        case .auto:
            if Color.isForbidden(by: { environment[$0] }) { return false }
            if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }

    /// Returns the terminal's width in columns, or nil if it is no terminal or does not report it.
    static func columns(of terminal: Int32) -> Int? { size(of: terminal).map { Int($0.ws_col) } }

    /// Returns the terminal's height in rows, or nil if the terminal does not report it.
    static func rows(of terminal: Int32) -> Int? {
        size(of: terminal).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
    }

    private static func size(of terminal: Int32) -> winsize? {
        var size = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return size
    }
}
