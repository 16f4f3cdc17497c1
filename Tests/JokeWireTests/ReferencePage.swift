// SPDX-License-Identifier: MIT
import JokeWire

/// Prints docs/methods.md from the tables of the code, with the texts and examples that are written by hand on the page:
/// those below the result of a method.
///
/// scripts/man-pages.sh appends the page to Protocol.md, from the first section on.
struct ReferencePage {
    /// The paragraphs that are written by hand, by method.
    private var written: [String: [String]] = [:]

    init(keepingTextsOf page: String) {
        var (method, isBelowResult) = ("", false)
        for paragraph in Self.paragraphs(of: page) {
            if paragraph.hasPrefix("#") {
                (method, isBelowResult) = (String(paragraph.drop { $0 == "#" || $0 == " " }), false)
            } else if isBelowResult {
                written[method, default: []].append(paragraph)
            } else {
                isBelowResult = paragraph.hasPrefix("Result: ") || paragraph.hasPrefix("Parameters: none.")
            }
        }
    }

    private static func paragraphs(of page: String) -> [String] {
        page.split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty).map { $0.joined(separator: "\n") }
    }

    /// The paragraphs below the result of a method.
    func texts(of method: Method) -> [String] { written[method.rawValue] ?? [] }

    var text: String {
        (Self.head + methods + Self.shapes + Self.events + Self.errors + Self.limits)
            .joined(separator: "\n\n") + "\n"
    }

    private static var head: [String] {
        [
            "# The methods of jokesd",
            """
            All methods, shapes, events, kinds of errors and limits. [Protocol.md](../Protocol.md) describes the socket, the
            framing and the rules for all requests. `make protocol` fills in the tables from the code, from which
            `rpc.discover` answers, too. The text and the examples below the result of a method are written here.
            """,
            PageWording.wrapped(
                Method.allCases.map { "[`\($0.rawValue)`](#\(anchor($0.rawValue)))" }.joined(separator: " · ")
                    + " · [shapes](#shapes) · [events](#topics-and-events) · [kinds of errors](#kinds-of-errors) · "
                    + "[limits](#all-limits)"),
        ]
    }

    // MARK: Methods

    private var methods: [String] {
        [
            "## Methods",
            """
            The rows of a table are in the order of the parameters in an array. A parameter that is null counts as left out.
            Every method can also fail with the kinds of errors that are marked as general in the table of
            [kinds](#kinds-of-errors).
            """,
            """
            A **change** takes `ifJoke`: if another joke is on the card, nothing changes, and the request fails with
            `stale_joke`. A method that **waits** can be answered late and out of order, and is refused in a batch
            (`invalid_request`).
            """,
        ] + Method.allCases.flatMap { Self.section(of: $0.description) + texts(of: $0) }
    }

    private static func section(of method: MethodDescription) -> [String] {
        ["### \(method.name)", method.summary]
            + [parameters(of: method), facts(of: method)].filter { !$0.isEmpty }
    }

    private static func parameters(of method: MethodDescription) -> String {
        table(
            ["nr", "parameter", "type", "meaning"],
            method.params.enumerated().map { index, parameter in
                ["\(index + 1)", "`\(parameter.name)`", PageWording.type(of: parameter), parameter.summary]
            })
    }

    private static func facts(of method: MethodDescription) -> String {
        var facts: [String] = []
        if method.params.isEmpty { facts.append("Parameters: none.") }
        facts.append("Result: \(PageWording.result(method.result)).")
        if method.isChange { facts.append("It is a change.") }
        switch method.waits {
        case .never: break
        case .always: facts.append("It waits for a source.")
        case .ifGiven(let names):
            facts.append("With \(PageWording.either(names.map { "`\($0)`" })) it waits for a source.")
        }
        if !method.errors.isEmpty {
            facts.append("Errors: \(method.errors.map { "`\($0.rawValue)`" }.joined(separator: ", ")).")
        }
        return PageWording.wrapped(facts.joined(separator: " "))
    }

    // MARK: Shapes and events

    private static var shapes: [String] {
        [
            "## Shapes",
            """
            The members of a shape are never left out, except where the table says so: a missing value is null. Times are RFC
            3339 with zone. Durations are in seconds. Integers are below 2⁵³.
            """,
        ]
            + NamedSchema.all.flatMap { shape in
                ["### Shape: \(shape.name)", shape.summary, members(shape.members)]
            }
    }

    private static var events: [String] {
        let log = LogKind.allCases.map(\.event) + [.gap]
        return [
            "## Topics and events",
            """
            All events have the members `subscription`, `topic` and `seq`, and the members below. Every topic has the event
            `closing`, which has no other members: the daemon is about to exit and sends no more events.
            """,
            "### Topic: state", Topic.state.summary, members(EventDescription.state.members),
            "### Topic: log", Topic.log.summary,
            """
            An event of the log has its kind as `event`, its `time` and a `cause` (Cause or null). A `gap` has neither `time`
            nor `cause`.
            """,
            table(
                ["event", "members", "meaning"],
                log.map { event in
                    let own = event.members.filter {
                        event == .gap || !["time", "cause"].contains($0.name)
                    }
                    return ["`\(event.event ?? "")`", PageWording.list(own), event.summary]
                }),
            "### Topic: feed", Topic.feed.summary, members(EventDescription.feed.members),
        ]
    }

    private static func members(_ members: [ValueSchema.Member]) -> String {
        table(
            ["member", "type", "meaning"],
            members.map { ["`\($0.name)`", PageWording.type(of: $0), $0.summary ?? ""] })
    }

    // MARK: Errors and limits

    private static var errors: [String] {
        [
            "## Kinds of errors",
            """
            `retry` says whether the same request may succeed later; the value in the error counts, because it can differ.
            `source_refused` and `source_nonsense` have `"retry":true` if the failure may pass by itself: a status of 500 or
            more, or the redirects and web pages of a network that requires a login.
            """,
            table(
                ["kind", "code", "retry", "of", "meaning"],
                ErrorKind.allCases.map {
                    [
                        "`\($0.rawValue)`", "\($0.code)", $0.retry ? "yes" : "no",
                        ErrorKind.general.contains($0) ? "general" : "", $0.summary,
                    ]
                }),
        ]
    }

    private static var limits: [String] {
        [
            "## All limits",
            """
            `hello` returns the first \(Limits.advertised().count) of them, as they are in force; `rpc.discover` has all (`x-limits`).
            """,
            table(
                ["limit", "value", "meaning"],
                (Limits.advertised() + Limits.others).map { ["`\($0.name)`", "\($0.value)", $0.summary] }),
        ]
    }

    // MARK: Markdown

    /// Returns a table, or an empty text if it has no rows.
    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        return ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
            .joined(separator: "\n")
    }

    /// Returns the anchor that GitHub makes for a heading.
    private static func anchor(_ heading: String) -> String { heading.filter { $0 != "." } }
}
