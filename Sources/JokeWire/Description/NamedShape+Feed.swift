// SPDX-License-Identifier: MIT

// Browsing page by page.
extension NamedShape {
    var feedMembers: [ValueSchema.Member] {
        [
            .init("source", .string), .init("query", .nullable(.string), "Null for all that the source has."),
            .init("page", .integer, "The one that was asked for."),
            .init("items", .array(of: .shape(.joke)), "In the source's order; none behind the end."),
            .init("isLoading", .boolean, "Whether a later page is on its way."),
            .init("hasMore", .boolean, "Whether there may be a page behind the newest that is kept."),
            .init("total", .nullable(.integer), "How many pages there are, where the source says so."),
        ]
    }
}

extension EventDescription {
    package static let feed = EventDescription(
        topic: .feed, event: nil, summary: "A feed, but for its jokes.",
        members: [
            .init("cause", .nullable(.shape(.cause))),
            .init("source", .string), .init("query", .nullable(.string), "Null for all that the source has."),
            .init("page", .integer, "The number of the newest page that is kept; 0 where none is."),
            .init("isLoading", .boolean, "Whether the page behind it is on its way."),
            .init("hasMore", .boolean, "Whether there may be one."),
            .init("total", .nullable(.integer), "How many pages there are, where the source says so."),
            .init("error", .nullable(.shape(.trouble)), "Why the page behind it could not be had."),
        ])
}
