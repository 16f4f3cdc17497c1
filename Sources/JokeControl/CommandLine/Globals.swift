// SPDX-License-Identifier: MIT

/// The flags that every command takes, wherever they stand.
package struct Globals: Sendable, Hashable {
    package var socket: String?
    /// Seconds to wait for an answer; nil where not given.
    package var timeout: Double?
    package var form = Form.page
    package var isQuiet = false
    /// Whether a daemon that does not run yet stays so.
    package var startsNothing = false
    package var color = Appearance.ColorChoice.auto
    package var wantsHelp = false

    /// What a result is printed as.
    package enum Form: Sendable, Hashable {
        /// For people.
        case page
        /// As it was sent, or so much of it.
        case json(Fields?)
        case template(Template)
    }

    package init() {}

    /// Unless `--timeout` says otherwise.
    package static let usualTimeout = 2.0
    private static let longestTimeout = 86_400.0
}

extension Globals {
    package static let flags: [Command.Flag] = [
        Command.Flag("socket", value: "PATH", "where jokesd listens", values: .files),
        Command.Flag("timeout", value: "SECONDS", "how long to wait for an answer (2)"),
        Command.Flag(
            "json", value: "FIELDS", isValueOptional: true,
            "print the result as jokesd sent it, on one line; or these members of it"),
        Command.Flag("format", value: "TEMPLATE", "print members of the result: '{{joke.value|trunc:60}}'"),
        Command.Flag("no-start", "ask jokesd only where it runs already: do not have systemd start it"),
        Command.Flag("quiet", letter: "q", "print only what was asked for"),
        Command.Flag(
            "color", value: "WHEN", "auto, always or never", values: .words(["auto", "always", "never"])),
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
        case "json":
            let fields = Fields(value)
            guard value.isEmpty || fields != nil else {
                throw .invalidValue(
                    flag, value, expected: "names with commas between them, such as joke.value,seq")
            }
            form = .json(value.isEmpty ? nil : fields)
        case "format":
            do throws(Template.Mistake) { form = .template(try Template(value)) } catch {
                throw .badTemplate(error)
            }
        case "no-start": startsNothing = true
        case "quiet": isQuiet = true
        case "help": wantsHelp = true
        default: preconditionFailure("a global flag without a meaning: \(flag.name)")
        }
    }
}
