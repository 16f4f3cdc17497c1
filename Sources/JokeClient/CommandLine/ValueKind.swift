// SPDX-License-Identifier: MIT
import JokeWire

/// The values that an option or an argument may have. The parser accepts them and shell completion offers them.
package enum ValueKind: Sendable {
    /// Any text. The command itself checks it.
    case text
    case nonEmptyText
    case path
    /// An integer in this range.
    case integer(ClosedRange<Int>)
    /// A number of seconds greater than 0, perhaps with decimals.
    case seconds(upTo: Int)
    /// One of these words.
    case words([String])
    /// A time as `LocalTime` parses it.
    case time
    /// A language's code, without its region.
    case language
    /// The name of a command of the program.
    case command
    /// A name from a set that the program looks up for shell completion, or one of these words. The parser accepts any
    /// text.
    case known(KnownValues, or: [String] = [])
    /// A text that the closure accepts. `expected` describes it in the error message.
    case form(expected: String, @Sendable (String) -> Bool)

    package static func number(_ range: ClosedRange<Int>) -> ValueKind { .integer(range) }
    package static func number(_ range: PartialRangeFrom<Int>) -> ValueKind {
        .integer(range.lowerBound ... .max)
    }
}

/// The name of a set of values that a program looks up for shell completion, such as the ids of the saved jokes. Each
/// program defines its own.
package struct KnownValues: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}

extension ValueKind {
    /// Returns the value for the command, or nil if `text` is not of this kind. A time is converted to the form of RFC
    /// 3339.
    func value(of text: String) -> String? {
        switch self {
        case .text, .command, .known: text
        case .nonEmptyText, .path: text.isEmpty ? nil : text
        case .integer(let range): Int(text).map(range.contains) ?? false ? text : nil
        case .seconds(let most): Double(text).map { $0 > 0 && $0 <= Double(most) } ?? false ? text : nil
        case .words(let words): words.contains(text) ? text : nil
        case .time: LocalTime.rfc3339(text)
        case .language: LanguageCode.of(text)
        case .form(_, let accepts): accepts(text) ? text : nil
        }
    }

    /// Whether an empty value counts as a missing one.
    var needsText: Bool {
        switch self {
        case .nonEmptyText, .path: true
        default: false
        }
    }

    /// A description of the values, for the end of an error message.
    var expected: String {
        switch self {
        case .text, .nonEmptyText, .known: localized("a text")
        case .path: localized("a path")
        case .command: localized("a command")
        case .integer(let range) where range.upperBound == .max:
            localized("a number, %s or more", "\(range.lowerBound)")
        case .integer(let range):
            localized("a number from %1$s to %2$s", "\(range.lowerBound)", "\(range.upperBound)")
        case .seconds(let most): localized("seconds, more than 0 and at most %s", "\(most)")
        case .words(let words): Self.list(words)
        case .time: LocalTime.forms
        case .language: localized("a language's code, such as 'en'")
        case .form(let expected, _): expected
        }
    }

    /// Returns the words as `a, b or c`.
    private static func list(_ words: [String]) -> String {
        var list = words.first ?? ""
        for (index, word) in words.enumerated().dropFirst() {
            list += (index == words.count - 1 ? localized(" or ") : ", ") + word
        }
        return list
    }
}
