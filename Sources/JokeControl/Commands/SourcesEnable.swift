// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let sourcesEnable = Command(
        "sources enable", "Turn a source on",
        arguments: [Argument("NAME", .one, "its name, as `jokectl sources` shows it")],
        details: [
            "At once, and over restarts, whatever the configuration says."
        ],
        examples: [Example("jokectl sources enable fortune", "the fortune files of this machine")]
    ) { (invocation, session) throws(Failure) in
        let name = invocation.arguments.first ?? ""
        let result = try session.ask(.sourcesEnable, ["source": .string(name)])
        let change = try session.value(result, as: Change.init(json:at:))
        try session.show(result) { Rendering.turned(name, on: true, change, $0) }
        return .done
    }
}
