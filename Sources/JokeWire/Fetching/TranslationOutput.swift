// SPDX-License-Identifier: MIT

/// The translations that a translation engine returned.
package struct TranslationOutput: Sendable, Hashable {
    /// The translations in the order of the requested texts. One that failed is nil.
    package var texts: [String?]
    /// The version of the translation engine and of the corrections to its texts.
    package var version: String
    /// The credit to show with each translation, such as "Translated by Apertium".
    package var credit: String
    /// The translator's web page, or empty.
    package var url: String

    /// Creates an output with clean texts. A translation that is empty or longer than `Limits.jokeText` bytes becomes
    /// nil.
    package init(texts: [String?], version: String, credit: String, url: String) {
        self.texts = texts.map { $0.flatMap { SanitizedText.clean($0, limit: Limits.jokeText) } }
        self.version = SanitizedText.word(version, limit: 64) ?? "?"
        self.credit = SanitizedText.line(credit, limit: Limits.credit) ?? "?"
        self.url = SanitizedText.link(url) ?? ""
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

    /// Decodes an output. All texts are cleaned and measured again, because jokesd-fetch may have been compromised.
    package init(json: JSON, at path: String = "") throws(WireDecodingError) {
        let reader = try ObjectReader(json, at: path)
        let texts = try reader.array("texts") { (json, path) throws(WireDecodingError) -> String? in
            if let text = json.stringValue { return text }
            guard json == .null else {
                throw WireDecodingError(path: path, expected: "a string or null", found: "another")
            }
            return nil
        }
        self.init(
            texts: texts, version: try reader.string("version"), credit: try reader.string("credit"),
            url: try reader.string("url"))
    }
}
