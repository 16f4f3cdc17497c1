// SPDX-License-Identifier: MIT

/// The result of a request to a source or a translation engine.
package struct SourceResult: Sendable, Hashable {
    /// The position of a page.
    package struct Page: Sendable, Hashable {
        package var number: Int
        /// Whether a page follows.
        package var hasMore: Bool
        /// The number of all pages; nil if the service does not say.
        package var total: Int?
        /// The position after which the next page begins; nil on the last one, and unless the source reads local files.
        package var next: Int64?

        package init(number: Int, hasMore: Bool, total: Int?) {
            self.number = number
            self.hasMore = hasMore
            self.total = total
        }
    }

    /// The jokes, without duplicates.
    package var jokes: [FetchedJoke] = []
    /// The names of the categories, if they were requested.
    package var categories: [String]?
    /// The number of jokes in each of the categories, or nil if it is not known. Only the index of local files knows it.
    package var categoryCounts: [Int]?
    /// The position of the page, if one was requested.
    package var page: Page?
    /// The translations, if they were requested.
    package var translation: TranslationOutput?
    /// The number of HTTP requests or program runs it took. They count against the source's budget.
    package var requests = 0
    /// The error that stopped the fetch before it had all requested jokes, or nil.
    package var error: SourceError?

    /// Whether local files have changed since they were read before. Jokes of the source that were returned earlier may
    /// have another text now, or none.
    package var hasChangedFiles = false

    /// The number of texts that local files have got since the start of jokesd.
    package var added = 0

    /// The number of jokes of local files that the filter admits, and of those that were neither shown nor decided about,
    /// if they were requested.
    package var total: Int?
    package var unseen: Int?

    /// Whether local files have no other new jokes that the filter admits, and have some that were shown, saved or
    /// disliked.
    package var isRemainder = false

    /// Which lines of a local file were not read, as a message for the user, or nil.
    package var warning: String?

    /// Whether more operations would return no further jokes.
    package var isComplete = false

    /// Creates an empty result.
    package init() {}

    /// Creates a result with jokes without flags, such as those of local files.
    package init(_ jokes: [Joke], requests: Int = 1, error: SourceError? = nil) {
        self.jokes = jokes.map { FetchedJoke($0) }
        self.requests = requests
        self.error = error
    }

    /// Returns the names of categories as clients may receive them, without those after the first
    /// `Limits.sourceCategories`.
    package static func categories(_ names: [String]) -> [String] {
        names.prefix(Limits.sourceCategories).compactMap { SanitizedText.name($0.lowercased()) }
    }

    /// Adds the jokes whose text and whose id the result does not contain yet. A service may return a joke twice.
    package mutating func add(_ more: some Sequence<FetchedJoke>) {
        var texts = Set(jokes.map { Array($0.value.utf8) })
        var ids = Set(jokes.map(\.joke.id))
        for joke in more where !texts.contains(Array(joke.value.utf8)) {
            guard joke.id == nil || ids.insert(joke.joke.id).inserted else { continue }
            texts.insert(Array(joke.value.utf8))
            jokes.append(joke)
        }
    }
}

extension SourceResult: WireValue {
    package static var schema: ValueSchema { .object([]) }
    package static var expected: String { "an object" }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let translation {
            writer.member("translation", translation)
        } else if let categories {
            writer.member("categories", categories)
        } else {
            writer.member("jokes", jokes)
        }
        if let page {
            writer.member("page", page.number)
            writer.member("hasMore", page.hasMore)
            writer.member("total", page.total)
        }
        writer.member("requests", requests)
        if let error { writer.member("failure", error.wireError) }
        writer.endObject()
    }

    /// Reads a result. Numbers and names are checked again, because jokesd-fetch may have been compromised.
    package init(json: JSON) throws(WireDecodingError) {
        let reader = try ObjectReader(json)
        requests = try reader.read("requests")
        try Limits.sourceRequests.check(requests, "requests")
        if reader.object["translation"] != nil {
            translation = try reader.read("translation", absent: nil)
        } else if reader.object["categories"] != nil {
            categories = Self.categories(try reader.read("categories"))
        } else {
            jokes = try reader.read("jokes")
        }
        if let number = try reader.read("page") as Int? {
            try (1...Limits.pages).check(number, "page")
            page = Page(number: number, hasMore: try reader.read("hasMore"), total: try reader.read("total"))
            try (0...Limits.pages).check(page?.total, "total")
        }
        error = (try reader.read("failure") as WireError?).map(SourceError.init)
    }
}

extension ClosedRange<Int> {
    /// Throws the error for the member `name` if its number is outside the range.
    func check(_ number: Int?, _ name: String) throws(WireDecodingError) {
        guard let mismatch = ValueSchema.range(self).mismatch(in: .integer(number ?? lowerBound)) else {
            return
        }
        throw mismatch.within(name)
    }
}
