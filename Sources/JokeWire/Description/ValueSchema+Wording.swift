// SPDX-License-Identifier: MIT

extension ValueSchema {
    /// The schema in words, with its article, for messages: `expected an integer from 1 to 200`.
    package var wording: String { words.one }

    /// The schema in words, for one value and for several.
    private var words: (one: String, many: String) {
        switch self {
        case .any: ("any value", "values")
        case .boolean: ("a boolean", "booleans")
        case .number: ("a number", "numbers")
        case .integer: ("an integer", "integers")
        case .range(let range):
            (
                "an integer from \(range.lowerBound) to \(range.upperBound)",
                "integers from \(range.lowerBound) to \(range.upperBound)"
            )
        case .string, .text: ("a string", "strings")
        case .words(let words): ("one of \(words.joined(separator: ", "))", "strings")
        case .constant(let word): ("'\(word)'", "strings")
        case .time: ("an RFC 3339 time, such as 2026-11-21T09:30:00Z", "times")
        case .date: ("a date, YYYY-MM-DD", "dates")
        case .array(let element): ("an array of \(element.words.many)", "arrays")
        case .object, .shape: ("an object", "objects")
        case .nullable(let schema): ("\(schema.words.one) or null", "\(schema.words.many) or nulls")
        case .either(let one, let other):
            (
                either(one.words.one, other.words.one), either(one.words.many, other.words.many)
            )
        }
    }

    private func either(_ one: String, _ other: String) -> String {
        one == other ? one : "\(one) or \(other)"
    }
}
