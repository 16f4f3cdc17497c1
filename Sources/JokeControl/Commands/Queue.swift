// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let queue = Command(
        "queue", "The jokes that come next",
        details: ["In a pipe each joke is a line: id, source and text, separated by tabs."],
        examples: [Example("jokectl queue", "a look ahead")]
    ) { (_, session) throws(Failure) in
        try session.show(try session.ask(.queueList), as: QueuedJokes.init(json:at:), Rendering.queue)
        return .done
    }
}
