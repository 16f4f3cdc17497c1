// SPDX-License-Identifier: MIT
package import JokeWire

// The words that every client shows for a joke.
extension Joke {
    /// Whether this is the substitute that says why there is no joke.
    package var isError: Bool { id.rawValue == "error" }

    /// Returns the text to show.
    ///
    /// - Parameter isTranslated: whether the user reads translations. A joke without one is shown in its own language.
    package func text(translated isTranslated: Bool) -> String {
        if isTranslated, let translation { return translation.value }
        return value.isEmpty ? "N/A" : value
    }

    /// Returns the credit of the translation, with its link if it has one, or nil if no translation is
    /// shown.
    package func credit(translated isTranslated: Bool) -> String? {
        guard isTranslated, let translation, let text = creditText(translated: true) else { return nil }
        let url = translation.attribution.url
        return url.isEmpty ? text : "\(text) \(url)"
    }

    /// Returns the credit without its link, for output that has the link in another form.
    package func creditText(translated isTranslated: Bool) -> String? {
        guard isTranslated, let translation else { return nil }
        let mark = translation.machine ? "Machine translation, \(language) to \(translation.language). " : ""
        return mark + translation.attribution.text
    }
}

/// The credits of the translations in a list of jokes. Each credit is listed once and has a number.
package struct CreditList: Sendable {
    private var credits: [String] = []

    package init() {}

    /// The lines to show below the list.
    package var lines: [String] {
        var lines: [String] = []
        for (index, credit) in credits.enumerated() { lines.append("[\(index + 1)] \(credit)") }
        return lines
    }

    /// Returns the reference to the credit of `joke`, such as ` [1]`, or an empty string if no translation is shown.
    package mutating func reference(for joke: Joke, translated isTranslated: Bool) -> String {
        guard let credit = joke.credit(translated: isTranslated) else { return "" }
        let index = credits.firstIndex(of: credit) ?? credits.count
        if index == credits.count { credits.append(credit) }
        return " [\(index + 1)]"
    }
}
