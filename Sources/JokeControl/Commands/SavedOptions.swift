// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

/// The options that select, sort and display saved jokes.
struct SavedOptions {
    /// The options of `saved list` and `saved search`.
    static let all = [limit, whole, sort, reverse] + filters + [deleted, grid]
    static let filters = [
        Option("source", "NAME", .known(.sources), "those from there"),
        Option("category", "NAME", .known(.categories), "those that have it"),
        Option("language", "CODE", .text, "those in it, such as en"),
        Option("since", "TIME", .time, "saved then or later: 2026-11-01, '2026-11-01 10:30', yesterday"),
        Option("until", "TIME", .time, "saved before then"),
    ]
    private static let limit = Option("limit", "N", .number(1...), "how many at most")
    private static let whole = Option("all", "all that there are")
    private static let deleted = Option("deleted", "those in the trash")
    private static let grid = Option("grid", "as cards beside each other")
    private static let sort = Option(
        "sort", "HOW", .words(["text", "date", "source", "category"]),
        "by text, date (the newest first), source or category")
    private static let reverse = Option("reverse", letter: "r", "the other way round")

    /// The parameters for `saved.list` and similar methods, without those of paging.
    let params: JSONObject
    /// The most jokes to show, or nil for all of them.
    let limit: Int?
    let isWhole: Bool
    let isGrid: Bool
    let isDeleted: Bool

    init(_ invocation: Invocation) {
        isWhole = invocation.has(Self.whole)
        isGrid = invocation.has(Self.grid)
        isDeleted = invocation.has(Self.deleted)
        limit = isWhole ? nil : invocation.number(Self.limit)
        var params = Self.filters(invocation)
        let sort = invocation.text(Self.sort)
        if let sort { params.append("sort", .string(sort)) }
        if invocation.has(Self.reverse) {
            let isDate = sort == "date" || (sort == nil && isDeleted)
            params.append("order", .string(isDate ? "ascending" : "descending"))
        }
        if isDeleted { params.append("deleted", true) }
        self.params = params
    }

    /// Returns the filters that the command line contains.
    static func filters(_ invocation: Invocation) -> JSONObject {
        var params: JSONObject = [:]
        for option in filters {
            if let value = invocation.text(option) { params.append(option.name, .string(value)) }
        }
        return params
    }

    /// Returns the words as a query of `saved.search`. An argument of several words is a phrase.
    static func query(_ words: [String]) -> String {
        var query = ""
        for word in words {
            if !query.isEmpty { query += " " }
            let isPhrase = word.contains(" ") && !word.contains("\"")
            query += isPhrase ? "\"\(word)\"" : word
        }
        return query
    }
}
