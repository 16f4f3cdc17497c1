// SPDX-License-Identifier: MIT

/// A parsed and checked command line.
///
/// It is immutable. It is a class because copying its arrays in another module needs type lookups, which took a tenth
/// of jokectl's start.
package final class Invocation: Sendable {
    package let command: CommandDescription
    /// Whether the command line names no command, so that `command` is the usual one.
    package let isBare: Bool
    package let arguments: [String]
    /// The options in the order of the command line. If one is repeated, the last one counts.
    private let given: [(option: Option, value: String)]

    init(
        _ command: CommandDescription, isBare: Bool, arguments: [String],
        given: [(option: Option, value: String)]
    ) {
        (self.command, self.isBare, self.arguments, self.given) = (command, isBare, arguments, given)
    }
}

extension Invocation {
    package var hasOptions: Bool { !given.isEmpty }

    package func has(_ option: Option) -> Bool { given.contains { $0.option === option } }

    /// Returns the value of an option, or nil if it was not given. It is empty for an option without a value. A time
    /// has the form of RFC 3339.
    package func text(_ option: Option) -> String? { given.last { $0.option === option }?.value }

    /// Returns all values of an option that may be repeated.
    package func texts(_ option: Option) -> [String] { given.filter { $0.option === option }.map(\.value) }

    /// Returns the value of an option of the kind `integer`.
    package func number(_ option: Option) -> Int? {
        guard let text = text(option) else { return nil }
        guard case .integer = option.kind, let number = Int(text) else {
            preconditionFailure(unchecked(option))
        }
        return number
    }

    /// Returns the value of an option of the kind `seconds`.
    package func seconds(_ option: Option) -> Double? {
        guard let text = text(option) else { return nil }
        guard case .seconds = option.kind, let seconds = Double(text) else {
            preconditionFailure(unchecked(option))
        }
        return seconds
    }

    /// Returns the value of an option of the kind `words`. Each of its words must be a raw value of `Word`.
    package func word<Word: RawRepresentable<String>>(_ option: Option, as _: Word.Type = Word.self) -> Word?
    {
        guard let text = text(option) else { return nil }
        guard case .words = option.kind, let word = Word(rawValue: text) else {
            preconditionFailure(unchecked(option))
        }
        return word
    }

    /// Returns the last option on the command line that is in `options`, or nil if there is none.
    package func last(of options: [Option]) -> Option? {
        given.last { entry in options.contains { $0 === entry.option } }?.option
    }

    private func unchecked(_ option: Option) -> String { "\(option.spelling) is read as what it is not" }
}
