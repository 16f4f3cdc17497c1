// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    static let tasteShow = Command(
        "taste show", .taste, "What your likes and dislikes have taught jokesd",
        details: [
            "Each source and each category with how likely you are to like it, and about how much of what comes is of "
                + "it. `\"taste\": false` in the configuration turns it off.",
            "In a pipe each is a line: kind, name, likes, dislikes, chance of a like and share, separated by tabs.",
        ],
        examples: [Example("jokectl taste show", "what does it think of me?")]
    ) { (_, context) throws(CommandError) in
        try context.show(try context.ask(.tasteGet), as: TasteResponse.self, Rendering.taste)
        return .done
    }

    static let tasteReset = Command(
        "taste reset", .taste, "Forget what was learned from likes and dislikes",
        details: ["The jokes that you saved stay. This cannot be undone."],
        examples: [Example("jokectl taste reset", "start anew")]
    ) { (_, context) throws(CommandError) in
        let result = try context.ask(.tasteReset)
        let hasChanged = try context.value(result, as: ChangeResponse.self).isChanged
        try context.show(result) { Rendering.tasteReset(hasChanged: hasChanged, $0) }
        return hasChanged ? .done : .no
    }
}
