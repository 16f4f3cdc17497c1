// SPDX-License-Identifier: MIT

// What the methods of the library take.
extension Method {
    var libraryParams: [ParameterDescription] {
        switch self {
        case .savedList:
            ParameterDescription.page + ParameterDescription.ordering + ParameterDescription.filters + [
                .trash
            ]
        case .savedSearch:
            [
                ParameterDescription(
                    "query", .string, required: true,
                    "Words, beginnings of words (`wor*`), \"phrases\", parts of words (`*ord*`): all of them must fit."
                )
            ] + ParameterDescription.page + ParameterDescription.ordering + ParameterDescription.filters + [
                .trash
            ]
        case .savedDelete:
            [
                ParameterDescription(
                    "jokes", .array(of: .string), "Their ids, or unique beginnings of them."),
                .ifJoke,
                ParameterDescription("query", .string, "What they fit, as of saved.search."),
            ] + ParameterDescription.filters
        case .savedRestore:
            [
                ParameterDescription(
                    "jokes", .array(of: .string), required: true, "Their ids, or unique beginnings of them."),
                .ifJoke,
            ]
        case .savedExport: [ParameterDescription("cursor", .string, "The next of the part before.")]
        case .savedImport:
            [
                ParameterDescription(
                    "lines", .array(of: .string), required: true, "The next lines, in their order."),
                ParameterDescription(
                    "import", .integer,
                    "The number of the import that they go on with; a new one where left out."),
                ParameterDescription("last", .boolean, "Whether there are no more: then it is done."),
                ParameterDescription("skipBad", .boolean, "Whether bad lines are left out, instead of all."),
                .ifJoke,
            ]
        default: []
        }
    }
}

extension ParameterDescription {
    fileprivate static let page = [
        ParameterDescription(
            "limit", .range(1...Limits.page.largest), fallback: .integer(Limits.page.usual),
            "How many at most."),
        ParameterDescription("cursor", .string, "The next of the page before, of the same query."),
    ]

    fileprivate static let ordering = [
        ParameterDescription(
            "sort", .words(["text", "date", "source", "category"]), "What they are sorted by."),
        ParameterDescription(
            "order", .words(["ascending", "descending"]), "The direction; dates descend where left out."),
    ]

    fileprivate static let filters = [
        ParameterDescription("source", .string, "The source that they came from."),
        ParameterDescription("category", .string, "A category that they have."),
        ParameterDescription("language", .string, "The language of their text."),
        ParameterDescription("since", .time, "Saved then or later."),
        ParameterDescription("until", .time, "Saved before."),
    ]

    fileprivate static let trash = ParameterDescription("deleted", .boolean, "The trash instead.")
}
