// SPDX-License-Identifier: MIT
package import JokeWire

/// The translations that an engine returned.
package struct TranslationOutput: Sendable, Hashable {
    /// In the order of the texts; nil where it made nothing of one.
    package var texts: [String?]
    /// Of the engine, with whatever is done to its texts.
    package var version: String
    /// The translator's name and page, to be shown with each translation.
    package var credit: String
    package var url: String

    /// Clean; a text that is empty or too long is none.
    package init(texts: [String?], version: String, credit: String, url: String) {
        self.texts = texts.map { $0.flatMap { SanitizedText.clean($0, limit: Limits.jokeText) } }
        self.version = SanitizedText.word(version, limit: 64) ?? "?"
        self.credit = SanitizedText.line(credit) ?? "?"
        self.url = SanitizedText.word(url, limit: 2_048) ?? ""
    }
}

extension TranslationOutput: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("texts")
        writer.beginArray()
        for text in texts { if let text { writer.string(text) } else { writer.null() } }
        writer.endArray()
        writer.member("version", version)
        writer.member("credit", credit)
        writer.member("url", url)
        writer.endObject()
    }

    /// Cleans and measures it again: what is read may come from a program that was taken over.
    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        let texts = try shape.array("texts") { (json, path) throws(WireDecodingError) -> String? in
            if let text = json.stringValue { return text }
            guard json == .null else {
                throw WireDecodingError(path: path, expected: "a string or null", found: "another")
            }
            return nil
        }
        self.init(
            texts: texts, version: try shape.string("version"), credit: try shape.string("credit"),
            url: try shape.string("url"))
    }
}
