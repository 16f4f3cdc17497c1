// SPDX-License-Identifier: MIT
package import JokeClient
import JokeLinux

/// The command line of jokesd-swipe, which `jokectl swipe` creates.
package struct Options: Sendable, Hashable {
    /// The path of jokesd's socket, or nil for the default locations.
    package var socket: String?
    package var hasMotion = true
    /// Whether to use colors, or nil to decide by the environment.
    package var isColored: Bool?
    /// The path of the jokectl that shares and edits jokes, or nil for `/usr/bin/jokectl`.
    package var jokectl: String?

    package init() {}

    package init(_ arguments: [String]) throws(UsageError) {
        let invocation = try ArgumentParser.parse(arguments, of: Self.program)
        socket = invocation.text(Self.socket)
        jokectl = invocation.text(Self.jokectl)
        hasMotion = !invocation.has(Self.noMotion)
        isColored = invocation.text(Self.color).flatMap { $0 == "auto" ? nil : $0 == "always" }
    }

    private static let socket = Option("socket", "PATH", .path, "connect to jokesd at this socket")
    private static let jokectl = Option("jokectl", "PATH", .path, "share and edit jokes with this jokectl")
    private static let noMotion = Option("no-motion", "do not animate the card")
    private static let color = Option(
        "color", "WHEN", .words(["auto", "always", "never"]), "use colors: auto, always or never")

    private static let program = ProgramDescription(
        helpLine: "jokectl help swipe",
        .one(
            CommandDescription(
                "swipe", "Open the card full screen", options: [socket, jokectl, noMotion, color])
        ))
}

extension Options {
    /// Returns the description of a run of jokectl, about the joke with this id if one is given.
    func jokectl(_ command: [String], _ joke: String?) -> ProcessSpawner {
        ProcessSpawner(
            path: jokectl ?? "/usr/bin/jokectl",
            arguments: command + (socket.map { ["--socket", $0] } ?? []) + (joke.map { ["--", $0] } ?? []))
    }

    /// The message about a jokectl that failed without one.
    static var failure: String { localized("jokectl failed.") }

    /// Returns the last message of jokectl in its standard error, without the program's name, or nil if there is none.
    static func message(in errors: String) -> String? {
        let prefix = "jokectl: "
        let line = errors.split(separator: "\n").last { $0.hasPrefix(prefix) }
        return line.map { String($0.dropFirst(prefix.count)) }
    }
}

extension DisplayOptions {
    /// Creates the options from the command line and the environment (no-color.org; COLORTERM as most terminals set
    /// it).
    package init(_ options: Options, environment: (String) -> String?) {
        func variable(_ name: String) -> String { environment(name) ?? "" }
        let term = variable("TERM")
        let isColored = options.isColored ?? !Color.isForbidden(by: environment)
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
