// SPDX-License-Identifier: MIT

/// What a method takes, does and answers: the one source of its check and of its documentation.
///
/// Every request asks for one: it holds what the check of a request needs, and makes the rest when that is asked for.
package struct MethodDescription: Sendable, Hashable {
    package let method: Method
    /// In the order in which they may be given by position.
    package let params: [ParameterDescription]

    init(of method: Method) {
        self.method = method
        params = method.params
    }

    package var name: String { method.rawValue }
    /// One sentence.
    package var summary: String { method.summary }
    /// Whether it changes something, and so gets a `seq` and a place in the order of changes.
    package var isChange: Bool { method.isChange }
    package var result: ValueSchema { method.result }
    /// What it can fail with besides `ErrorKind.general`.
    package var errors: [ErrorKind] { method.errors }
}

package struct ParameterDescription: Sendable, Hashable {
    package var name: String
    package var schema: ValueSchema
    package var required: Bool
    /// What counts where it is left out, if that is a value.
    package var fallback: JSON?
    /// One sentence.
    package var summary: String

    init(
        _ name: String, _ schema: ValueSchema, required: Bool = false, fallback: JSON? = nil,
        _ summary: String
    ) {
        self.name = name
        self.schema = schema
        self.required = required
        self.fallback = fallback
        self.summary = summary
    }
}
