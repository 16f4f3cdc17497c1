// SPDX-License-Identifier: MIT
package import JokeWire

extension FetchedJoke: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("value", value)
        writer.member("setup", setup)
        writer.member("punchline", punchline)
        writer.member("categories", categories)
        writer.member("language", language)
        writer.member("url", url)
        writer.member("flags", flags)
        writer.key("safe")
        if let isSafe { writer.bool(isSafe) } else { writer.null() }
        writer.endObject()
    }

    /// Cleans and measures it all again: what is read may come from a program that was taken over.
    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        let (id, language) = (try shape.optionalString("id"), try shape.optionalString("language"))
        let (categories, flags) = (try shape.strings("categories"), try shape.strings("flags"))
        let (url, isSafe) = (try shape.optionalString("url"), json["safe"]?.boolValue)
        let joke: Self?
        if let setup = try shape.optionalString("setup") {
            joke = Self(
                id: id, setup: setup, punchline: try shape.string("punchline"), categories: categories,
                language: language, url: url, flags: flags, isSafe: isSafe)
        } else {
            joke = Self(
                id: id, value: try shape.string("value"), categories: categories, language: language,
                url: url, flags: flags, isSafe: isSafe)
        }
        guard let joke else {
            throw WireMismatch(
                path: path, expected: "a joke of 1 to \(Limits.jokeText) bytes", found: "another")
        }
        self = joke
    }
}
