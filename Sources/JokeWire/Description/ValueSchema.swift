// SPDX-License-Identifier: MIT

/// What a JSON value has to be: a small part of JSON Schema, which checks values, words itself for messages
/// and writes itself as JSON Schema.
package enum ValueSchema: Sendable, Hashable {
    case any
    case boolean
    case number
    /// At most 2⁵³ either way.
    case integer
    case range(ClosedRange<Int>)
    case string
    /// A string, one of these; a later minor version may know more of them.
    case words([String])
    /// This string, which tells one shape from another.
    case constant(String)
    /// RFC 3339 with zone.
    case time
    /// RFC 3339's `full-date`.
    case date
    indirect case array(of: ValueSchema)
    case object([Member])
    indirect case nullable(ValueSchema)
    indirect case either(ValueSchema, ValueSchema)
    case shape(NamedSchema)

    /// A member of an object.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var schema: ValueSchema
        /// Whether it is always there. Where it is not, null counts as left out.
        package var isRequired: Bool
        /// One sentence, where the name does not say it all.
        package var summary: String?

        package init(_ name: String, _ schema: ValueSchema, isRequired: Bool = true, _ summary: String? = nil)
        {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// How much a reader insists on.
    package enum Reading: Sendable, Hashable {
        /// As the server reads params: of words and members only those that are described.
        case strict
        /// As a client reads replies and events: what it does not know it ignores (Protocol.md, "Compatibility").
        case tolerant
    }

    static func words<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> ValueSchema {
        .words(Word.allCases.map(\.rawValue))
    }
}
