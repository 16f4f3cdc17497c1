// SPDX-License-Identifier: MIT
import JokeWire

/// Which of the saved jokes somebody asks for, how sorted, and how they are to look.
struct SavedChoice {
    static let limit = Command.Flag("limit", value: "N", "how many at most")
    static let all = Command.Flag("all", "all that there are")
    static let order = [sort, reverse]
    static let filters = [source, category, language] + times
    static let deleted = Command.Flag("deleted", "those in the trash")
    static let grid = Command.Flag("grid", "as cards beside each other")
    private static let sort = Command.Flag(
        "sort", value: "HOW", "by text, date (the newest first), source or category",
        values: .words(orders))
    private static let reverse = Command.Flag("reverse", letter: "r", "the other way round")
    private static let source = Command.Flag("source", value: "NAME", "those from there", values: .sources)
    private static let category = Command.Flag(
        "category", value: "NAME", "those that have it", values: .categories)
    private static let language = Command.Flag("language", value: "CODE", "those in it, such as en")
    private static let times = [
        Command.Flag(
            "since", value: "TIME", "saved then or later: 2026-11-01, '2026-11-01 10:30', yesterday"),
        Command.Flag("until", value: "TIME", "saved before then"),
    ]
    private static let orders = ["text", "date", "source", "category"]

    /// For `saved.list` and its like, without page.
    let params: JSONObject
    /// nil where none was given, or all are wanted.
    let limit: Int?
    let isWhole: Bool
    let isGrid: Bool
    let isDeleted: Bool

    init(_ invocation: Invocation) throws(Failure) {
        isWhole = invocation.has(Self.all)
        isGrid = invocation.has(Self.grid)
        isDeleted = invocation.has(Self.deleted)
        let number = try Self.number(invocation)
        limit = isWhole ? nil : number
        var params = try Self.filters(invocation)
        let sort = invocation.value(of: Self.sort)
        if let sort {
            guard Self.orders.contains(sort) else {
                throw Failure(
                    UsageError.invalidValue(Self.sort, sort, expected: "text, date, source or category"))
            }
            params.append("sort", .string(sort))
        }
        if invocation.has(Self.reverse) {
            let isDate = sort == "date" || (sort == nil && isDeleted)
            params.append("order", .string(isDate ? "ascending" : "descending"))
        }
        if isDeleted { params.append("deleted", true) }
        self.params = params
    }

    /// What a list of these shows.
    var kind: SavedListing.Kind { isDeleted ? .trash : .list }

    /// What of the filters was given.
    static func filters(_ invocation: Invocation) throws(Failure) -> JSONObject {
        var params: JSONObject = [:]
        for flag in filters {
            guard let value = invocation.value(of: flag) else { continue }
            guard let meant = times.contains(flag) ? LocalTime.rfc3339(value) : value else {
                throw Failure(UsageError.invalidValue(flag, value, expected: LocalTime.forms))
            }
            params.append(flag.name, .string(meant))
        }
        return params
    }

    /// Words as `saved.search` wants them: one of several words is a phrase.
    static func query(_ words: [String]) -> String {
        var query = ""
        for word in words {
            if !query.isEmpty { query += " " }
            let isPhrase = word.contains(" ") && !word.contains("\"")
            query += isPhrase ? "\"\(word)\"" : word
        }
        return query
    }

    private static func number(_ invocation: Invocation) throws(Failure) -> Int? {
        guard let text = invocation.value(of: limit) else { return nil }
        guard let number = Int(text), number > 0 else {
            throw Failure(UsageError.invalidValue(limit, text, expected: "a number, 1 or more"))
        }
        return number
    }
}
