// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The options that select, sort and display saved jokes.
package struct SavedOptions {
    /// The options of `saved list` and `saved search`.
    static let all = [limit, whole, sort, reverse] + filters + [deleted, disliked]
    static let filters = [
        Option("source", "NAME", .known(.sources), "only jokes from this source"),
        Option("category", "NAME", .known(.categories), "only jokes in this category"),
        Option("language", "CODE", .language, "only jokes in this language, such as en"),
        Option(
            "since", "TIME", .time,
            "only jokes saved at or after this time: 2026-11-01, '2026-11-01 10:30', yesterday"),
        Option("until", "TIME", .time, "only jokes saved before this time"),
    ]
    private static let limit = Option("limit", letter: "n", "N", .number(1...), "show at most N jokes")
    private static let whole = Option("all", "show all jokes")
    private static let deleted = Option("deleted", "show the jokes in the trash")
    private static let disliked = Option("disliked", "show the disliked jokes, by date")
    private static let sort = Option(
        "sort", "HOW", .words(["text", "date", "source", "category"]),
        "sort by text, date (newest first), source or category")
    private static let reverse = Option("reverse", letter: "r", "list in reverse order")

    /// The parameters for `saved.list` and similar methods, without those of paging.
    let params: JSONObject
    /// The most jokes to show, or nil for all of them.
    let limit: Int?
    let isWhole: Bool
    let isDeleted: Bool
    let isDisliked: Bool

    /// - Parameter usualSort: The order without `--sort`; nil for that of the method.
    init(_ invocation: Invocation, usualSort: String? = nil) throws(CommandError) {
        isWhole = invocation.has(Self.whole)
        isDeleted = invocation.has(Self.deleted)
        isDisliked = invocation.has(Self.disliked)
        limit = isWhole ? nil : invocation.number(Self.limit)
        var params = Self.filters(invocation)
        let sort = invocation.text(Self.sort) ?? usualSort
        if let sort { params.append("sort", .string(sort)) }
        if invocation.has(Self.reverse) {
            let isDate = sort == "date" || (sort == nil && (isDeleted || isDisliked))
            params.append("order", .string(isDate ? "ascending" : "descending"))
        }
        if isDeleted { params.append("deleted", true) }
        if isDisliked { params.append("disliked", true) }
        guard !isDisliked || !isDeleted else {
            throw CommandError(UsageError(localized("--disliked cannot be combined with --deleted")))
        }
        guard !isDisliked || sort ?? "date" == "date" else {
            throw CommandError(UsageError(localized("--disliked lists jokes by date only; leave out --sort")))
        }
        self.params = params
    }

    /// The text for an empty list without a filter, or nil for the saved list.
    var whenEmpty: String? {
        isDeleted
            ? localized("The trash is empty.") : isDisliked ? localized("No joke is disliked.") : nil
    }

    /// Returns the filters that the command line contains.
    static func filters(_ invocation: Invocation) -> JSONObject {
        var params: JSONObject = [:]
        for option in filters {
            if let value = invocation.text(option) { params.append(option.name, .string(value)) }
        }
        return params
    }

    /// Returns the arguments as a query of `saved.search`. One that has blanks is a phrase.
    package static func query(_ words: [String]) -> String {
        words.map {
            $0.utf8.contains(UInt8(ascii: " ")) && !$0.utf8.contains(UInt8(ascii: "\"")) ? "\"\($0)\"" : $0
        }
        .joined(separator: " ")
    }
}
