// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The command line of jokesd-search, which D-Bus starts without options.
struct SearchOptions {
    enum Action { case serve, help, version }

    var action = Action.serve
    /// The path of jokesd's socket, or nil for the default locations.
    var socket: String?
    /// The time without a search after which the program ends, in seconds.
    var idleTime = 30.0
    /// The longest time for an answer of jokesd, in seconds. With the rest, a desktop waits 100 ms.
    var timeout = 0.09

    init(_ arguments: [String]) throws(UsageError) {
        let invocation = try ArgumentParser.parse(arguments, of: Self.program)
        socket = invocation.text(Self.socket)
        idleTime = invocation.seconds(Self.idle) ?? idleTime
        timeout = invocation.seconds(Self.timeout) ?? timeout
        if invocation.has(Self.version) { action = .version }
        if invocation.has(Self.help) { action = .help }
    }

    private static let socket = Option("socket", "PATH", .path, "connect to jokesd at this socket")
    private static let idle = Option(
        "idle", "SECONDS", .seconds(upTo: 86_400), "end after this time without a search (30)")
    private static let timeout = Option(
        "timeout", "SECONDS", .seconds(upTo: 86_400), "wait at most this long for jokesd (0.09)")
    private static let help = Option("help", letter: "h", isQuestion: true, "print this help")
    private static let version = Option("version", letter: "V", isQuestion: true, "print the version")
    private static let options = [socket, idle, timeout, help, version]

    private static let program = ProgramDescription(
        helpLine: "jokesd-search --help",
        .one(CommandDescription("jokesd-search", "Answer the searches of the desktop", options: options)))

    static let helpText = """
        Usage: jokesd-search [OPTION]…
        Answer the searches of GNOME Shell and KRunner with saved jokes. D-Bus starts it.

        \(HelpText.list(options))

        """

    static let versionText = "jokesd-search \(Version.program)\n"
}
