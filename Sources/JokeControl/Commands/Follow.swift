// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    // The running jokesd may have more topics than this jokectl knows.
    private static let topic = Option(
        "topic", "NAME", .known(nil, or: ["state", "log", "feed"]),
        "state; log: what happened; feed: how each feed stands")

    private static let bar = Option(
        "for", "BAR", .words(Bar.following.map(\.rawValue)),
        "the state as a line for waybar, polybar, i3blocks or plain")

    static let follow = Command(
        "follow", .desktop, "Each change of the state, or the log, as JSON lines",
        options: [topic, bar, BarOptions.width],
        details: [
            "It goes on for as long as somebody reads. While jokesd cannot be reached, one line says so, with "
                + "\"online\":false and \"state\":null; it tries again after 0.1 to 5 seconds.",
            "With --for each line is what that bar takes, with all that is in a joke escaped for it, and comes only where it "
                + "differs from the one before. docs/bars.md has a configuration for each.",
        ],
        examples: [
            Example("jokectl follow | jq --unbuffered -r .state.joke.value", "each joke as it comes"),
            Example("jokectl follow --for waybar", "for `exec` of a custom module"),
            Example(
                "jokectl follow --topic log | jq --unbuffered -r .event", "what is liked, fails, is deleted …"
            ),
            Example("jokectl follow | while read -r line; do …; done", "a hook of your own"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let topic = invocation.text(topic) ?? "state"
        let choice = try BarOptions(invocation, bar, context)
        guard choice == nil || topic == "state" else {
            throw CommandError(.usage, "a bar shows the state; leave --topic out, or --for")
        }
        var follower = EventFollower(topic: topic, choice: choice, context: context)
        return try follower.run()
    }
}
