// SPDX-License-Identifier: MIT
package import JokeClient

/// The command line of jokesd-card.
package struct CardOptions: Sendable, Hashable {
    /// The path of jokesd's socket, or nil for the default locations.
    package let socket: String?
    /// The id of the joke to show, or nil.
    package let joke: String?
    /// Whether to show the card alone in a small window.
    package let isSmall: Bool
    package let wantsHelp: Bool
    package let wantsVersion: Bool
    /// Whether D-Bus has started the program, which then waits to be activated.
    package let isService: Bool

    /// - Parameter arguments: The command line without the program's name.
    package init(_ arguments: [String]) throws(UsageError) {
        let invocation = try ArgumentParser.parse(arguments, of: Self.program)
        socket = invocation.text(Self.socket)
        joke = invocation.text(Self.joke)
        isSmall = invocation.has(Self.small)
        wantsHelp = invocation.has(Self.helpOption)
        wantsVersion = invocation.has(Self.version)
        isService = invocation.has(Self.service)
    }

    package static var help: String {
        """
        Usage: jokesd-card [OPTION]...
        Show the joke card in a window. Drag it to the right to like the joke, or to the left to dislike it.

        Options:
        \(HelpText.list([socket, joke, small, helpOption, version]))
        """
    }

    private static let socket = Option("socket", "PATH", .path, "connect to jokesd at this socket")
    private static let joke = Option("joke", "ID", .nonEmptyText, "show this joke, or its details")
    private static let small = Option("small", "show the card alone, in a small window above the others")
    private static let service = Option("gapplication-service", "wait for D-Bus to open the window")
    private static let helpOption = Option("help", letter: "h", isQuestion: true, "show this help")
    private static let version = Option("version", isQuestion: true, "show the version")

    private static let program = ProgramDescription(
        helpLine: "jokesd-card --help",
        .one(
            CommandDescription(
                "card", "Show the joke card in a window",
                options: [socket, joke, small, service, helpOption, version])))
}
