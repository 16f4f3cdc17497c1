// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let topic = Option(
        "topic", "NAME", .words(Topic.allCases.map(\.rawValue)),
        "print this topic: state, log (what happened) or feed (state of each feed)")

    private static let bar = Option(
        "for", "BAR", .words(Bar.allCases.map(\.rawValue)),
        "print the state as a line for this bar: waybar, polybar, i3blocks, tmux or plain")

    static let follow = Command(
        "follow", .desktop, "Print every change as JSON",
        options: [topic, bar, BarOptions.width, BarOptions.page, BarOptions.scroll],
        details: [
            "Each line is a JSON object. jokectl runs until its output is closed. If jokesd cannot be "
                + "reached, it prints one line with \"online\":false and \"state\":null, and tries again "
                + "after 0.1 to 5 seconds. If jokesd was stopped, it waits until another command starts it.",
            "With --for, each line has the format of that bar, and the text of the joke is escaped for it. "
                + "A line is printed only if it differs from the last one, but tmux gets the first one twice. "
                + "docs/bars.md has a "
                + "configuration for each bar.",
            "With --page or --scroll, a joke that is wider than --width is shown in parts: as many sentences as fit, "
                + "or as many words, and the number of the part, such as 2/3.",
        ],
        examples: [
            Example("jokectl follow | jq --unbuffered -r .state.joke.value", "print each new joke"),
            Example("jokectl follow --for waybar", "feed a custom module of waybar (`exec`)"),
            Example(
                "jokectl follow --for tmux --scroll 5", "show the whole joke, five seconds for each part"),
            Example(
                "jokectl follow --topic log | jq --unbuffered -r .event",
                "print each event, such as liked or deleted"
            ),
            Example(
                "jokectl follow | while read -r line; do …; done", "run your own commands on every change"),
        ],
        result: { EventFollower.schema(of: $0.text(topic) ?? "state") }
    ) { (invocation, context) throws(CommandError) in
        let topic = invocation.text(topic) ?? "state"
        let choice = try BarOptions(invocation, bar, context)
        guard choice == nil || topic == "state" else {
            throw CommandError(.usage, localized("--for shows the state only; remove --topic or --for"))
        }
        var follower = EventFollower(topic: topic, choice: choice, context: context)
        return try follower.run()
    }
}
