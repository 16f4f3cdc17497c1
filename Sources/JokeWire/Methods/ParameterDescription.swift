// SPDX-License-Identifier: MIT

/// The description of a parameter of a method.
package struct ParameterDescription: Sendable, Hashable {
    package var name: String
    package var schema: ValueSchema
    package var required: Bool
    /// The value that counts if the parameter is left out, or nil if there is none.
    package var fallback: JSON?
    /// The meaning of the parameter in one sentence.
    package var summary: String

    init(
        _ name: String, _ schema: ValueSchema, required: Bool = false, fallback: JSON? = nil,
        _ summary: String
    ) {
        (self.name, self.schema, self.required) = (name, schema, required)
        (self.fallback, self.summary) = (fallback, summary)
    }
}

// Parameters of several methods.
extension ParameterDescription {
    static let ifJoke = ParameterDescription(
        "ifJoke", .string, "The id that must be on the card; otherwise nothing happens.")

    static let joke = ParameterDescription(
        "joke", .string, "The id of the joke that is meant, or daily; the card's where left out.")

    static let sourceName = ParameterDescription(
        "source", .string, required: true, "Its name, as sources.list has it.")

    static let page = [
        ParameterDescription(
            "limit", .range(1...Limits.page.largest), fallback: .integer(Limits.page.usual),
            "How many at most."),
        ParameterDescription("cursor", .string, "The next of the page before, of the same query."),
    ]

    static let ordering = [
        ParameterDescription(
            "sort", .words(["text", "date", "source", "category"]), "What they are sorted by."),
        ParameterDescription(
            "order", .words(["ascending", "descending"]), "The direction; dates descend where left out."),
    ]

    static let filters = [
        ParameterDescription("source", .string, "The source that they came from."),
        ParameterDescription("category", .string, "A category that they have."),
        ParameterDescription("language", .string, "The language of their text."),
        ParameterDescription("since", .time, "Saved then or later."),
        ParameterDescription("until", .time, "Saved before."),
    ]

    static let trash = ParameterDescription("deleted", .boolean, "The trash instead.")
}
