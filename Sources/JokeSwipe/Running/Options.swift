// SPDX-License-Identifier: MIT
import JokeSystem
import JokeTerminal

/// The command line of jokesd-swipe, which `jokectl swipe` writes.
package struct Options: Sendable, Hashable {
    package struct Mistake: Error, Sendable, Hashable {
        package let message: String
    }

    /// Where jokesd listens; nil for the usual places.
    package var socket: String?
    /// Line by line, for a screen reader or a pipe.
    package var isPlain = false
    package var hasMotion = true
    /// Nil: what the environment says.
    package var isColored: Bool?
    /// The jokectl that shares jokes; nil for the one in `PATH`.
    package var jokectl: String?

    package init() {}

    package init(_ arguments: [String]) throws(Mistake) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--socket": socket = try Self.value(of: argument, &rest)
            case "--jokectl": jokectl = try Self.value(of: argument, &rest)
            case "--plain": isPlain = true
            case "--no-motion": hasMotion = false
            case "--color": isColored = try Self.value(of: argument, &rest) == "always"
            default: throw Mistake(message: "'\(argument)' is no option here; see `jokectl help swipe`")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Mistake) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw Mistake(message: "\(option) needs a value; see `jokectl help swipe`")
        }
        return value
    }
}

extension Look {
    /// What the environment says of the terminal (no-color.org; COLORTERM as most terminals set it).
    package init(_ options: Options, environment: (String) -> String?) {
        func variable(_ name: String) -> String { environment(name) ?? "" }
        let term = variable("TERM")
        let isColored = options.isColored ?? variable("NO_COLOR").isEmpty
        let depth: ColorDepth =
            if !isColored {
                .none
            } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) || term.hasSuffix("-direct") {
                .full
            } else if term.hasSuffix("256color") {
                .palette
            } else {
                term.hasPrefix("vt") ? .none : .sixteen
            }
        self.init(
            depth: depth, isUnicode: LocaleName(of: "LC_CTYPE", environment).isUnicode,
            hasMotion: options.hasMotion && variable("REDUCE_MOTION").isEmpty)
    }
}
