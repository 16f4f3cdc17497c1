// SPDX-License-Identifier: MIT

/// The flags that every command takes, wherever they stand.
package struct Globals: Sendable, Hashable {
    package var socket: String?
    /// Seconds to wait for an answer; nil where not given.
    package var timeout: Double?
    package var isJSON = false
    package var isQuiet = false
    package var color = Appearance.ColorChoice.auto
    package var wantsHelp = false

    package init() {}

    /// Unless `--timeout` says otherwise.
    package static let usualTimeout = 2.0
    private static let longestTimeout = 86_400.0
}

extension Globals {
    package static let flags: [Command.Flag] = [
        Command.Flag("socket", value: "PATH", "where jokesd listens"),
        Command.Flag("timeout", value: "SECONDS", "how long to wait for an answer (2)"),
        Command.Flag("json", "print the result as jokesd sent it, on one line"),
        Command.Flag("quiet", letter: "q", "print only what was asked for"),
        Command.Flag("color", value: "WHEN", "auto, always or never"),
        Command.Flag("help", letter: "h", "say how the command is used"),
    ]

    /// Takes one of `flags`.
    mutating func take(_ flag: Command.Flag, _ value: String) throws(UsageError) {
        switch flag.name {
        case "socket":
            guard !value.isEmpty else { throw .invalidValue(flag, value, expected: "a path") }
            socket = value
        case "timeout":
            guard let seconds = Double(value), seconds > 0, seconds <= Self.longestTimeout else {
                throw .invalidValue(flag, value, expected: "seconds, more than 0 and at most 86400")
            }
            timeout = seconds
        case "color":
            guard let choice = Appearance.ColorChoice(rawValue: value) else {
                throw .invalidValue(flag, value, expected: "auto, always or never")
            }
            color = choice
        case "json": isJSON = true
        case "quiet": isQuiet = true
        case "help": wantsHelp = true
        default: preconditionFailure("a global flag without a meaning: \(flag.name)")
        }
    }
}
