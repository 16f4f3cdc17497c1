// SPDX-License-Identifier: MIT
package import JokeWire

extension SourceAnswer: JSONWritable {
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
        if let failure { writer.member("failure", failure.wireError) }
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init()
        requests = try shape.integer("requests")
        if json["translation"] != nil {
            translation = try shape.value("translation", TranslationAnswer.init(json:at:))
        } else if json["categories"] != nil {
            categories = try shape.strings("categories")
        } else {
            jokes = try shape.array("jokes", FetchedJoke.init(json:at:))
        }
        if let number = try shape.optionalInteger("page") {
            page = Page(
                number: number, hasMore: try shape.bool("hasMore"), total: try shape.optionalInteger("total"))
        }
        let error = try shape.optionalValue("failure", WireError.init(json:at:))
        failure = error.map(SourceError.init)
    }
}
