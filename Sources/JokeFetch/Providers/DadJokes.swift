// SPDX-License-Identifier: MIT
package import JokeWire

/// The provider for icanhazdadjoke.com: random jokes one at a time, and a search whose pages have up to 30 jokes.
package struct DadJokes: Provider {
    private let endpoint: Endpoint
    private let seed: UInt64

    /// The most jokes on a page of the search.
    private static let pageSize = 30
    /// The most jokes to request one at a time. For more, at most two requests suffice: the first page of the search
    /// gives the number of pages, and one page gives the jokes.
    private static let mostSingles = 2

    /// - Parameter seed: The random number that selects a page, and the first joke to take from it.
    package init(_ settings: SourceSettings, seed: UInt64) throws(SourceError) {
        endpoint = try Endpoint(settings.url, usual: "https://icanhazdadjoke.com")
        self.seed = seed
    }

    package func maximumOperations(for kind: SourceRequest.Kind) -> Int {
        switch kind {
        case .jokes(let count, _): min(count, Self.mostSingles)
        case .categories, .translation: 0
        case .page: 1
        }
    }

    package func operation(
        for kind: SourceRequest.Kind, after result: SourceResult
    ) throws(SourceError) -> FetchOperation {
        switch kind {
        case .jokes(let count, let categories):
            guard categories.isEmpty else {
                throw SourceError(.unsupported, "icanhazdadjoke has no categories; leave the category out")
            }
            guard count > Self.mostSingles else { return .get(endpoint.url("/")) }
            let pages = UInt64(result.page?.total ?? 1)
            return .get(search("", page: Int(seed % pages) + 1))
        case .categories, .translation: preconditionFailure("categories and translations need no operation")
        case .page(let number, let query): return .get(search(query, page: number))
        }
    }

    package func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        switch kind {
        case .jokes(let count, _) where count > Self.mostSingles:
            let page = try output.reading(Page.init)
            guard result.page == nil, page.total > 1, !isFirst(of: page.total) else {
                result.add(drawn(count, of: page.jokes))
                result.page = nil
                result.isComplete = true
                return
            }
            result.page = SourceResult.Page(number: 1, hasMore: true, total: page.total)
        case .jokes:
            let joke = try output.reading { (json) throws(WireDecodingError) in try Page.joke(json) }
            guard let joke else { throw output.empty("no text in a joke") }
            result.add([joke])
        case .categories, .translation: preconditionFailure("categories and translations need no operation")
        case .page(let number, _):
            let page = try output.reading(Page.init)
            // After the last page the service may repeat the last one.
            if page.number == number { result.add(page.jokes) }
            // The service's `next_page` cannot tell: on the last page it has the number of that page.
            result.page = SourceResult.Page(number: number, hasMore: number < page.total, total: page.total)
        }
    }

    private func search(_ term: String, page: Int) -> String {
        endpoint.url("/search", [("term", term), ("page", "\(page)"), ("limit", "\(Self.pageSize)")])
    }

    private func isFirst(of pages: Int) -> Bool { seed % UInt64(pages) == 0 }

    /// Returns `count` of the jokes in sequence. The seed selects the first one, and the sequence wraps around.
    private func drawn(_ count: Int, of jokes: [FetchedJoke]) -> [FetchedJoke] {
        guard !jokes.isEmpty else { return [] }
        let start = Int(seed >> 32) % jokes.count
        return Array((jokes[start...] + jokes[..<start]).prefix(count))
    }
}

/// A page of the search, as the service writes it.
private struct Page {
    let number: Int
    let total: Int
    let jokes: [FetchedJoke]

    init(_ json: JSON) throws(WireDecodingError) {
        let reader = try ObjectReader(json)
        number = try reader.read("current_page")
        total = min(max(try reader.read("total_pages"), 0), Limits.pages)
        jokes = try reader.array("results", Self.joke).compactMap { $0 }
    }

    static func joke(_ json: JSON) throws(WireDecodingError) -> FetchedJoke? {
        let reader = try ObjectReader(json)
        let id: String = try reader.read("id")
        return FetchedJoke(
            id: "icanhazdadjoke-\(id)", value: try reader.read("joke"), language: "en",
            url: "https://icanhazdadjoke.com/j/\(PercentEncoding.encode(id))")
    }
}
