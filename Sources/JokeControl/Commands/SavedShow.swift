// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let savedShow = Command(
        "saved show", "One saved joke, whole",
        arguments: [
            Argument(
                "ID", .one, "its id, or as much of it as no other joke's id begins with", values: .savedJokes)
        ],
        examples: [Example("jokectl saved show mgdb", "the joke whose id begins like this")]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject = ["joke": .string(invocation.arguments[0])]
        var connection = try session.connect()
        let result = try session.ask(Method.savedGet.rawValue, params, on: &connection)
        let saved = try session.value(result, as: Saved.init(json:at:))
        let shown = try session.appearance(for: [saved.joke], on: &connection)
        try session.show(result, shown) { Rendering.savedJoke(saved, $0) }
        return .done
    }
}
