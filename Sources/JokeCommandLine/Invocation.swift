// SPDX-License-Identifier: MIT

/// A command line that the parser has read and checked.
///
/// It is immutable; it is a class because copying its arrays in another module looks their types up, a tenth of jokectl's
/// start.
package final class Invocation: Sendable {
    package let command: CommandDescription
    /// Whether no command was named.
    package let isBare: Bool
    package let arguments: [String]
    /// The words after `--`, if the command has an argument that stands there; otherwise they are in `arguments`.
    package let argumentsAfterDashes: [String]
    /// The options that were given, in their order. The last one of the same name counts.
    private let given: [(option: Option, value: String)]

    init(
        _ command: CommandDescription, isBare: Bool, arguments: [String], afterDashes: [String],
        given: [(option: Option, value: String)]
    ) {
        (self.command, self.isBare, self.arguments, self.given) = (command, isBare, arguments, given)
        argumentsAfterDashes = afterDashes
    }
}

extension Invocation {
    package var hasOptions: Bool { !given.isEmpty }

    package func has(_ option: Option) -> Bool { given.contains { $0.option === option } }

    /// The value, or nil if the option was not given. Empty for an option that stands alone; a time has the form of RFC 3339.
    package func text(_ option: Option) -> String? { given.last { $0.option === option }?.value }

    /// The values of an option that may be repeated.
    package func texts(_ option: Option) -> [String] {
        given.filter { $0.option === option }.map(\.value)
    }

    /// The value of an option of the kind `number`.
    package func number(_ option: Option) -> Int? {
        guard let text = text(option) else { return nil }
        guard case .integer = option.kind, let number = Int(text) else {
            preconditionFailure(unchecked(option))
        }
        return number
    }

    /// The value of an option of the kind `seconds`.
    package func seconds(_ option: Option) -> Double? {
        guard let text = text(option) else { return nil }
        guard case .seconds = option.kind, let seconds = Double(text) else {
            preconditionFailure(unchecked(option))
        }
        return seconds
    }

    /// The value of an option of the kind `words`, all of which are raw values of `Word`.
    package func word<Word: RawRepresentable<String>>(_ option: Option, as _: Word.Type = Word.self) -> Word?
    {
        guard let text = text(option) else { return nil }
        guard case .words = option.kind, let word = Word(rawValue: text) else {
            preconditionFailure(unchecked(option))
        }
        return word
    }

    /// The one of these options that was given last.
    package func last(of options: [Option]) -> Option? {
        given.last { entry in options.contains { $0 === entry.option } }?.option
    }

    private func unchecked(_ option: Option) -> String { "\(option.spelling) is read as what it is not" }
}
