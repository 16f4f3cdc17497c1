// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

extension Command {
    private static let explain = Option("explain", "also why jokes of each were kept out, and how many")

    static let sourcesList = Command(
        "sources list", .sources, "Where jokes come from, and how each source does",
        options: [explain],
        details: [
            "`jokectl sources` is the same.",
            "In a pipe each source is a line, separated by tabs: name, type, state, requests of today and how many "
                + "there may be, jokes that were new, seen, kept out, and the error. With --explain there follows a "
                + "line for each reason: name, `kept out`, why, how many.",
        ],
        examples: [
            Example("jokectl sources list", "is one of them in trouble?"),
            Example("jokectl sources list --explain", "what does the filter do?"),
        ]
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = invocation.has(explain) ? ["explain": true] : [:]
        try context.show(try context.ask(.sourcesList, params), as: SourcesResponse.self) {
            Rendering.sources($0.items, $1)
        }
        return .done
    }

    private static let sourceName = Argument(
        "NAME", .one, "its name, as `jokectl sources` shows it", kind: .known(.sources))

    static let sourcesEnable = Command(
        "sources enable", .sources, "Turn a source on", arguments: [sourceName],
        details: ["At once, and over restarts, whatever the configuration says."],
        examples: [Example("jokectl sources enable fortune", "the fortune files of this machine")]
    ) { (invocation, context) throws(CommandError) in try turn(invocation, on: true, context) }

    static let sourcesDisable = Command(
        "sources disable", .sources, "Turn a source off", arguments: [sourceName],
        details: [
            "At once, and over restarts, whatever the configuration says: its jokes leave the queue, too."
        ],
        examples: [Example("jokectl sources disable fortune", "no more of these")]
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
