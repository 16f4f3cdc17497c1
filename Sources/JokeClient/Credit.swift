// SPDX-License-Identifier: MIT
package import JokeWire

/// The credit of a translation: who translated, and the link that must be shown with it.
package struct Credit: Sendable, Hashable {
    /// The translator as its engine or author writes it, in English: `Translated by Apertium`.
    private let translator: String
    private let isMachine: Bool
    /// The address of the translator's page, or an empty string.
    package let url: String

    fileprivate init(_ translation: Joke.Translation) {
        translator = TerminalText.trimmingFullStop(TerminalText.oneLine(translation.attribution.text))
        isMachine = translation.machine
        url = TerminalText.oneLine(translation.attribution.url)
    }

    /// The translator, and whether it is a machine.
    package var text: String {
        Self.joined(name == translator ? translator : localized("Translated by %s", name), mark)
    }

    /// The translator and the whole link.
    package var line: String { Self.joined(text, url) }

    /// The translator's name and the host of the link, for a place that is too narrow for the whole line.
    package var shortLine: String { Self.joined(name, mark, host) }

    /// Returns the longest form in lines of at most `width` columns. The name is shortened before the rest. It is one
    /// line, or two if the mark of a machine and the host do not fit one.
    package func lines(width: Int, ellipsis: String) -> [String] {
        for line in [line, Self.joined(text, host), shortLine] where DisplayWidth.of(line) <= width {
            return [line]
        }
        let end = Self.joined(mark, host)
        let room = width - DisplayWidth.of(end) - 1
        if room >= 4 {
            return [Self.joined(DisplayWidth.truncated(name, to: room, ellipsis: ellipsis), end)]
        }
        if DisplayWidth.of(end) <= width { return [end] }
        return [mark, host].filter { !$0.isEmpty }.map {
            DisplayWidth.truncated($0, to: width, ellipsis: ellipsis)
        }
    }

    private var mark: String { isMachine ? localized("(machine)") : "" }

    private var name: String {
        let prefix = "Translated by "
        return translator.hasPrefix(prefix) ? String(translator.dropFirst(prefix.count)) : translator
    }

    private var host: String {
        let parts = url.split(separator: "/", maxSplits: 2)
        guard parts.count > 1, parts[0].hasSuffix(":") else { return url }
        let host = parts[1].prefix { !"?#".contains($0) }
        return String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
    }

    private static func joined(_ words: String...) -> String {
        words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Joke {
    /// Returns the credit of the translation, or nil if no translation is shown.
    ///
    /// - Parameter inDetails: whether a pack that tells the joke in both languages itself is credited, too. Elsewhere
    ///   only the work of somebody else is.
    package func credit(translated isTranslated: Bool, inDetails: Bool = false) -> Credit? {
        guard isTranslated, let translation else { return nil }
        let isByPack = translation.attribution.engine == Attribution.pack
        return isByPack && !inDetails ? nil : Credit(translation)
    }
}

/// The credits of the translations in a list of jokes. Each credit is listed once and has a number.
package struct CreditList: Sendable {
    private var credits: [Credit] = []
    private var places: [Credit: Int] = [:]

    package init() {}

    /// The credits with their references, such as `[1] `, to show below the list.
    package var entries: [(reference: String, credit: Credit)] {
        credits.enumerated().map { ("[\($0 + 1)] ", $1) }
    }

    /// Returns the reference to the credit of `joke`, such as ` [1]`, or an empty string if none is needed.
    package mutating func reference(for joke: Joke, translated isTranslated: Bool) -> String {
        guard let credit = joke.credit(translated: isTranslated) else { return "" }
        let place = places[credit, default: credits.count]
        if place == credits.count {
            credits.append(credit)
            places[credit] = place
        }
        return " [\(place + 1)]"
    }
}
