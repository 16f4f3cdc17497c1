// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    private static let explain = Option("explain", "also show why jokes were filtered out, and how many")

    static let sourcesList = Command(
        "sources list", .sources, "List the sources and their state",
        options: [explain],
        details: [
            "`jokectl sources` does the same.",
            "In a pipe, each source is a line, separated by tabs: name, type, state, requests today and "
                + "their limit, numbers of new, seen and filtered jokes, and the error. With --explain, a "
                + "line for each reason follows: name, `kept out`, reason and number.",
        ],
        examples: [
            Example("jokectl sources list", "list the sources"),
            Example("jokectl sources list --explain", "show which rules of the filter reject jokes"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = invocation.has(explain) ? ["explain": true] : [:]
        try context.show(try context.ask(.sourcesList, params), as: SourcesResponse.self) {
            Rendering.sources($0.items, $1)
        }
        return .done
    }

    private static let sourceName = Argument(
        "NAME", .one, "the name of the source, as `jokectl sources` shows it", kind: .known(.sources))

    static let sourcesEnable = Command(
        "sources enable", .sources, "Enable a source", arguments: [sourceName],
        details: ["It takes effect at once and stays after a restart. It overrides the configuration."],
        examples: [
            Example("jokectl sources enable fortune", "show jokes from the fortune files of this machine")
        ]
    ) { (invocation, context) throws(CommandError) in try turn(invocation, on: true, context) }

    static let sourcesDisable = Command(
        "sources disable", .sources, "Disable a source", arguments: [sourceName],
        details: [
            "It takes effect at once and stays after a restart. It overrides the configuration. The "
                + "jokes of the source are removed from the queue."
        ],
        examples: [Example("jokectl sources disable fortune", "stop showing jokes from the fortune files")]
    ) { (invocation, context) throws(CommandError) in try turn(invocation, on: false, context) }

    private static func turn(
        _ invocation: Invocation, on isOn: Bool, _ context: CommandContext
    ) throws(CommandError) -> ExitCode {
        let name = invocation.arguments.first ?? ""
        let result = try context.ask(isOn ? .sourcesEnable : .sourcesDisable, ["source": .string(name)])
        let change = try context.value(result, as: ChangeResponse.self)
        try context.show(result) { Rendering.turned(name, on: isOn, hasChanged: change.isChanged, $0) }
        return .done
    }
}
