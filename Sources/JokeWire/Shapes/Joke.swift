// SPDX-License-Identifier: MIT

/// A joke, as it is sent on the wire and used in every module.
///
/// `value` is the whole text. A joke in two parts also has `setup` and `punchline`; its `value` is both, joined by a
/// newline.
package struct Joke: Sendable, Hashable {
    /// The permanent id of a joke, by which saved jokes refer to it. It is opaque and has at most
    /// `Limits.namedID` bytes.
    package struct ID: Sendable, Hashable, RawRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static func == (left: ID, right: ID) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: rawValue) }
    }

    package var id: ID
    package var value: String
    package var setup: String?
    package var punchline: String?
    package var categories: [String]
    /// The configured name of the source: `builtin`, `fortune` and so on.
    package var source: String
    /// The language of `value`, as `LanguageCode` returns it: `en`.
    package var language: String
    package var url: String?
    package var translation: Translation?
    /// The joke of the source, if the user has edited it. It is not sent with the joke.
    package var original: Original?

    package init(
        id: ID, value: String, setup: String? = nil, punchline: String? = nil, categories: [String] = [],
        source: String, language: String, url: String? = nil, translation: Translation? = nil
    ) {
        self.id = id
        self.value = value
        self.setup = setup
        self.punchline = punchline
        self.categories = categories
        self.source = source
        self.language = language
        self.url = url
        self.translation = translation
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
    package struct Translation: Sendable, Hashable {
        package var language: String
        package var value: String
        /// Whether a machine made it.
        package var machine: Bool
        package var attribution: Attribution

        package init(language: String, value: String, machine: Bool, attribution: Attribution) {
            self.language = language
            self.value = value
            self.machine = machine
            self.attribution = attribution
        }
    }

    /// The name and the link of the translator, which must be shown with the translation.
    package struct Attribution: Sendable, Hashable {
        /// The `engine` of a pack that tells a joke in several languages itself.
        package static let pack = "pack"

        package var engine: String
        package var text: String
        package var url: String

        package init(engine: String, text: String, url: String) {
            self.engine = engine
            self.text = text
            self.url = url
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

// MARK: On the wire

extension Joke: FrequentWireObject {
    package static var schemaName: String? { "Joke" }
    package static var summary: String { "A joke." }

    package static func visitMembers<V: MemberVisitor<Joke>>(_ visitor: inout V) throws(V.Failure) -> Joke {
        try Joke(
            id: visitor.member("id", "The permanent id.") { $0.id },
            value: visitor.member("value", "The whole text.") { $0.value },
            setup: visitor.member("setup", "The first of two parts, or null if it has no parts.") {
                $0.setup
            },
            punchline: visitor.member("punchline", "The second of two parts, or null if it has no parts.") {
                $0.punchline
            },
            categories: visitor.member("categories", "The categories, in lower case.") { $0.categories },
            source: visitor.member("source", "The name of the source.") { $0.source },
            language: visitor.member("language", "The code of a language, without a region.") { $0.language },
            url: visitor.member("url", "A page about the joke, or null.") { $0.url },
            translation: visitor.member("translation", "Its text in a second language, or null.") {
                $0.translation
            })
    }
}

extension Joke.ID: WireValue {
    package static var schema: ValueSchema { String.schema }
    package static var expected: String { String.expected }
    package static var placeholder: Joke.ID { Joke.ID(rawValue: "") }

    package init(json: JSON) throws(WireDecodingError) { self.init(rawValue: try String(json: json)) }

    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension Joke.Translation: FrequentWireObject {
    package static var schemaName: String? { "Translation" }
    package static var summary: String { "The text of a joke in a second language." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            language: visitor.member("language", "The code of a language, without a region.") { $0.language },
            value: visitor.member("value", "The whole text.") { $0.value },
            machine: visitor.member("machine", "Whether a machine made it: mark it as such.") { $0.machine },
            attribution: visitor.member("attribution", "Who translated it.") { $0.attribution })
    }
}

extension Joke.Attribution: FrequentWireObject {
    package static var schemaName: String? { "Attribution" }
    package static var summary: String {
        "The translator, to be shown wherever the translation is shown, unless the engine is pack."
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            engine: visitor.member("engine", "The translation engine, or pack for a text of the pack itself.")
            {
                $0.engine
            },
            text: visitor.member("text", "The credit to show.") { $0.text },
            url: visitor.member("url", "The page of the translator, or an empty text.") { $0.url })
    }
}
