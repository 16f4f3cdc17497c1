// SPDX-License-Identifier: MIT

/// A joke as it travels on the wire and as every room knows it.
///
/// `value` is the whole text. A joke in two parts also has `setup` and `punchline`, and then `value` is both,
/// joined by a newline.
package struct Joke: Sendable, Hashable {
    /// Names a joke for ever; saved jokes refer to it. Opaque, at most 128 bytes.
    package struct ID: Sendable, Hashable, RawRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package var id: ID
    package var value: String
    package var setup: String?
    package var punchline: String?
    package var categories: [String]
    /// The configured name of the source it came from: `builtin`, `fortune`, …
    package var source: String
    /// The language of `value`, an ISO 639-1 code: `en`.
    package var language: String
    package var url: String?
    package var translation: Translation?

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
    /// The joke's text in a second language, with the link that must be shown wherever it is shown.
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

    /// Who translated: the required link.
    package struct Attribution: Sendable, Hashable {
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
