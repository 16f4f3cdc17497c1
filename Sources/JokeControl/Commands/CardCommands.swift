// SPDX-License-Identifier: MIT
import JokeClient
import JokeCommandLine
import JokeWire

extension Command {
    private static let bar = Option(
        "for", "BAR", .words(Bar.allCases.map(\.rawValue)),
        "one line for a bar that asks again and again: waybar, polybar, i3blocks, tmux or plain")

    static let show = Command(
        "show", .card, "The joke on the card and its status",
        options: [bar, BarOptions.width],
        details: [
            "This is what jokectl does without a command. In a pipe, the joke stands alone.",
            "With --for, a line says so, too, where no jokesd can be asked. A bar that reads lines is served better by "
                + "`jokectl follow --for`.",
        ],
        examples: [
            Example("jokectl", "the joke, and a line about it"),
            Example("jokectl show --for tmux", "for `status-right` of tmux, in #( )"),
            Example("jokectl show --json | jq -r .state.joke.value", "its text, for a script"),
        ]
    ) { (invocation, context) throws(CommandError) in
        if let choice = try BarOptions(invocation, bar, context) {
            return try show(choice, context)
        }
        try context.show(try context.ask(.stateGet), as: StateResponse.self) { Rendering.card($0.state, $1) }
        return .done
    }

    /// Prints the line of a status bar. If there is no joke, the line gives the reason.
    private static func show(_ choice: BarOptions, _ context: CommandContext) throws(CommandError) -> ExitCode
    {
        var card: BarCard
        do throws(CommandError) {
            let state = try context.value(try context.ask(.stateGet), as: StateResponse.self).state
            card = BarCard(state, width: choice.width)
        } catch {
            card = BarCard(offline: error.message)
        }
        try context.console.write(choice.bar.line(card))
        return .done
    }

    private static let wait = Option("wait", "fetch a fresh one first, however long that takes")
    private static let source = Option(
        "source", "NAME", .known(.sources), "the source that it must come from")
    private static let category = Option(
        "category", "NAME", .known(.categories), "the category that it must have")

    static let next = Command(
        "next", .card, "The next joke, undecided about this one",
        options: [wait, source, category],
        details: [
            "The next joke comes from the queue at once. With --wait it is fetched first; the wait ends when it came "
                + "or failed, or after --timeout where that is given.",
            "Where there is no joke at all, the card says why, and jokectl ends with 75.",
        ],
        examples: [
            Example("jokectl next", "another joke"),
            Example("jokectl next --source fortune", "one from the fortune files"),
            Example("jokectl next --wait --timeout 20", "a fresh one, within 20 seconds"),
        ]
    ) { (invocation, context) throws(CommandError) in
        var params: JSONObject = [:]
        if invocation.has(wait) { params.append("wait", true) }
        if let source = invocation.text(source) { params.append("source", .string(source)) }
        if let category = invocation.text(category) { params.append("category", .string(category)) }
        let patience = invocation.has(wait) ? context.longPatience : context.patience
        var connection = try context.connect()
        let result = try context.ask(Method.jokeNext.rawValue, params, on: &connection, until: patience)
        let decision = try context.value(result, as: DecisionResponse.self)
        let shown = try context.appearance(for: [decision.joke], on: &connection)
        try context.show(result, shown) { Rendering.joke(decision.joke, $0) }
        return decision.joke.isError ? .tryLater : .done
    }

    static let like = decision(
        "like", .jokeLike, "Save this joke, and show the next one",
        examples: [
            Example("jokectl like", "save the joke on the card"),
            Example("jokectl like daily", "save the joke of the day; the card stays"),
            Example("jokectl like mgdb9q1wqb6_gurzp_5bga", "save the joke with this id"),
        ])

    /// Returns the command `like` or `dislike`, which differ only in their method and texts.
    static func decision(
        _ name: String, _ method: Method, _ summary: String, examples: [Example]
    ) -> Command {
        Command(
            name, .card, summary,
            arguments: [
                Argument(
                    "ID|daily", .optional, "the joke that is meant; the card's where left out",
                    kind: .known(.jokes, or: [day])
                )
            ],
            details: [
                "A joke that is not on the card is decided without moving the card. Ends with 1 where nothing was "
                    + "decided."
            ],
            examples: examples
        ) { (invocation, context) throws(CommandError) in
            let named = invocation.arguments.first
            var connection = try context.connect()
            let joke = named == day ? try idOfTheDay(context, &connection) : named
            let params: JSONObject = joke.map { ["joke": .string($0)] } ?? [:]
            let result = try context.ask(method.rawValue, params, on: &connection)
            let decision = try context.value(result, as: DecisionResponse.self)
            let shown = try context.appearance(
                for: [decision.joke] + (decision.decided.map { [$0] } ?? []), on: &connection)
            try context.show(result, shown) {
                Rendering.decision(decision, liked: method == .jokeLike, showsCard: named == nil, $0)
            }
            return decision.decided == nil ? .no : .done
        }
    }

    private static let day = "daily"

    /// Returns the id of the joke of the day. The request makes jokesd choose the joke if it has none for this day.
    private static func idOfTheDay(
        _ context: CommandContext, _ connection: inout DaemonConnection
    ) throws(CommandError) -> String {
        let result = try context.ask(Method.dailyGet.rawValue, on: &connection)
        return try context.value(result, as: DailyResponse.self).joke.id.rawValue
    }

    static let dislike = decision(
        "dislike", .jokeDislike, "Never show this joke again, but the next one",
        examples: [
            Example("jokectl dislike", "away with the joke on the card"),
            Example("jokectl dislike daily", "away with the joke of the day; the card stays"),
        ])

    static let undo = Command(
        "undo", .card, "Take the newest decision or deletion back",
        details: [
            "The last 20 can be undone, whoever made them."
        ],
        examples: [Example("jokectl undo", "a joke that was disliked by mistake is back")]
    ) { (_, context) throws(CommandError) in
        var connection = try context.connect()
        let result = try context.ask(Method.jokeUndo.rawValue, on: &connection)
        let undo = try context.value(result, as: UndoResponse.self)
        let shown = try context.appearance(for: [undo.joke], on: &connection)
        try context.show(result, shown) { Rendering.undo(undo, $0) }
        return .done
    }
}
