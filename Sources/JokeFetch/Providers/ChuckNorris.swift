// SPDX-License-Identifier: MIT
package import JokeWire

/// The provider for api.chucknorris.io: random jokes one at a time, categories, a search without pages, and a
/// configurable name instead of the hero's.
package struct ChuckNorris: Provider {
    private let endpoint: Endpoint
    private let name: String?

    /// The categories that are safe for work. A joke without a category may be of any kind, so its safety is unknown.
    private static let safe: Set<String> = ["career", "dev", "fashion", "food", "money", "movie", "travel"]
    /// The length of a search text that the service accepts, in characters.
    private static let query = 3...120

    package init(_ settings: SourceSettings) throws(SourceError) {
        endpoint = try Endpoint(settings.url, usual: "https://api.chucknorris.io")
        name = settings.name
    }

    package func maximumOperations(for kind: SourceRequest.Kind) -> Int {
        switch kind {
        case .jokes(let count, _): count
        case .categories: 1
        case .translation: 0
        // The search has no pages: the first one has all matches.
        case .page(let number, _): number == 1 ? 1 : 0
        }
    }

    package func operation(
        for kind: SourceRequest.Kind, after result: SourceResult
    ) throws(SourceError) -> FetchOperation {
        switch kind {
        case .jokes(_, let categories):
            var query: [(name: String, value: String?)] = []
            if !categories.isEmpty { query.append(("category", categories.joined(separator: ","))) }
            if let name { query.append(("name", name)) }
            return .get(endpoint.url("/jokes/random", query))
        case .categories: return .get(endpoint.url("/jokes/categories"))
        case .translation: preconditionFailure("only translation engines translate")
        case .page(_, let query):
            guard Self.query.contains(query.count) else {
                throw SourceError(
                    .unsupported, "chucknorris searches for 3 to 120 characters; give a query of that length")
            }
            return .get(endpoint.url("/jokes/search", [("query", query)]))
        }
    }

    package func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        switch kind {
        case .jokes:
            let fetched = try output.reading { (json) throws(WireDecodingError) in try joke(json) }
            guard let fetched else { throw output.empty("no text in a joke") }
            result.add([fetched])
        case .translation: preconditionFailure("only translation engines translate")
        case .categories:
            let names = try output.reading { (json) throws(WireDecodingError) in
                try [String](json: json)
            }
            result.categories = SourceResult.categories(names)
        case .page(let number, _):
            let jokes = try output.reading { (json) throws(WireDecodingError) -> [FetchedJoke?] in
                try ObjectReader(json).array("result", joke)
            }
            result.add(jokes.compactMap { $0 })
            result.page = SourceResult.Page(number: number, hasMore: false, total: 1)
        }
    }

    /// Returns the rejected parameters, which the service lists under `violations`, or its general message.
    package func complaint(in error: JSON) -> String? {
        let violations = error["violations"]?.objectValue?.members ?? []
        let said = violations.compactMap { violation in
            violation.value.stringValue.map { "\(violation.name) \($0)" }
        }
        return said.isEmpty
            ? error["message"]?.stringValue ?? error["error"]?.stringValue : said.joined(separator: "; ")
    }

    private func joke(_ json: JSON) throws(WireDecodingError) -> FetchedJoke? {
        let reader = try ObjectReader(json)
        let categories: [String] = try reader.read("categories")
        return FetchedJoke(
            id: try reader.read("id"), value: try reader.read("value"), categories: categories,
            language: "en", url: try reader.read("url"),
            isSafe: categories.isEmpty ? nil : categories.allSatisfy(Self.safe.contains))
    }
}
