// SPDX-License-Identifier: MIT
package import JokeWire

/// A joke that the user writes or edits.
package struct JokeDraft: Sendable, Hashable {
    /// The whole joke, or its setup if it has a punch line.
    package var text = ""
    package var punchline = ""
    /// The categories, separated by commas.
    package var categories = ""
    /// The code of the language, or empty for the user's first one.
    package var language = ""

    package init() {}

    package init(_ joke: Joke) {
        text = TerminalText.safe(joke.setup ?? joke.value)
        punchline = TerminalText.safe(joke.punchline ?? "")
        categories = joke.categories.map { TerminalText.oneLine($0) }.joined(separator: ", ")
        language = joke.language
    }

    /// Whether there is no text.
    var isEmpty: Bool { SanitizedText.text(text).isEmpty }

    /// Returns the parameters of `joke.add`, or those of `saved.edit` that change the old joke.
    func parameters(since old: JokeDraft = JokeDraft()) -> JSONObject {
        var params: JSONObject = [:]
        let (text, punchline) = (SanitizedText.text(text), SanitizedText.text(punchline))
        if self.text != old.text || self.punchline != old.punchline {
            if punchline.isEmpty {
                params.append("value", .string(text))
            } else {
                params.append("setup", .string(text))
                params.append("punchline", .string(punchline))
            }
        }
        if categories != old.categories {
            let names = categories.split(separator: ",").map { SanitizedText.text(String($0)) }
            params.append("categories", .array(names.filter { !$0.isEmpty }.map { .string($0) }))
        }
        let language = SanitizedText.text(language)
        if self.language != old.language, !language.isEmpty { params.append("language", .string(language)) }
        return params
    }
}
