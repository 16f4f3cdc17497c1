// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Template {
    /// A function that changes a text before it is printed.
    enum Filter: Sendable, Hashable {
        case trunc(Int)
        case pad(Int)
        case line
        case instead(String)
        case date
        case time
        case escape(Escaper)

        /// The syntax and the meaning of each filter.
        static var known: [(usage: String, meaning: String)] {
            [
                ("trunc:N", localized("cut to N columns, with an ellipsis if something is cut")),
                ("pad:N", localized("pad with blanks to N columns")),
                ("line", localized("replace each line break by a blank")),
                ("default:TEXT", localized("use TEXT if there is no value")),
                ("date", localized("format a time as a date")),
                ("time", localized("format a time to the minute")),
                ("pango", localized("escape for Pango markup, as in waybar")),
                ("html", localized("escape for HTML and XML")),
                ("shell", localized("quote as one word for a POSIX shell")),
                ("json", localized("quote as a JSON string")),
                ("url", localized("escape as a part of a URL")),
                ("tmux", localized("escape for the status line of tmux")),
                ("polybar", localized("escape for polybar and lemonbar")),
            ]
        }

        /// The widths that `trunc` and `pad` accept, in columns. No terminal is wider.
        private static let widths = 1...10_000

        init(_ word: TemplateReader.Word) throws(TemplateError) {
            let parts = word.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            let (name, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
            switch (name, value) {
            case ("trunc", let value?): self = .trunc(try Self.width(value, word))
            case ("pad", let value?): self = .pad(try Self.width(value, word))
            case ("default", let value?): self = .instead(value)
            case ("line", nil): self = .line
            case ("date", nil): self = .date
            case ("time", nil): self = .time
            case ("pango", nil), ("html", nil): self = .escape(.xml)
            case ("shell", nil): self = .escape(.shell)
            case ("json", nil): self = .escape(.json)
            case ("url", nil): self = .escape(.url)
            case ("tmux", nil): self = .escape(.tmux)
            case ("polybar", nil): self = .escape(.polybar)
            default: throw TemplateError(column: word.column, problem: Self.problem(name, value))
            }
        }

        private static func width(_ value: String, _ word: TemplateReader.Word) throws(TemplateError) -> Int {
            guard let width = Int(value), widths.contains(width) else {
                throw TemplateError(
                    column: word.column,
                    problem: "expected columns from 1 to \(widths.upperBound), found '\(value)'")
            }
            return width
        }

        private static func problem(_ name: String, _ value: String?) -> String {
            let names = known.map { filter in String(filter.usage.prefix { $0 != ":" }) }
            if let place = names.firstIndex(of: name) {
                return value == nil
                    ? "'\(name)' needs a value: \(known[place].usage)" : "'\(name)' takes no value"
            }
            let advice = NearestName.of(name, among: names).map { "did you mean '\($0)'?" }
            return "unknown filter '\(name)'; \(advice ?? "use \(names.joined(separator: ", "))")"
        }

        var isEscape: Bool { if case .escape = self { true } else { false } }

        func apply(to text: String) -> String {
            switch self {
            case .trunc(let width): DisplayWidth.truncated(text, to: width, ellipsis: "…")
            case .pad(let width): text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
            case .line: TerminalText.oneLine(text)
            case .instead(let other): text.isEmpty ? other : text
            case .date: WireTime(text).date
            case .time: WireTime(text).minute
            case .escape(let escaper): escaper.escaped(text)
            }
        }
    }
}
