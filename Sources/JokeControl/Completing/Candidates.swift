// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// Finds the completions of the word at the cursor, from the descriptions of the commands and from a running daemon.
struct Candidates {
    private let line: PartialCommandLine
    private let context: CommandContext

    /// - Parameters:
    ///   - line: the command line up to the cursor.
    ///   - context: the context of the completion, with a short timeout (``CommandContext/completing(_:)``).
    init(for line: PartialCommandLine, _ context: CommandContext) {
        (self.line, self.context) = (line, context)
    }

    /// The lines for the completion scripts. Empty if there is no completion or the daemon does not reply.
    var lines: String {
        var candidates: [Candidate]
        switch line.wanted {
        case .nothing: return ""
        case .option: candidates = line.options.map { Candidate($0.spelling, translated($0.summary)) }
        case .command(let group): candidates = Self.commands(in: group)
        case .value(.path, after: ""), .argument(.path): return Candidate.files
        case .value(let kind, let start):
            candidates = self.candidates(kind).map { Candidate(start + $0.word, $0.description) }
        case .argument(let kind):
            candidates = self.candidates(kind)
            candidates.removeAll { line.arguments.contains($0.word) }
            // Without `--`, the parser would read such a word as an option.
            if !line.isAfterDashes, candidates.contains(where: { $0.word.hasPrefix("-") }) {
                candidates.removeAll { $0.word.hasPrefix("-") }
                candidates.append(Candidate("--", localized("before a word that begins with a hyphen")))
            }
        }
        candidates.removeAll { !$0.word.hasPrefix(line.current) }
        return candidates.reduce(into: "") { $0 += $1.line ?? "" }
    }

    private func candidates(_ kind: ValueKind) -> [Candidate] {
        switch kind {
        case .words(let words): words.map { Candidate($0) }
        case .command: Self.topics(behind: line.arguments)
        // If jokesd does not reply or replies with an error, it contributes no completions.
        case .known(let values, or: let words): words.map { Candidate($0) } + ((try? known(values)) ?? [])
        case .text, .nonEmptyText, .path, .integer, .seconds, .time, .language, .form: []
        }
    }

    private static func commands(in group: String?) -> [Candidate] {
        let table = CommandTable.all
        if let group {
            return table.members(of: group).map { member in
                Candidate(member, translated(table["\(group) \(member)"]?.description.summary ?? ""))
            }
        }
        return table.firstWords.map { word in
            Candidate(word, table.description(of: word).map { translated($0.summary) } ?? words(in: word))
        }
    }

    /// Returns the members of a command group, such as `list, search, show …`.
    private static func words(in group: String) -> String {
        Rendering.list(CommandTable.all.members(of: group))
    }

    private static func topics(behind words: [String]) -> [Candidate] {
        switch words.count {
        case 0: commands(in: nil) + HelpPage.topics.map { Candidate($0.name, translated($0.summary)) }
        case 1: commands(in: words[0])
        default: []
        }
    }

    private func known(_ values: KnownValues) throws(CommandError) -> [Candidate] {
        switch values {
        case .jokes: try jokes()
        case .savedJokes: try saved(["sort": "date"])
        case .restorableJokes: try saved(["deleted": true]) + saved(["disliked": true])
        case .sources: try sources()
        case .categories: try context.categories(of: line.value(of: "source")).map { Candidate($0.name) }
        case .shareTargets: try shareTargets()
        case .methods: try methods().map(Self.candidate)
        case .parameters: try parameters()
        default: []
        }
    }

    /// Returns the jokes that were shown, and the saved ones. Those in the queue would be spoiled.
    private func jokes() throws(CommandError) -> [Candidate] {
        var connection = try context.connect()
        let history = try context.ask(Method.jokeHistory.rawValue, on: &connection)
        let shown = try context.value(history, as: HistoryResponse.self).items.map(\.joke)
        let candidates = shown.filter { !$0.isError }.map { Candidate($0) }
        let saved = (try? saved(["sort": "date"])) ?? []
        return candidates + saved.filter { one in !candidates.contains { $0.word == one.word } }
    }

    /// Returns the first ``most`` saved or deleted jokes.
    ///
    /// If none of them begins with the typed word, returns the only saved joke whose id begins with it.
    private func saved(_ choice: JSONObject) throws(CommandError) -> [Candidate] {
        var params = choice
        params.append("limit", .integer(Self.most))
        var connection = try context.connect()
        let result = try context.ask(Method.savedList.rawValue, params, on: &connection)
        let page = try context.value(result, as: SavedPageResponse.self)
        let candidates = page.items.map { Candidate($0.joke) }
        let isThere = candidates.contains { $0.word.hasPrefix(line.current) }
        guard !isThere, !line.current.isEmpty, page.next != nil, choice["deleted"] == nil else {
            return candidates
        }
        let one = try context.ask(
            Method.savedGet.rawValue, ["joke": .string(line.current)], on: &connection)
        return [Candidate(try context.value(one, as: SavedItem.self).joke)]
    }

    private static let most = 200

    private func sources() throws(CommandError) -> [Candidate] {
        let list = try context.value(try context.ask(.sourcesList), as: SourcesResponse.self)
        return list.items.map { source in
            Candidate(source.name, Rendering.list([source.type, source.state].compactMap { $0 }))
        }
    }

    private func shareTargets() throws(CommandError) -> [Candidate] {
        let targets = try context.value(try context.ask(.shareTargets), as: ShareTargetsResponse.self).items
        return [
            Candidate("clipboard", localized("copy the joke")),
            Candidate("list", localized("list the targets")),
        ]
            + targets.map { Candidate($0.name, $0.template) }
    }

    private func methods() throws(CommandError) -> [JSON] {
        try context.ask(.rpcDiscover)["methods"]?.arrayValue ?? []
    }

    /// Returns the name and the summary of a method or of a parameter.
    private static func candidate(_ description: JSON) -> Candidate {
        Candidate(description["name"]?.stringValue ?? "", description["summary"]?.stringValue ?? "")
    }

    private func parameters() throws(CommandError) -> [Candidate] {
        let method = try methods().first { $0["name"]?.stringValue == line.arguments.first }
        let given = line.arguments.dropFirst().map { $0.prefix { $0 != "=" } }
        return (method?["params"]?.arrayValue ?? []).map(Self.candidate)
            .filter { !given.contains($0.word[...]) }.map { Candidate($0.word + "=", $0.description) }
    }
}

/// The kinds of values that only jokesd knows.
extension KnownValues {
    /// The jokes that were on the card, and the saved ones.
    static let jokes = KnownValues(rawValue: "jokes")
    static let savedJokes = KnownValues(rawValue: "saved jokes")
    static let restorableJokes = KnownValues(rawValue: "deleted jokes")
    static let sources = KnownValues(rawValue: "sources")
    static let categories = KnownValues(rawValue: "categories")
    static let shareTargets = KnownValues(rawValue: "share targets")
    static let methods = KnownValues(rawValue: "methods")
    /// The parameters of the method that is the first argument, each as `name=`.
    static let parameters = KnownValues(rawValue: "parameters")
}
