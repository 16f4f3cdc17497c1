// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let queue = Command(
        "queue", "The jokes that come next",
        details: ["In a pipe each joke is a line: id, source and text, separated by tabs."],
        examples: [Example("jokectl queue", "a look ahead")]
    ) { (_, session) throws(Failure) in
        var connection = try session.connect()
        let result = try session.ask(Method.queueList.rawValue, on: &connection)
        let queued = try session.value(result, as: QueuedJokes.init(json:at:))
        let shown = try session.appearance(for: queued.jokes, on: &connection)
        try session.show(result, shown) { Rendering.queue(queued, $0) }
        return .done
    }
}
