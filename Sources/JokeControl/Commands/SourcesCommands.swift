// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let explain = Option("explain", "also show why jokes were filtered out, and how many")

    static let sourcesList = Command(
        "sources list", .sources, "List the sources and their state",
        options: [explain],
        details: [
            "`jokectl sources` does the same.",
            "In a pipe, each source is a line, separated by tabs: name, type, state, requests today and "
                + "their limit, numbers of new, seen and filtered jokes, the error, and whether you turned it on or off against "
                + "the configuration, and of the jokes in its files the number of those that were not shown yet and of all. With --explain, a line for each reason follows: name, `kept out`, reason and number.",
        ],
        examples: [
            Example("jokectl sources list", "list the sources"),
            Example("jokectl sources list --explain", "show which rules of the filter reject jokes"),
        ],
        result: { _ in SourcesResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject = invocation.has(explain) ? ["explain": true] : [:]
        var connection = try context.connect()
        let list = try context.ask(.sourcesList, params, and: "count", on: &connection)
        try context.show(list, as: SourcesResponse.self) { Rendering.sources($0.items, $1) }
        return .done
    }

    private static let sourceName = Argument(
        "NAME", .one, "the name of the source, as `jokectl sources` shows it", kind: .known(.sources))

    static let sourcesEnable = Command(
        "sources enable", .sources, "Enable a source", arguments: [sourceName],
        details: [
            "It takes effect at once and stays after a restart. It overrides the configuration until "
                + "`jokectl sources reset NAME`."
        ],
        examples: [
            Example("jokectl sources enable fortune", "show jokes from the fortune files of this machine")
        ],
        result: { _ in ChangeResponse.schema }
    ) { (invocation, context) throws(CommandError) in try turn(invocation, on: true, context) }

    static let sourcesDisable = Command(
        "sources disable", .sources, "Disable a source", arguments: [sourceName],
        details: [
            "It takes effect at once and stays after a restart. It overrides the configuration until "
                + "`jokectl sources reset NAME`. The jokes of the source are removed from the queue."
        ],
        examples: [Example("jokectl sources disable fortune", "stop showing jokes from the fortune files")],
        result: { _ in ChangeResponse.schema }
    ) { (invocation, context) throws(CommandError) in try turn(invocation, on: false, context) }

    static let sourcesReset = Command(
        "sources reset", .sources, "Enable or disable a source as the configuration says",
        arguments: [sourceName],
        details: [
            "It undoes `jokectl sources enable` and `disable`: the configuration says again whether the "
                + "source is on. `jokectl sources` marks the sources that are not as configured."
        ],
        examples: [
            Example("jokectl sources reset fortune", "do as config.jsonc says about the fortune files")
        ],
        result: { _ in ChangeResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        let name = invocation.arguments.first ?? ""
        let result = try context.ask(.sourcesReset, ["source": .string(name)])
        guard !context.isRaw else {
            try context.write(result)
            return .done
        }
        let list = try context.value(try context.ask(.sourcesList), as: SourcesResponse.self)
        let isOn = list.items.first { $0.name == name }?.isEnabled ?? false
        try context.show(result) { Rendering.reset(name, isOn: isOn, $0) }
        return .done
    }

    static let sourcesAllow = Command(
        "sources allow", .sources, "Let jokesd-fetch run your own programs",
        details: [
            "Under systemd, jokesd-fetch and its programs cannot read your home directory. This command makes an exception for "
                + "the files there that the sources in the configuration name: the program of a command, and each "
                + "argument that is the absolute path of a file or a directory. It writes them to "
                + "`jokesd-fetch@.service.d/allow.conf` in `~/.config/systemd/user`. They can only be read.",
            "Run it again after a change of the configuration: it replaces what it wrote, and removes the file "
                + "if no exception is needed. Other files that a program needs are named in a drop-in of "
                + "your own (systemd.md).",
            "In a pipe, each line is a path.",
        ],
        examples: [Example("jokectl sources allow", "allow the programs that the configuration names")],
        result: { _ in .object([.init("paths", .array(of: .string)), .init("file", .string)]) }
    ) { (_, context) throws(CommandError) in
        guard let sandbox = FetchSandbox(context.environment) else {
            throw CommandError(.usage, localized("HOME is not set; set it to your home directory"))
        }
        var paths: [String] = []
        for file in try sandbox.namedFiles() where !paths.contains(file.path) { paths.append(file.path) }
        try sandbox.allow(paths)
        let result: JSON = ["paths": .array(paths.map { .string($0) }), "file": .string(sandbox.dropIn)]
        try context.show(result) { Rendering.allowed(paths, by: sandbox.dropIn, $0) }
        return .done
    }

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
