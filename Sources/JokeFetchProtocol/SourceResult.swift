// SPDX-License-Identifier: MIT
package import JokeWire

/// The result of a request.
package struct SourceResult: Sendable, Hashable {
    /// The position of a page.
    package struct Page: Sendable, Hashable {
        package var number: Int
        package var hasMore: Bool
        /// The number of all pages; nil if the service does not say.
        package var total: Int?

        package init(number: Int, hasMore: Bool, total: Int?) {
            self.number = number
            self.hasMore = hasMore
            self.total = total
        }
    }

    package var jokes: [FetchedJoke] = []
    package var categories: [String]?
    package var page: Page?
    package var translation: TranslationOutput?
    /// How many requests (or runs of a command) it took: what a budget counts.
    package var requests = 0
    /// Why there is less than was requested.
    package var error: SourceError?

    /// Whether more operations would bring nothing new.
    package var isComplete = false

    package init() {}

    /// Jokes without warnings, as they are in local files.
    package init(_ jokes: [Joke], requests: Int = 1, error: SourceError? = nil) {
        self.jokes = jokes.map { FetchedJoke($0) }
        self.requests = requests
        self.error = error
    }

    /// Adds those that are not there yet: a request for something random may get the same twice.
    package mutating func add(_ more: some Sequence<FetchedJoke>) {
        for joke in more where !jokes.contains(where: { $0.isSame(as: joke) }) { jokes.append(joke) }
    }
}

extension SourceResult: JSONWritable {
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

    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init()
        requests = try shape.integer("requests")
        if json["translation"] != nil {
            translation = try shape.value("translation", TranslationOutput.init(json:at:))
        } else if json["categories"] != nil {
            categories = try shape.strings("categories")
        } else {
            jokes = try shape.array("jokes", FetchedJoke.init(json:at:))
        }
        if let number = try shape.optionalInteger("page") {
            page = Page(
                number: number, hasMore: try shape.bool("hasMore"), total: try shape.optionalInteger("total"))
        }
        let failure = try shape.optionalValue("failure", WireError.init(json:at:))
        error = failure.map(SourceError.init)
    }
}
