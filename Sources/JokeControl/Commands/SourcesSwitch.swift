// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let sourceName = Argument(
        "NAME", .one, "its name, as `jokectl sources` shows it", values: .sources)

    static let sourcesEnable = Command(
        "sources enable", "Turn a source on", arguments: [sourceName],
        details: ["At once, and over restarts, whatever the configuration says."],
        examples: [Example("jokectl sources enable fortune", "the fortune files of this machine")]
    ) { (invocation, session) throws(Failure) in try turn(invocation, on: true, session) }

    static let sourcesDisable = Command(
        "sources disable", "Turn a source off", arguments: [sourceName],
        details: [
            "At once, and over restarts, whatever the configuration says: its jokes leave the queue, too."
        ],
        examples: [Example("jokectl sources disable fortune", "no more of these")]
    ) { (invocation, session) throws(Failure) in try turn(invocation, on: false, session) }

    private static func turn(
        _ invocation: Invocation, on isOn: Bool, _ session: Session
    ) throws(Failure) -> ExitCode {
        let name = invocation.arguments.first ?? ""
        let result = try session.ask(isOn ? .sourcesEnable : .sourcesDisable, ["source": .string(name)])
        let change = try session.value(result, as: Change.init(json:at:))
        try session.show(result) { Rendering.turned(name, on: isOn, change, $0) }
        return .done
    }
}
