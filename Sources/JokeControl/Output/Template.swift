// SPDX-License-Identifier: MIT
package import JokeWire

/// A template of `--format`: text, and members of the result by their names on the wire, each with filters, such as
/// `{{joke.value|trunc:60|pango}}`.
///
/// Every value of the result is sanitized for a terminal (`TerminalText`) before the filters. In the text, `\n`, `\t`
/// and `\\` have the same meaning as in C.
///
/// ``check(against:)`` reports unknown members before the request. A member that a reply leaves out is empty text.
package struct Template: Sendable, Hashable {
    /// An error in a template, and its position.
    package struct TemplateError: Error, Sendable, Hashable {
        /// The position in the template, in characters, counted from 1.
        package let column: Int
        package let problem: String

        package init(column: Int, problem: String) { (self.column, self.problem) = (column, problem) }

        package var message: String { "--format, column \(column): \(problem)" }
    }

    private enum Part: Sendable, Hashable {
        case text(String)
        case member(Path, [Filter])
    }

    /// A name such as `joke.value`, and its column in the template.
    private struct Path: Sendable, Hashable {
        let names: [String]
        let column: Int
    }

    private let parts: [Part]

    package init(_ source: String) throws(TemplateError) {
        var reader = TemplateReader(source)
        var parts: [Part] = []
        while let piece = try reader.next() {
            switch piece {
            case .text(let text): parts.append(.text(text))
            case .member(let words):
                var filters: [Filter] = []
                for word in words.dropFirst() {
                    let filter = try Filter(word)
                    if case .trunc = filter, filters.contains(where: \.isEscape) {
                        throw TemplateError(
                            column: word.column,
                            problem: "'trunc' could cut an escape; put it before the others")
                    }
                    filters.append(filter)
                }
                parts.append(.member(try Self.path(words[0]), filters))
            }
        }
        self.parts = parts
    }

    private static func path(_ word: TemplateReader.Word) throws(TemplateError) -> Path {
        let names = word.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw TemplateError(
                column: word.column, problem: "expected a name such as joke.value, found '\(word.text)'")
        }
        return Path(names: names, column: word.column)
    }

    /// Throws an error if no result of the schema can have one of the members.
    package func check(against schema: ValueSchema) throws(TemplateError) {
        for case .member(let path, _) in parts {
            guard let problem = schema.problem(with: path.names) else { continue }
            throw TemplateError(column: path.column, problem: problem)
        }
    }

    /// Returns one line for each item of a list, or one line for any other result.
    package func lines(of result: JSON) -> String {
        guard let items = result["items"]?.arrayValue else { return line(of: result) }
        var lines = ""
        for item in items { lines += line(of: item) }
        return lines
    }

    private func line(of value: JSON) -> String {
        var line = ""
        for part in parts {
            switch part {
            case .text(let text): line += text
            case .member(let path, let filters):
                var text = Self.text(of: Self.member(path, of: value))
                for filter in filters { text = filter.apply(to: text) }
                line += text
            }
        }
        return line + "\n"
    }

    /// Returns the member at the path. A name that the result does not have is searched for in its `state`, so that
    /// `joke.value` is the current joke of an event.
    private static func member(_ path: Path, of value: JSON) -> JSON {
        var found = value
        if value[path.names[0]] == nil, let state = value["state"] { found = state }
        for name in path.names {
            guard let next = found[name] else { return .null }
            found = next
        }
        return found
    }

    /// Returns the text of a value. Null is empty text, a list of strings is separated by commas, and any other value
    /// is its JSON.
    private static func text(of value: JSON) -> String {
        if value.isNull { return "" }
        if let text = value.stringValue { return TerminalText.safe(text) }
        if let items = value.arrayValue, items.allSatisfy({ $0.stringValue != nil }) {
            return items.map { TerminalText.safe($0.stringValue ?? "") }.joined(separator: ", ")
        }
        return Escaper.jsonDocument.escaped(value.jsonText)
    }
}
