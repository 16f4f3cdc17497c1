// SPDX-License-Identifier: MIT
package import JokeWire

extension Joke {
    /// The joke that is on the card at the start if the archive has none for it: in a new archive, and after the error
    /// joke, which is not stored. It stays until a client decides about it or requests the next one.
    package static let starter = Joke(
        id: ID(rawValue: "mgdb9q1wqb6_gurzp_5bga"),
        value: "My code optimizes itself: first it removed the bugs, then the features, then me.",
        categories: ["dev"], source: "builtin", language: "en",
        translation: Translation(
            language: "es",
            value:
                "Mi código se optimiza solo: primero quitó los errores, luego las funciones y, al final, a mí.",
            machine: false,
            attribution: Attribution(
                engine: Attribution.pack, text: "Told in both languages by the pack",
                url: "https://creativecommons.org/publicdomain/zero/1.0/")))

    /// Returns the starter joke, told in the first of these languages that it has, otherwise in English.
    static func starter(in languages: [String]) -> Joke {
        var joke = starter
        guard var other = joke.translation,
            languages.first(where: { [joke.language, other.language].contains($0) }) == other.language
        else { return joke }
        (joke.language, other.language) = (other.language, joke.language)
        (joke.value, other.value) = (other.value, joke.value)
        joke.translation = other
        return joke
    }

    /// Returns the error joke, shown if there is no other one. It is never saved, translated, or counted as seen.
    package static func error(_ text: String) -> Joke {
        Joke(id: .error, value: text, source: "jokesd", language: "en")
    }
}

extension Joke.ID {
    package static let error = Joke.ID(rawValue: "error")

    /// The beginning of the ids of jokes that a user has added (`TextHash.id`). Ids of packs may begin with it, too.
    package static let ownPrefix = "mine-"

    /// Whether a user has added the joke (`ViewModel.add`). Such a joke is shown although it is saved.
    package var isOwn: Bool {
        guard rawValue.hasPrefix(Self.ownPrefix) else { return false }
        return HexDigits.are16(rawValue.utf8.dropFirst(Self.ownPrefix.utf8.count))
    }

    /// Whether this is the id of the error joke, or the word for the joke of the day in requests.
    var isWord: Bool { self == .error || rawValue == "daily" }

    /// Whether no source and no import can give a joke this id: a word for another joke, or an id with the mark of
    /// `JokeKey`.
    package var isReserved: Bool {
        isWord || rawValue.utf8.contains(0xE2) && rawValue.unicodeScalars.contains(JokeKey.mark)
    }
}
