// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let topic = Flag(
        "topic", value: "NAME", "state; log: what happened; feed: how each feed stands",
        values: .words(["state", "log", "feed"]))

    static let follow = Command(
        "follow", "Each change of the state, or the log, as JSON lines",
        flags: [topic],
        details: [
            "It goes on for as long as somebody reads. While jokesd cannot be reached, one line says so, with "
                + "\"online\":false and \"state\":null; it tries again after 0.1 to 5 seconds."
        ],
        examples: [
            Example("jokectl follow | jq --unbuffered -r .state.joke.value", "each joke as it comes"),
            Example(
                "jokectl follow --topic log | jq --unbuffered -r .event", "what is liked, fails, is deleted …"
            ),
            Example("jokectl follow | while read -r line; do …; done", "a hook of your own"),
        ]
    ) { (invocation, session) throws(Failure) in
        var following = Following(topic: invocation.value(of: topic) ?? "state", session: session)
        return try following.run()
    }
}
