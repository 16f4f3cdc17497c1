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
        let result = try session.ask(.jokeUndo)
        let undoing = try session.value(result, as: Undoing.init(json:at:))
        try session.show(result) { Rendering.undoing(undoing, $0) }
        return undoing.undone == nil ? .no : .done
    }
}
