// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let bar = Flag(
        "for", value: "BAR",
        "one line for a bar that asks again and again: waybar, polybar, i3blocks, tmux or plain",
        values: .words(Bar.allCases.map(\.rawValue)))

    static let show = Command(
        "show", "The joke on the card and its status",
        flags: [bar, BarChoice.width],
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
    ) { (invocation, session) throws(Failure) in
        if let choice = try BarChoice(invocation, bar, known: Bar.allCases) {
            return try show(choice, session)
        }
        try session.show(try session.ask(.stateGet), as: Snapshot.init(json:at:), Rendering.card)
        return .done
    }

    /// The line of a bar is never missing: it says why where there is no joke.
    private static func show(_ choice: BarChoice, _ session: Session) throws(Failure) -> ExitCode {
        var card: BarCard
        do throws(Failure) {
            let snapshot = try session.value(try session.ask(.stateGet), as: Snapshot.init(json:at:))
            card = BarCard(snapshot.state, width: choice.width)
        } catch {
            card = BarCard(offline: error.message)
        }
        try session.console.write(choice.bar.line(card))
        return .done
    }
}
