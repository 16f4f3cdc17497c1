// SPDX-License-Identifier: MIT
import Glibc
package import JokeClient
import JokeSystem
import JokeTerminal

/// How much is shown, and how: everything that rendering needs to know about where its text goes.
package struct Appearance: Sendable, Hashable {
    /// A terminal's columns. Nil is a pipe or a file: plain, whole and tab-separated.
    package var width: Int?
    package var isColored: Bool
    /// Whether more than ASCII can be shown, on a terminal. To a pipe, data always is UTF-8.
    package var isUnicode: Bool
    /// Only what was asked for.
    package var isQuiet: Bool
    /// Whether jokes are shown in their second language.
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

    /// What fits `output`, by its kind and by the environment (no-color.org, bixense.com/clicolors).
    package static func detected(
        on output: Int32, environment: Environment, color: ColorChoice, isQuiet: Bool
    ) -> Appearance {
        let isTerminal = isatty(output) == 1
        let columns =
            isTerminal ? self.columns(of: output) ?? environment["COLUMNS"].flatMap { Int($0) } : nil
        return Appearance(
            width: isTerminal ? max(columns ?? 80, narrowest) : nil,
            isColored: isColored(isTerminal: isTerminal, environment: environment, color: color),
            isUnicode: LocaleName(of: "LC_CTYPE") { environment[$0] }.isUnicode,
            isQuiet: isQuiet)
    }

    /// Less cannot be wrapped sensibly.
    private static let narrowest = 20

    package static func isColored(
        isTerminal: Bool, environment: Environment, color: ColorChoice
    ) -> Bool {
        switch color {
        case .always: return true
        case .never: return false
        case .auto:
            if let no = environment["NO_COLOR"], !no.isEmpty { return false }
            if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }

    private static func columns(of terminal: Int32) -> Int? { size(of: terminal).map { Int($0.ws_col) } }

    /// Nil where it does not say.
    static func rows(of terminal: Int32) -> Int? {
        size(of: terminal).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
    }

    private static func size(of terminal: Int32) -> winsize? {
        var size = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return size
    }
}
