// SPDX-License-Identifier: MIT
import Glibc
import JokeCommandLine

extension Command {
    private static let plain = Option(
        "plain", "read commands line by line, for a screen reader or any terminal")
    private static let noMotion = Option("no-motion", "do not animate the card, as with REDUCE_MOTION set")

    static let swipe = Command(
        "swipe", .desktop, "Open the card full screen",
        options: [plain, noMotion],
        details: [
            "Drag the card with the mouse, or with the left and right keys or h and l, then press Enter "
                + "to release it. Press + to like the joke, - to dislike it, s to list the saved jokes, / "
                + "to search them, f to browse the jokes of a source, ? to list all keys and q to quit.",
            "All clients show the same card: if you move it in one terminal, it moves in all. "
                + "With NO_COLOR or --color=never, the card is an outline.",
        ],
        examples: [
            Example("jokectl swipe", "open the card"),
            Example("jokectl swipe --plain", "print the joke and read commands"),
        ]
    ) { (invocation, context) throws(CommandError) in
        var words: [String] = []
        let globals = context.globals
        if let socket = globals.socket { words += ["--socket", socket] }
        if globals.color != .auto { words += ["--color", globals.color.rawValue] }
        if invocation.has(plain) { words.append("--plain") }
        if invocation.has(noMotion) { words.append("--no-motion") }
        throw SwipeLocation(context.environment).become(words)
    }
}

/// The location of jokesd-swipe: the path in `JOKESD_SWIPE`, or jokectl's own directory (in a checkout), or libexec (in
/// an installation).
///
/// jokesd-swipe is a separate program with an event loop and a screen, so that jokectl stays small.
struct SwipeLocation {
    private let own: String?
    private let places: [String]

    init(_ environment: Environment) {
        own = FileFacts.link(at: "/proc/self/exe")
        let directory = own.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
        if let named = environment["JOKESD_SWIPE"], !named.isEmpty {
            places = [named]
        } else {
            places = directory.map { ["\($0)/jokesd-swipe", "\($0)/../libexec/jokesd/jokesd-swipe"] } ?? []
        }
    }

    /// Replaces this process by jokesd-swipe. Returns only if that fails.
    func become(_ words: [String]) -> CommandError {
        guard let path = places.first(where: { access($0, X_OK) == 0 }) else {
            return CommandError(
                .unreachable,
                "jokesd-swipe not found at \(places.joined(separator: " or ")); install it, or set "
                    + "JOKESD_SWIPE to its path"
            )
        }
        let own = own.map { ["--jokectl", $0] } ?? []
        let pointers = ([path] + own + words).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        execv(path, pointers)
        return CommandError(.internal, "\(path) cannot be started: \(String(cString: strerror(errno)))")
    }
}
