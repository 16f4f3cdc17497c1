// SPDX-License-Identifier: MIT

/// The translations that a translation engine returned.
package struct TranslationOutput: Shape {
    /// The translations in the order of the requested texts. One that failed is nil.
    package var texts: [String?] = []
    /// The version of the translation engine and of the corrections to its texts.
    package var version = ""
    /// The credit to show with each translation, such as "Translated by Apertium".
    package var credit = ""
    /// The translator's web page, or empty.
    package var url = ""

    /// Creates an output with clean texts. A translation that is empty or longer than `Limits.jokeText` bytes becomes
    /// nil.
    package init(texts: [String?], version: String, credit: String, url: String) {
        self.texts = texts.map { $0.flatMap { SanitizedText.clean($0, limit: Limits.jokeText) } }
        self.version = SanitizedText.word(version, limit: 64) ?? "?"
        self.credit = SanitizedText.line(credit, limit: Limits.credit) ?? "?"
        self.url = SanitizedText.link(url) ?? ""
    }

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("texts", &texts)
        try v("version", &version)
        try v("credit", &credit)
        try v("url", &url)
    }

    /// Reads an output. All texts are cleaned and measured again, because jokesd-fetch may have been compromised.
    package init(json: JSON) throws(WireDecodingError) {
        self.init()
        try read(json)
        self.init(texts: texts, version: version, credit: credit, url: url)
    }
}
