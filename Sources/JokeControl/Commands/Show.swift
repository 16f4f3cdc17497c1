// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let show = Command(
        "show", "The joke on the card and its status",
        details: ["This is what jokectl does without a command. In a pipe, the joke stands alone."],
        examples: [
            Example("jokectl", "the joke, and a line about it"),
            Example("jokectl show --json | jq -r .state.joke.value", "its text, for a script"),
        ]
    ) { (_, session) throws(Failure) in
        try session.show(try session.ask(.stateGet), as: Snapshot.init(json:at:), Rendering.card)
        return .done
    }
}
