// SPDX-License-Identifier: MIT
import JokeWire

/// The command line of jokesd.
package struct Options: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case serve, checkConfiguration, printConfiguration, help, version
    }

    package var action = Action.serve
    /// Where to listen; nil for the usual place.
    package var socket: String?
    /// The configuration file; nil for the usual ones.
    package var configuration: String?

    package init() {}

    /// Reads the arguments behind the program's name. `--help` and `--version` win over whatever else is asked.
    package init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let (name, attached) = Self.split(argument)
            guard let option = Option(rawValue: name) else { throw UsageError(unknown: name) }
            var value = attached
            if option.placeholder == nil {
                guard attached == nil else { throw UsageError("\(name) takes no value") }
            } else if value == nil {
                value = rest.popFirst()
            }
            try apply(option, value)
        }
    }

    private mutating func apply(_ option: Option, _ value: String?) throws(UsageError) {
        switch option {
        case .socket: socket = try Self.needed(value, by: option)
        case .config: configuration = try Self.needed(value, by: option)
        case .checkConfig: ask(for: .checkConfiguration)
        case .printConfig: ask(for: .printConfiguration)
        case .help: action = .help
        case .version: ask(for: .version)
        }
    }

    private mutating func ask(for wanted: Action) {
        switch (action, wanted) {
        case (.help, _), (.version, .checkConfiguration), (.version, .printConfiguration): break
        default: action = wanted
        }
    }

    private static func needed(_ value: String?, by option: Option) throws(UsageError) -> String {
        guard let value, !value.isEmpty else {
            throw UsageError("\(option.rawValue) needs a value: \(option.synopsis)")
        }
        return value
    }

    /// `--name=value` in two; a value of its own argument is still to come.
    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
            return (argument, nil)
        }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
}

/// The options there are: the one list that reads them, suggests them and prints them.
private enum Option: String, CaseIterable {
    case socket = "--socket"
    case config = "--config"
    case checkConfig = "--check-config"
    case printConfig = "--print-config"
    case version = "--version"
    case help = "--help"

    var placeholder: String? {
        switch self {
        case .socket: "PATH"
        case .config: "FILE"
        default: nil
        }
    }

    var synopsis: String { placeholder.map { "\(rawValue) \($0)" } ?? rawValue }

    var summary: String {
        switch self {
        case .socket: "listen there, instead of where jokectl looks by itself"
        case .config: "read this file alone, instead of the usual ones"
        case .checkConfig: "say what is wrong with the configuration, and end"
        case .printConfig: "print the configuration that holds and where from, and end"
        case .version: "print the version and end"
        case .help: "print this and end"
        }
    }
}

extension Options {
    /// What `--help` prints.
    package static var help: String {
        let options = Option.allCases.map { option in
            let gap = String(repeating: " ", count: 17 - option.synopsis.count)
            return "  \(option.synopsis)\(gap)\(option.summary)"
        }
        return """
            jokesd keeps a good joke ready and hands it out over a Unix socket.

            Examples:
              jokesd                           listen where jokectl looks
              jokesd --socket /tmp/try/socket  listen there (so does jokectl --socket)
              jokesd --check-config            look the configuration over
              systemctl --user enable --now jokesd.socket   start it when it is asked

            Options:
            \(options.joined(separator: "\n"))

            Files:
              $XDG_CONFIG_HOME/jokesd/config.jsonc, then config.d/*.jsonc   configuration
              $XDG_DATA_HOME/jokesd                                         saved jokes
              $JOKESD_SOCKET, or $XDG_RUNTIME_DIR/jokesd/socket             the socket

            Exit status: 0 done, 64 usage, 71 system, 73 file in the way, 74 disk,
            75 runs already, 77 folder not safe, 78 bad configuration.

            """
    }

    /// What `--version` prints.
    package static var version: String {
        "jokesd \(Version.program) (protocol \(Version.protocolVersion))\n"
    }
}

/// A command line that makes no sense. Exit status 64 (`EX_USAGE`, sysexits.h).
package struct UsageError: Error, Sendable, Equatable {
    package let message: String

    init(_ message: String) { self.message = message }

    fileprivate init(unknown name: String) {
        guard name.hasPrefix("-"), name != "-", name != "--" else {
            self.init("unexpected argument \(name)")
            return
        }
        let nearest = NearestName.of(name, among: Option.allCases.map(\.rawValue))
        self.init("unknown option \(name)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }

    /// One line that says what to do next.
    package var text: String { "\(message) (try: jokesd --help)" }
}
