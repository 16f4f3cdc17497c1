// SPDX-License-Identifier: MIT

// A joke's shape: Protocol.md, "Shapes".
extension Joke: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id.rawValue)
        writer.member("value", value)
        writer.member("setup", setup)
        writer.member("punchline", punchline)
        writer.member("categories", categories)
        writer.member("source", source)
        writer.member("language", language)
        writer.member("url", url)
        writer.member("translation", translation)
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(
            id: ID(rawValue: try shape.string("id")),
            value: try shape.string("value"),
            setup: try shape.optionalString("setup"),
            punchline: try shape.optionalString("punchline"),
            categories: try shape.strings("categories"),
            source: try shape.string("source"),
            language: try shape.string("language"),
            url: try shape.optionalString("url"),
            translation: try shape.optionalValue("translation", Translation.init(json:at:)))
    }
}

extension Joke.Translation: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("language", language)
        writer.member("value", value)
        writer.member("machine", machine)
        writer.member("attribution", attribution)
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(
            language: try shape.string("language"),
            value: try shape.string("value"),
            machine: try shape.bool("machine"),
            attribution: try shape.value("attribution", Joke.Attribution.init(json:at:)))
    }
}

extension Joke.Attribution: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("engine", engine)
        writer.member("text", text)
        writer.member("url", url)
        writer.endObject()
    }

    package init(json: JSON, at path: String = "") throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        self.init(
            engine: try shape.string("engine"),
            text: try shape.string("text"),
            url: try shape.string("url"))
    }
}
