// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    static let tasteShow = Command(
        "taste show", .taste, "Show what jokesd has learned",
        details: [
            "For each source and each category, it shows how likely you are to like a joke, and the share "
                + "of the next jokes. jokesd learns from `like` and `dislike`; `\"taste\": false` in the "
                + "configuration turns it off.",
            "In a pipe, each line has kind, name, likes, dislikes, chance of a like and share, separated by tabs.",
        ],
        examples: [Example("jokectl taste show", "show the chances and shares")],
        result: { _ in TasteResponse.schema }
    ) { (_, context) throws(CommandError) in
        try context.show(try context.ask(.tasteGet), as: TasteResponse.self, Rendering.taste)
        return .done
    }

    static let tasteReset = Command(
        "taste reset", .taste, "Delete what jokesd has learned",
        details: [
            "The saved jokes stay. `jokectl undo` takes it back. What other machines have learned (`jokectl help sync on`) "
                + "stays, too; delete it there."
        ],
        examples: [Example("jokectl taste reset", "let jokesd learn from the beginning")],
        result: { _ in ChangeResponse.schema }
    ) { (_, context) throws(CommandError) in
        let result = try context.ask(.tasteReset)
        let hasChanged = try context.value(result, as: ChangeResponse.self).isChanged
        try context.show(result) { Rendering.tasteReset(hasChanged: hasChanged, $0) }
        return hasChanged ? .done : .no
    }
}
