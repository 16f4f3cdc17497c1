// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    private static let limit = Flag("limit", value: "N", "how many at most; all where left out")

    static let savedList = Command(
        "saved list", "The jokes you liked",
        flags: [limit],
        details: [
            "On a terminal the first column is as much of a joke's id as tells it from the others; `saved show` and "
                + "`saved delete` take it. In a pipe each joke is a line: id, date, source and text, separated by tabs.",
            "With --json each joke is a line of its own, as jokesd sent it.",
        ],
        examples: [
            Example("jokectl saved list", "all of them"),
            Example("jokectl saved list | cut -f4", "their texts alone"),
        ]
    ) { (invocation, session) throws(Failure) in
        var reading = SavedReading(limit: try number(invocation))
        var connection = try session.connect()
        while let params = reading.nextRequest {
            let result = try session.ask(Method.savedList.rawValue, params, on: &connection)
            let page = try session.value(result, as: SavedPage.init(json:at:))
            let items = reading.take(page)
            if session.isJSON {
                for item in result["items"]?.arrayValue?.prefix(items.count) ?? [] {
                    try session.console.write(item)
                }
            }
        }
        guard !session.isJSON else { return .done }
        try session.console.write(
            Rendering.saved(reading.items, total: reading.total, session.appearance))
        return .done
    }

    private static func number(_ invocation: Invocation) throws(Failure) -> Int? {
        guard let text = invocation.value(of: limit) else { return nil }
        guard let number = Int(text), number > 0 else {
            throw Failure(UsageError.invalidValue(limit, text, expected: "a number, 1 or more"))
        }
        return number
    }
}

/// Reads the saved list page by page: says what to ask next, until all that is wanted is there.
struct SavedReading {
    private(set) var items: [Saved] = []
    private(set) var total = 0
    private let limit: Int?
    private var cursor: String?
    private var isOver = false

    private static let pageSize = 200

    init(limit: Int?) { self.limit = limit }

    /// Nil when the list is read.
    var nextRequest: JSONObject? {
        guard !isOver else { return nil }
        let wanted = limit.map { min($0 - items.count, Self.pageSize) } ?? Self.pageSize
        var params: JSONObject = ["limit": .integer(wanted)]
        if let cursor { params.append("cursor", .string(cursor)) }
        return params
    }

    /// The items of the page that are wanted. An empty page ends the list, whatever its cursor says.
    mutating func take(_ page: SavedPage) -> [Saved] {
        let wanted = Array(page.items.prefix(limit.map { $0 - items.count } ?? page.items.count))
        items += wanted
        total = page.total
        cursor = page.next
        isOver = cursor == nil || page.items.isEmpty || items.count == limit
        return wanted
    }
}
