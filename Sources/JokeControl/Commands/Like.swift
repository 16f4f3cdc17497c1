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
            arguments: [
                Argument(
                    "ID|daily", .optional, "the joke that is meant; the card's where left out", values: .jokes
                )
            ],
            details: [
                "A joke that is not on the card is decided without moving the card. Ends with 1 where nothing was "
                    + "decided."
            ],
            examples: examples
        ) { (invocation, session) throws(Failure) in
            let named = invocation.arguments.first
            var connection = try session.connect()
            let joke = named == day ? try idOfTheDay(session, &connection) : named
            let params: JSONObject = joke.map { ["joke": .string($0)] } ?? [:]
            let result = try session.ask(method.rawValue, params, on: &connection)
            let decision = try session.value(result, as: Decision.init(json:at:))
            let shown = try session.appearance(
                for: [decision.joke] + (decision.decided.map { [$0] } ?? []), on: &connection)
            try session.show(result, shown) {
                Rendering.decision(decision, liked: method == .jokeLike, showsCard: named == nil, $0)
            }
            return decision.decided == nil ? .no : .done
        }
    }

    private static let day = "daily"

    /// The joke of the day is picked when it is first asked for; so it is asked for.
    private static func idOfTheDay(
        _ session: Session, _ connection: inout Connection
    ) throws(Failure) -> String {
        let result = try session.ask(Method.dailyGet.rawValue, on: &connection)
        return try session.value(result, as: Daily.init(json:at:)).joke.id.rawValue
    }
}
