// SPDX-License-Identifier: MIT
import JokeClient

extension Command {
    private static let noMotion = Option("no-motion", "do not animate the card, as with REDUCE_MOTION set")

    static let swipe = Command(
        "swipe", .desktop, "Open the card full screen",
        options: [noMotion],
        details: [
            "Drag the card with the mouse, or with the left and right keys or h and l, then press Enter "
                + "to release it. Press + to like the joke, - to dislike it, s to list the saved jokes, / "
                + "to search them, f to browse the jokes of a source, a to add a joke and e to edit a saved "
                + "one in your editor ($VISUAL or $EDITOR), ? to list all keys and q to quit.",
            "All clients show the same card: if you move it in one terminal, it moves in all. "
                + "With NO_COLOR or --color=never, the card is an outline.",
        ],
        examples: [Example("jokectl swipe", "open the card")]
    ) { (invocation, context) throws(CommandError) in
        try context.startForSuccessor()
        var words = SiblingProgram.jokectl.map { ["--jokectl", $0] } ?? []
        let globals = context.globals
        if let socket = globals.socket { words += ["--socket", socket] }
        if globals.color != .auto { words += ["--color", globals.color.rawValue] }
        if invocation.has(noMotion) { words.append("--no-motion") }
        throw SiblingProgram(
            "jokesd-swipe",
            at: ["jokesd-swipe", "../libexec/jokesd/jokesd-swipe", "../lib/jokesd/jokesd-swipe"],
            named: context.environment["JOKESD_SWIPE"],
            advice: localized("install it, or set JOKESD_SWIPE to its path")
        ).become(words)
    }

    static let card = Command(
        "card", .desktop, "Open the card in a window",
        details: [
            "jokesd-card, a program in a package of its own, shows the same card as all clients. "
                + "A second start raises its window, except with --socket or JOKESD_SOCKET."
        ],
        examples: [Example("jokectl card", "open the card, or raise its window")]
    ) { (_, context) throws(CommandError) in
        try context.startForSuccessor()
        throw SiblingProgram(
            "jokesd-card", at: ["jokesd-card"],
            advice: localized("install the package jokesd-card, or run `jokectl swipe` in a terminal")
        ).become(context.globals.socket.map { ["--socket", $0] } ?? [])
    }
}
