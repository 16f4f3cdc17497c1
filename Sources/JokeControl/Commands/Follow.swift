// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let topic = Flag(
        "topic", value: "NAME", "state; log: what happened; feed: how each feed stands",
        values: .words(["state", "log", "feed"]))

    private static let bar = Flag(
        "for", value: "BAR", "the state as a line for waybar, polybar, i3blocks or plain",
        values: .words(Bar.following.map(\.rawValue)))

    static let follow = Command(
        "follow", "Each change of the state, or the log, as JSON lines",
        flags: [topic, bar, BarChoice.width],
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
    ) { (invocation, session) throws(Failure) in
        let topic = invocation.value(of: topic)
        let choice = try BarChoice(invocation, bar, known: Bar.following)
        guard choice == nil || topic ?? "state" == "state" else {
            throw Failure(.usage, "a bar shows the state; leave --topic out, or --for")
        }
        var follower = EventFollower(topic: topic ?? "state", choice: choice, session: session)
        return try follower.run()
    }
}
