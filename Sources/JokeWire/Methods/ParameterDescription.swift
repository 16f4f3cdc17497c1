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
        "ifJoke", .text(Limits.namedID),
        "The id of the joke that must be on the card; otherwise nothing changes.")

    static let joke = ParameterDescription(
        "joke", .text(Limits.namedID),
        "The id of the joke, or daily for the joke of the day; left out for the joke on the card.")

    static let sourceName = ParameterDescription(
        "source", .text(Limits.name), required: true, "The name of the source, as in sources.list.")

    static let page: [Self] = [
        .init(
            "limit", .range(1...Limits.page.largest), fallback: .integer(Limits.page.usual),
            "The most items on the page."),
        .init("cursor", .text(Limits.cursor), "The `next` of the previous page of the same query."),
    ]

    static let ordering: [Self] = [
        .init("sort", .words(["text", "date", "source", "category"]), "The property to sort by."),
        .init(
            "order", .words(["ascending", "descending"]),
            "The direction; if left out, dates descend and all else ascends."),
    ]

    static let filters: [Self] = [
        .init("source", .text(Limits.name), "Only jokes from this source."),
        .init("category", .text(Limits.name), "Only jokes in this category; its case does not matter."),
        .init("language", .text(Limits.name), "Only jokes in this language."),
        .init("since", .time, "Only jokes saved at this time or later."),
        .init("until", .time, "Only jokes saved before this time."),
    ]

    /// The members of a joke that the user writes.
    static let ofJoke: [Self] = [
        .init("value", .text(Limits.requestLine), "The whole text."),
        .init("setup", .text(Limits.requestLine), "The first of two parts, instead of `value`."),
        .init("punchline", .text(Limits.requestLine), "The second of two parts."),
        .init("categories", .array(of: .text(Limits.name)), "The categories."),
        .init(
            "language", .text(Limits.name),
            "The code of its language; without it, an added joke has the user's first one."),
        .init(
            "translation",
            .object([.init("language", .text(Limits.name)), .init("value", .text(Limits.requestLine))]),
            "The text in a second language, and its code."),
    ]

    static let otherLists: [Self] = [
        .init("deleted", .boolean, "Whether to list the trash instead."),
        .init("disliked", .boolean, "Whether to list the disliked jokes instead."),
    ]
}
