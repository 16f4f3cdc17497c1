// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let wait = Flag("wait", "fetch a fresh one first, however long that takes")
    private static let source = Flag(
        "source", value: "NAME", "the source that it must come from", values: .sources)
    private static let category = Flag(
        "category", value: "NAME", "the category that it must have", values: .categories)

    static let next = Command(
        "next", "The next joke, undecided about this one",
        flags: [wait, source, category],
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
    ) { (invocation, session) throws(Failure) in
        var params: JSONObject = [:]
        if invocation.has(wait) { params.append("wait", true) }
        if let source = invocation.value(of: source) { params.append("source", .string(source)) }
        if let category = invocation.value(of: category) { params.append("category", .string(category)) }
        let patience = invocation.has(wait) ? session.longPatience : session.patience
        var connection = try session.connect()
        let result = try session.ask(Method.jokeNext.rawValue, params, on: &connection, until: patience)
        let decision = try session.value(result, as: Decision.init(json:at:))
        let shown = try session.appearance(for: [decision.joke], on: &connection)
        try session.show(result, shown) { Rendering.joke(decision.joke, $0) }
        return decision.joke.isError ? .tryLater : .done
    }
}
