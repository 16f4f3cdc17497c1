// SPDX-License-Identifier: MIT
package import JokeClient
import JokeWire

/// The command line of jokesd.
package struct Options: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case serve, checkConfiguration, printConfiguration, help, version
        case checkPack(String)
    }

    package var action = Action.serve
    /// The path of the socket, or nil for the default.
    package var socket: String?
    /// The configuration file, or nil for the default ones.
    package var configuration: String?
    /// Whether to exit when idle, and to leave the directory and the standard error after the start.
    package var isDetached = false

    package init() {}

    /// Parses the arguments after the program's name. `--help` takes precedence over `--version`, and both over the
    /// others.
    package init(_ arguments: [String]) throws(UsageError) {
        let invocation = try ArgumentParser.parse(arguments, of: Self.program)
        socket = invocation.text(Self.socket)
        configuration = invocation.text(Self.config)
        isDetached = invocation.has(Self.detached)
        if invocation.has(Self.help) {
            action = .help
        } else if invocation.has(Self.version) {
            action = .version
        } else if let last = invocation.last(of: [Self.checkConfig, Self.printConfig]) {
            action = last === Self.checkConfig ? .checkConfiguration : .printConfiguration
        } else if let file = invocation.text(Self.checkPack) {
            action = .checkPack(file)
        }
    }
}

extension Options {
    private static let socket = Option(
        "socket", "PATH", .path, "listen at this path instead of the default one")
    private static let config = Option(
        "config", "FILE", .path, "read only this configuration file")
    private static let detached = Option(
        "detached", "exit when idle, and log nothing after the start")
    private static let checkConfig = Option(
        "check-config", "check the configuration, print its errors, and exit")
    private static let printConfig = Option(
        "print-config", "print each value and its meaning, and exit")
    private static let checkPack = Option(
        "check-pack", "FILE", .path, "print each line of a pack that cannot be read, and exit")
    private static let version = Option(
        "version", letter: "V", isQuestion: true, "print the version and exit")
    private static let help = Option("help", letter: "h", isQuestion: true, "print this help and exit")

    private static let options = [
        socket, config, detached, checkConfig, printConfig, checkPack, version, help,
    ]

    private static let program = ProgramDescription(
        helpLine: "jokesd --help",
        .one(CommandDescription("jokesd", "Serve jokes to clients over a Unix socket", options: options)))

    /// The text of `--help`.
    package static var helpText: String {
        """
        Usage: jokesd [--socket PATH] [--config FILE] [--detached]
        Keep a queue of jokes, and serve them to clients over a Unix socket.

        Options:
        \(HelpText.list(options, gap: 3))

        Examples:
          jokesd --socket /tmp/try/socket  listen at another one (see jokectl --socket)
          systemctl --user enable --now jokesd.socket   let systemd start it on demand

        Files:
          $XDG_CONFIG_HOME/jokesd/config.jsonc, then config.d/*.jsonc   configuration
          $XDG_DATA_HOME/jokesd                                         saved jokes
          $JOKESD_SOCKET, or $XDG_RUNTIME_DIR/jokesd/socket             the socket

        Exit status: 0 success, 64 usage error, 65 bad pack, 71 system error, 73 file in
        the way, 74 disk, 75 already running, 77 unsafe directory, 78 bad configuration.

        """
    }

    /// The text of `--version`.
    package static var versionText: String {
        "jokesd \(Version.program) (protocol \(Version.protocolVersion))\n"
    }
}
