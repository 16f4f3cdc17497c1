// SPDX-License-Identifier: MIT
package import JokeCommandLine
import JokeWire

/// The command line of jokesd.
package struct Options: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case serve, checkConfiguration, printConfiguration, help, version
    }

    package var action = Action.serve
    /// The path of the socket, or nil for the default.
    package var socket: String?
    /// The configuration file, or nil for the default ones.
    package var configuration: String?

    package init() {}

    /// Parses the arguments after the program's name. `--help` takes precedence over `--version`, and both over the
    /// others.
    package init(_ arguments: [String]) throws(UsageError) {
        let invocation = try ArgumentParser.parse(arguments, of: Self.program)
        socket = invocation.text(Self.socket)
        configuration = invocation.text(Self.config)
        if invocation.has(Self.help) {
            action = .help
        } else if invocation.has(Self.version) {
            action = .version
        } else if let last = invocation.last(of: [Self.checkConfig, Self.printConfig]) {
            action = last === Self.checkConfig ? .checkConfiguration : .printConfiguration
        }
    }
}

extension Options {
    private static let socket = Option(
        "socket", "PATH", .path, "listen there, instead of where jokectl looks by itself")
    private static let config = Option(
        "config", "FILE", .path, "read this file alone, instead of the usual ones")
    private static let checkConfig = Option(
        "check-config", "say what is wrong with the configuration, and end")
    private static let printConfig = Option(
        "print-config", "print the configuration that holds and where from, and end")
    private static let version = Option("version", isQuestion: true, "print the version and end")
    private static let help = Option("help", isQuestion: true, "print this and end")

    private static let options = [socket, config, checkConfig, printConfig, version, help]

    private static let program = ProgramDescription(
        helpLine: "jokesd --help",
        .one(CommandDescription("jokesd", "Keeps a good joke ready", options: options)))

    /// The text of `--help`.
    package static var helpText: String {
        """
        jokesd keeps a good joke ready and hands it out over a Unix socket.

        Examples:
          jokesd                           listen where jokectl looks
          jokesd --socket /tmp/try/socket  listen there (so does jokectl --socket)
          jokesd --check-config            look the configuration over
          systemctl --user enable --now jokesd.socket   start it when it is asked

        Options:
        \(HelpText.list(options, gap: 3))

        Files:
          $XDG_CONFIG_HOME/jokesd/config.jsonc, then config.d/*.jsonc   configuration
          $XDG_DATA_HOME/jokesd                                         saved jokes
          $JOKESD_SOCKET, or $XDG_RUNTIME_DIR/jokesd/socket             the socket

        Exit status: 0 done, 64 usage, 71 system, 73 file in the way, 74 disk,
        75 runs already, 77 folder not safe, 78 bad configuration.

        """
    }

    /// The text of `--version`.
    package static var versionText: String {
        "jokesd \(Version.program) (protocol \(Version.protocolVersion))\n"
    }
}
