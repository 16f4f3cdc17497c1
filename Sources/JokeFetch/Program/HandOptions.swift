// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
import JokeWire

/// The command line of jokesd-fetch.
package struct HandOptions: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Answer requests on the standard input.
        case serve
        case fetch(SourceOrder)
        case help, version
    }

    /// What was typed cannot be understood; says what to do.
    package struct Misuse: Error, Sendable, Hashable {
        package let message: String
    }

    package var action = Action.help
    package var http = HTTPSettings()
    package var isJSON = false

    /// Reads the arguments behind the program's name. What stands behind `--` is a command.
    package init(_ arguments: [String]) throws(Misuse) {
        // What stands behind it are texts, which may be anything.
        if arguments.first == "translate" {
            action = try translation(Array(arguments.dropFirst()))
            return
        }
        var words = Words(arguments)
        var order = SourceOrder(source: "", wish: .jokes(count: 1, categories: []))
        var draft = Draft()
        while let word = words.next() {
            switch word {
            case .plain(let word):
                guard draft.source == nil else {
                    throw Misuse(message: "there is no use for '\(word)'; one source is asked at a time")
                }
                draft.source = word
            case .command(let command): order.settings.command = command
            case .flag(let name): try take(name, &words, &order, &draft)
            }
        }
        guard !draft.wantsHelp, !draft.wantsVersion else {
            action = draft.wantsHelp ? .help : .version
            return
        }
        guard let source = draft.source else { throw Misuse(message: "name a source, or serve") }
        order.source = source
        order.wish = draft.wish
        action = source == "serve" ? .serve : .fetch(order)
    }

    /// `translate [ENGINE] --from CODE --into CODE [-- TEXT…]`
    private mutating func translation(_ arguments: [String]) throws(Misuse) -> Action {
        var words = Words(arguments)
        var order = SourceOrder(source: "apertium", wish: .categories)
        var (texts, target) = ([String](), "es")
        while let word = words.next() {
            switch word {
            case .plain(let engine): order.source = engine
            case .command(let given): texts += given
            case .flag("--from"): order.language = try words.value("--from")
            case .flag("--into"): target = try words.value("--into")
            case .flag("--key"): order.settings.key = try words.value("--key")
            case .flag(let name):
                var draft = Draft()
                try take(name, &words, &order, &draft)
                if draft.wantsHelp { return .help }
            }
        }
        guard SourceOrder.texts.contains(texts.count) else {
            throw Misuse(
                message:
                    "give 1 to \(SourceOrder.texts.upperBound) texts behind --, such as: translate --into es -- 'Hello.'"
            )
        }
        order.wish = .translation(texts, into: target)
        return .fetch(order)
    }

    private mutating func take(
        _ name: String, _ words: inout Words, _ order: inout SourceOrder, _ draft: inout Draft
    ) throws(Misuse) {
        switch name {
        case "--help", "-h": draft.wantsHelp = true
        case "--version": draft.wantsVersion = true
        case "--json": isJSON = true
        case "--categories": draft.wantsCategories = true
        case "--count": draft.count = try words.number(name, SourceOrder.counts)
        case "--category": draft.categories.append(try words.value(name))
        case "--search": draft.query = try words.value(name)
        case "--page": draft.page = try words.number(name, 1...1_000_000)
        case "--language": order.language = try words.value(name)
        case "--name": order.settings.name = try words.value(name)
        case "--unsafe":
            order.settings.isSafe = false
            order.settings.blockedFlags = []
        case "--base-url": order.settings.url = try words.value(name)
        case "--contact": http.contact = try words.value(name)
        case "--ca-file": http.authorities = try words.value(name)
        case "--timeout":
            http.timeout = try words.milliseconds(name)
            http.connectTimeout = min(http.connectTimeout, http.timeout)
        default:
            let advice = NearestName.of(name, among: Self.flags).map { "did you mean '\($0)'?" }
            throw Misuse(message: "unknown flag '\(name)'; \(advice ?? "jokesd-fetch --help lists them")")
        }
    }

    private static let flags = [
        "--help", "--version", "--json", "--categories", "--count", "--category", "--search", "--page",
        "--language", "--name", "--unsafe", "--base-url", "--contact", "--ca-file", "--timeout",
    ]
}

/// What is known before all words are read.
private struct Draft {
    var source: String?
    var count = 1
    var categories: [String] = []
    var query: String?
    var page: Int?
    var wantsCategories = false
    var wantsHelp = false
    var wantsVersion = false

    var wish: SourceOrder.Wish {
        if wantsCategories { return .categories }
        guard query == nil, page == nil else { return .page(page ?? 1, query: query ?? "") }
        return .jokes(count: count, categories: categories)
    }
}

/// The arguments, word by word.
private struct Words {
    enum Word {
        case plain(String), flag(String), command([String])
    }

    private var rest: ArraySlice<String>
    /// The value of `--flag=value`.
    private var attached: String?

    init(_ arguments: [String]) { rest = arguments[...] }

    mutating func next() -> Word? {
        guard let word = rest.popFirst() else { return nil }
        guard word != "--" else {
            defer { rest = [] }
            return .command(Array(rest))
        }
        guard word.hasPrefix("-"), word != "-" else { return .plain(word) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        attached = parts.count > 1 ? String(parts[1]) : nil
        return .flag(String(parts[0]))
    }

    mutating func value(_ flag: String) throws(HandOptions.Misuse) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
            throw HandOptions.Misuse(message: "\(flag) needs a value")
        }
        return value
    }

    mutating func number(_ flag: String, _ range: ClosedRange<Int>) throws(HandOptions.Misuse) -> Int {
        let text = try value(flag)
        guard let number = Int(text), range.contains(number) else {
            throw HandOptions.Misuse(
                message: "\(flag) is '\(text)'; expected \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Of seconds.
    mutating func milliseconds(_ flag: String) throws(HandOptions.Misuse) -> Int {
        let text = try value(flag)
        guard let seconds = Double(text), seconds > 0, seconds <= 3_600 else {
            throw HandOptions.Misuse(
                message: "\(flag) is '\(text)'; expected seconds, more than 0 and at most 3600")
        }
        return max(1, Int(seconds * 1_000))
    }
}
