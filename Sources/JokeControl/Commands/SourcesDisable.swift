// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let sourcesDisable = Command(
        "sources disable", "Turn a source off",
        arguments: [Argument("NAME", .one, "its name, as `jokectl sources` shows it")],
        details: [
            "At once, and over restarts, whatever the configuration says: its jokes leave the queue, too."
        ],
        examples: [Example("jokectl sources disable fortune", "no more of these")]
    ) { (invocation, session) throws(Failure) in
        let name = invocation.arguments.first ?? ""
        let result = try session.ask(.sourcesDisable, ["source": .string(name)])
        let change = try session.value(result, as: Change.init(json:at:))
        try session.show(result) { Rendering.turned(name, on: false, change, $0) }
        return .done
    }
}
