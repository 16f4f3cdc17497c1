// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let like = decision(
        "like", .jokeLike, "Save this joke, and show the next one",
        examples: [
            Example("jokectl like", "save the joke on the card"),
            Example("jokectl like daily", "save the joke of the day; the card stays"),
            Example("jokectl like mgdb9q1wqb6_gurzp_5bga", "save the joke with this id"),
        ])
}

extension Command {
    /// `like` and `dislike` differ in what they ask for, not in how.
    static func decision(
        _ name: String, _ method: Method, _ summary: String, examples: [Example]
    ) -> Command {
        Command(
            name, summary,
            arguments: [Argument("ID|daily", .optional, "the joke that is meant; the card's where left out")],
            details: [
                "A joke that is not on the card is decided without moving the card. Ends with 1 where nothing was "
                    + "decided."
            ],
            examples: examples
        ) { (invocation, session) throws(Failure) in
            let named = invocation.arguments.first
            let result = try session.ask(method, named.map { ["joke": .string($0)] } ?? [:])
            let decision = try session.value(result, as: Decision.init(json:at:))
            try session.show(result) {
                Rendering.decision(decision, liked: method == .jokeLike, showsCard: named == nil, $0)
            }
            return decision.decided == nil ? .no : .done
        }
    }
}
