// SPDX-License-Identifier: MIT
import JokeWire

/// Saved jokes that were listed, by the numbers under which they were.
struct PlainList: Sendable {
    private var jokes: [Joke] = []
    private var query = ""
    private var order = "text"
    private var cursor: String?

    private static let page = 10

    mutating func begin(query: String) -> (Method, JSONObject)? {
        (self.query, jokes, cursor) = (query, [], nil)
        return request()
    }

    mutating func sort(by order: String) -> (Method, JSONObject)? {
        self.order = order
        return begin(query: query)
    }

    /// Nil where there is no more.
    func more() -> (Method, JSONObject)? { cursor == nil ? nil : request() }

    func joke(_ number: Int) -> Joke? { jokes.indices.contains(number - 1) ? jokes[number - 1] : nil }

    private func request() -> (Method, JSONObject) {
        var params: JSONObject = ["limit": .integer(Self.page), "sort": .string(order)]
        if let cursor { params.append("cursor", .string(cursor)) }
        guard !query.isEmpty else { return (.savedList, params) }
        params.append("query", .string(query))
        return (.savedSearch, params)
    }

    /// The lines that say it.
    mutating func add(_ result: JSON, showsTranslation: Bool) throws(WireMismatch) -> [String] {
        let shape = try Shape(result, at: "result")
        let items = try shape.array("items") { (item, path) throws(WireMismatch) in
            try Shape(item, at: path).value("joke", Joke.init(json:at:))
        }
        cursor = try shape.optionalString("next")
        let total = try shape.integer("total")
        var lines = jokes.isEmpty ? ["\(total) \(query.isEmpty ? "saved" : "found")."] : []
        for joke in items {
            jokes.append(joke)
            lines.append(
                "\(jokes.count). \(PlainFront.words(for: joke, showsTranslation: showsTranslation))")
        }
        if cursor != nil { lines.append("And more: more.") }
        return lines
    }
}
