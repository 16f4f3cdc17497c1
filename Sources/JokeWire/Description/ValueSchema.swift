// SPDX-License-Identifier: MIT

/// The schema of a JSON value: a small part of JSON Schema. It checks values, describes itself in messages and writes
/// itself as JSON Schema.
package enum ValueSchema: Sendable, Hashable {
    case any
    case boolean
    case number
    /// An integer from -2⁵³ to 2⁵³.
    case integer
    case range(ClosedRange<Int>)
    case string
    /// A string of at most this many bytes of UTF-8.
    case text(Int)
    /// One of these strings. A later minor version may have more of them.
    case words([String])
    /// Exactly this string, which distinguishes one shape from another.
    case constant(String)
    /// A time of RFC 3339 with its zone.
    case time
    /// A date: the `full-date` of RFC 3339.
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
        /// Whether the member is always present. If not, null counts as left out.
        package var isRequired: Bool
        /// The meaning of the member in one sentence, or nil if the name is enough.
        package var summary: String?

        package init(_ name: String, _ schema: ValueSchema, isRequired: Bool = true, _ summary: String? = nil)
        {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// What a schema permits.
    package enum Reading: Sendable, Hashable {
        /// Only the words and members of the schema, as in params.
        case strict
        /// Unknown words and members, too, which clients ignore in replies and events (Protocol.md, "Compatibility").
        case tolerant
    }

    static func words<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> ValueSchema {
        .words(Word.allCases.map(\.rawValue))
    }
}
