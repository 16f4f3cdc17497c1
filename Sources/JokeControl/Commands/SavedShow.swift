// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let savedShow = Command(
        "saved show", "One saved joke, whole",
        arguments: [Argument("ID", .one, "its id, or as much of it as no other joke's id begins with")],
        examples: [Example("jokectl saved show mgdb", "the joke whose id begins like this")]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject = ["joke": .string(invocation.arguments[0])]
        try session.show(
            try session.ask(.savedGet, params), as: Saved.init(json:at:), Rendering.savedJoke)
        return .done
    }
}
