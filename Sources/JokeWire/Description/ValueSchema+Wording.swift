// SPDX-License-Identifier: MIT

extension ValueSchema {
    /// The schema in words, with its article, for messages: `expected an integer from 1 to 200`.
    package var wording: String {
        switch self {
        case .any: "any value"
        case .boolean: "a boolean"
        case .number: "a number"
        case .integer: "an integer"
        case .range(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .string, .text: "a string"
        case .words(let words): "one of \(words.joined(separator: ", "))"
        case .constant(let word): "'\(word)'"
        case .time: "an RFC 3339 time, such as 2026-11-21T09:30:00Z"
        case .date: "a date, YYYY-MM-DD"
        case .array(let element): "an array of \(element.plural)"
        case .object: "an object"
        case .nullable(let schema): "\(schema.wording) or null"
        case .either(let one, let other):
            one.wording == other.wording ? one.wording : "\(one.wording) or \(other.wording)"
        case .shape(let shape): shape.schema.wording
        }
    }

    private var plural: String {
        switch self {
        case .any: "values"
        case .boolean: "booleans"
        case .number: "numbers"
        case .integer: "integers"
        case .range(let range): "integers from \(range.lowerBound) to \(range.upperBound)"
        case .string, .text, .words, .constant: "strings"
        case .time: "times"
        case .date: "dates"
        case .array: "arrays"
        case .object: "objects"
        case .nullable(let schema): "\(schema.plural) or nulls"
        case .either(let one, let other):
            one.plural == other.plural ? one.plural : "\(one.plural) or \(other.plural)"
        case .shape(let shape): shape.schema.plural
        }
    }
}
