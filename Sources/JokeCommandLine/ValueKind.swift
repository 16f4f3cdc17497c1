// SPDX-License-Identifier: MIT

/// The values that an option or an argument may have: what the parser accepts, and what completion offers.
package enum ValueKind: Sendable {
    /// Any text, which only the command can judge.
    case text
    case nonEmptyText
    case path
    case integer(ClosedRange<Int>)
    /// A number of seconds above 0, with decimals.
    case seconds(upTo: Int)
    case words([String])
    /// A time as `LocalTime` reads it.
    case time
    /// The name of a command of the program.
    case command
    /// A name that the program looks up when a line is completed, or one of these words. The parser accepts any text.
    case known(KnownValues?, or: [String] = [])
    /// A text that the closure accepts; `expected` describes it, for the error message.
    case form(expected: String, @Sendable (String) -> Bool)

    package static func number(_ range: ClosedRange<Int>) -> ValueKind { .integer(range) }
    package static func number(_ range: PartialRangeFrom<Int>) -> ValueKind {
        .integer(range.lowerBound ... .max)
    }
}

/// The name of a set of values that a program looks up, such as the ids of the saved jokes. Each program names its own.
package struct KnownValues: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

extension ValueKind {
    /// Returns the value as the command gets it, a time in the form of RFC 3339; or nil if `text` is no such value.
    func value(of text: String) -> String? {
        switch self {
        case .text, .command, .known: text
        case .nonEmptyText, .path: text.isEmpty ? nil : text
        case .integer(let range): Int(text).map(range.contains) ?? false ? text : nil
        case .seconds(let most): Double(text).map { $0 > 0 && $0 <= Double(most) } ?? false ? text : nil
        case .words(let words): words.contains(text) ? text : nil
        case .time: LocalTime.rfc3339(text)
        case .form(_, let accepts): accepts(text) ? text : nil
        }
    }

    /// Whether an empty value is as good as none.
    var needsText: Bool {
        switch self {
        case .nonEmptyText, .path: true
        default: false
        }
    }

    /// A description of the values, to end a sentence.
    var expected: String {
        switch self {
        case .text, .nonEmptyText, .known: "a text"
        case .path: "a path"
        case .command: "a command"
        case .integer(let range) where range.upperBound == .max: "a number, \(range.lowerBound) or more"
        case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let most): "seconds, more than 0 and at most \(most)"
        case .words(let words): Self.list(words)
        case .time: LocalTime.forms
        case .form(let expected, _): expected
        }
    }

    /// `a, b or c`.
    private static func list(_ words: [String]) -> String {
        var list = words.first ?? ""
        for (index, word) in words.enumerated().dropFirst() {
            list += (index == words.count - 1 ? " or " : ", ") + word
        }
        return list
    }
}
