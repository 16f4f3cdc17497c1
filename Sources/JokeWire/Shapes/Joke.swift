// SPDX-License-Identifier: MIT

/// A joke, as it is sent on the wire and used in every module.
///
/// `value` is the whole text. A joke in two parts also has `setup` and `punchline`; its `value` is both, joined by a
/// newline.
package struct Joke: Shape {
    /// The permanent id of a joke, by which saved jokes refer to it. It is opaque and has at most
    /// `Limits.namedID` bytes.
    package struct ID: WireValue, RawRepresentable {
        package let rawValue: String

        package init() { rawValue = "" }
        package init(rawValue: String) { self.rawValue = rawValue }
        package init(json: JSON) throws(WireDecodingError) { rawValue = try String(json: json) }

        package static var schema: ValueSchema { String.schema }
        package static var expected: String { String.expected }

        package func write(to writer: inout JSONWriter) { writer.string(rawValue) }

        package static func == (left: ID, right: ID) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: rawValue) }
    }

    package var id = ID()
    package var value = ""
    package var setup: String?
    package var punchline: String?
    package var categories: [String] = []
    package var source = ""
    package var language = ""
    package var url: String?
    package var translation: Translation?
    /// The joke of the source, if the user has edited it. It is not sent with the joke.
    package var original: Original?

    package init() {}
    package init(
        id: ID, value: String, setup: String? = nil, punchline: String? = nil, categories: [String] = [],
        source: String, language: String, url: String? = nil, translation: Translation? = nil
    ) {
        (self.id, self.value, self.setup, self.punchline) = (id, value, setup, punchline)
        (self.categories, self.source, self.language) = (categories, source, language)
        (self.url, self.translation) = (url, translation)
    }

    package static let name = "Joke", summary = "A joke."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("id", &id, "The permanent id.")
        try v("value", &value, "The whole text.")
        try v("setup", &setup, "The first of two parts, or null if it has no parts.")
        try v("punchline", &punchline, "The second of two parts, or null if it has no parts.")
        try v("categories", &categories, "The categories, in lower case.")
        try v("source", &source, "The name of the source.")
        try v("language", &language, "The code of a language, without a region.")
        try v("url", &url, "A page about the joke, or null.")
        try v("translation", &translation, "Its text in a second language, or null.")
    }
}

extension Joke {
    /// The names of the source with the user's own jokes: the first one, or the second one if the user has given a
    /// source the first.
    package static let ownSources = ["mine", "own"]

    /// The source of an imported joke whose line names none.
    package static let importSource = "import"

    /// Whether the text and its parts are those of another version of the joke.
    package func hasText(of other: Joke) -> Bool {
        value.hasBytes(of: other.value) && punchline.hasBytes(of: other.punchline)
    }

    /// A joke within a joke.
    package indirect enum Original: Sendable, Hashable {
        case joke(Joke)

        package var joke: Joke {
            switch self {
            case .joke(let joke): joke
            }
        }
    }

    /// The text of a joke in a second language. Wherever it is shown, its attribution must be shown, unless it is by
    /// the pack itself.
    package struct Translation: Shape {
        package var language = ""
        package var value = ""
        package var machine = false
        package var attribution = Attribution()

        package init() {}
        package init(language: String, value: String, machine: Bool, attribution: Attribution) {
            (self.language, self.value) = (language, value)
            (self.machine, self.attribution) = (machine, attribution)
        }

        package static let name = "Translation", summary = "The text of a joke in a second language."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("language", &language, "The code of a language, without a region.")
            try v("value", &value, "The whole text.")
            try v("machine", &machine, "Whether a machine made it: mark it as such.")
            try v("attribution", &attribution, "Who translated it.")
        }
    }

    /// The name and the link of the translator, which must be shown with the translation.
    package struct Attribution: Shape {
        /// The `engine` of a pack that tells a joke in several languages itself.
        package static let pack = "pack"

        package var engine = ""
        package var text = ""
        package var url = ""

        package init() {}
        package init(engine: String, text: String, url: String) {
            (self.engine, self.text, self.url) = (engine, text, url)
        }

        package static let name = "Attribution"
        package static let summary =
            "The translator, to be shown wherever the translation is shown, unless the engine is pack."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("engine", &engine, "The translation engine, or pack for a text of the pack itself.")
            try v("text", &text, "The credit to show.")
            try v("url", &url, "The page of the translator, or an empty text.")
        }
    }
}

// MARK: Equality

// Jokes are equal if the bytes of their texts are (String+Bytes.swift). Otherwise an edit from NFC to NFD would be lost.

extension Joke {
    package static func == (left: Joke, right: Joke) -> Bool {
        left.id == right.id && left.value.hasBytes(of: right.value) && left.setup.hasBytes(of: right.setup)
            && left.punchline.hasBytes(of: right.punchline)
            && left.categories.hasBytes(of: right.categories) && left.source.hasBytes(of: right.source)
            && left.language.hasBytes(of: right.language) && left.url.hasBytes(of: right.url)
            && left.translation == right.translation && left.original == right.original
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(bytesOf: value)
    }
}

extension Joke.Translation {
    package static func == (left: Self, right: Self) -> Bool {
        left.language.hasBytes(of: right.language) && left.value.hasBytes(of: right.value)
            && left.machine == right.machine && left.attribution == right.attribution
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: value) }
}

extension Joke.Attribution {
    package static func == (left: Self, right: Self) -> Bool {
        left.engine.hasBytes(of: right.engine) && left.text.hasBytes(of: right.text)
            && left.url.hasBytes(of: right.url)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}
