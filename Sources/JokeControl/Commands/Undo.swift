// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let undo = Command(
        "undo", "Take the newest decision or deletion back",
        details: [
            "The last 20 can be undone, whoever made them."
        ],
        examples: [Example("jokectl undo", "a joke that was disliked by mistake is back")]
    ) { (_, session) throws(Failure) in
        var connection = try session.connect()
        let result = try session.ask(Method.jokeUndo.rawValue, on: &connection)
        let undoing = try session.value(result, as: Undoing.init(json:at:))
        let shown = try session.appearance(for: [undoing.joke], on: &connection)
        try session.show(result, shown) { Rendering.undoing(undoing, $0) }
        return undoing.undone == nil ? .no : .done
    }
}
