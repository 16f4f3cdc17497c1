// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// Reads a pack line by line, from a file or from the chunks of an import.
package struct PackReader: Sendable {
    /// The jokes and diagnostics of all lines so far.
    package private(set) var pack = Pack()
    /// The language of lines that do not name one.
    private let language: String
    private var line = 0
    /// The line of each id, to report an id that is used twice.
    private var lineOfID: [Joke.ID: Int] = [:]

    /// The most invalid lines in `Pack.problems`.
    private let mostProblems: Int

    /// Creates a reader. Lines that do not name a language have `language`.
    package init(language: String = "en", mostProblems: Int = Pack.mostProblems) {
        self.mostProblems = mostProblems
        self.language = LanguageCode.of(language) ?? "en"
    }

    /// Reads one line without its newline. An invalid line adds a diagnostic to the pack and does not affect other
    /// lines. Empty lines are ignored.
    package mutating func read(_ bytes: some Collection<UInt8>) {
        line += 1
        guard bytes.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return }
        do throws(Pack.LineError) {
            let entry = try entry(in: bytes)
            if let line = lineOfID[entry.id] { throw .idTaken(entry.id, line: line) }
            lineOfID[entry.id] = line
            pack.entries.append(entry)
        } catch {
            pack.invalidLines += 1
            guard pack.problems.count < mostProblems else { return }
            pack.problems.append(Pack.Diagnostic(line: line, reason: error))
        }
    }

    private func entry(in bytes: some Collection<UInt8>) throws(Pack.LineError) -> Pack.Entry {
        let json: JSON
        do { json = try JSON(parsing: Array(bytes)) } catch { throw .json(error) }
        guard let object = json.objectValue else {
            throw .wrongType(member: "the line", expected: "an object", found: json.typeName)
        }
        let localizedTexts = try localizedTexts(in: object)
        guard let first = localizedTexts.first else { throw .noLanguages }
        let id = try object.text("id") ?? TextHash.id("pack-", of: first.value).rawValue
        guard !Joke.ID(rawValue: id).isReserved, SanitizedText.word(id, limit: Limits.jokeID).hasBytes(of: id)
        else {
            throw .invalidID
        }
        return Pack.Entry(
            id: Joke.ID(rawValue: id), categories: try categories(in: object), form: try form(in: object),
            level: try object.word("level", of: Pack.Level.allCases) ?? .anyone,
            strength: try strength(in: object), localizedTexts: localizedTexts)
    }

    private func localizedTexts(in object: JSONObject) throws(Pack.LineError) -> [Pack.LocalizedText] {
        guard let texts = object["texts"] else {
            let language = try object.text("language").map(code(of:)) ?? self.language
            return [try Pack.LocalizedText(object, language: language, at: "the line")]
        }
        guard let texts = texts.objectValue else {
            throw .wrongType(member: "\"texts\"", expected: "an object", found: texts.typeName)
        }
        var localizedTexts: [Pack.LocalizedText] = []
        for member in texts {
            let language = try code(of: member.name)
            guard !localizedTexts.contains(where: { $0.language == language }) else {
                throw .languageTwice(language)
            }
            let place = "\"\(QuotedExcerpt.part(of: member.name))\""
            guard let text = member.value.objectValue else {
                throw .wrongType(member: place, expected: "an object", found: member.value.typeName)
            }
            localizedTexts.append(try Pack.LocalizedText(text, language: language, at: place))
        }
        return localizedTexts
    }

    private func code(of name: String) throws(Pack.LineError) -> String {
        guard let code = LanguageCode.of(name) else { throw .unknownLanguage(name) }
        return code
    }

    private func form(in object: JSONObject) throws(Pack.LineError) -> String? {
        guard let text = try object.text("form") else { return nil }
        guard let form = Joke.names([text]).first else { throw .invalidForm }
        return form
    }

    private func strength(in object: JSONObject) throws(Pack.LineError) -> Int {
        guard let json = object["strength"], !json.isNull else { return CorpusContent.usual }
        guard let strength = json.integerValue, Pack.strengths.contains(strength) else {
            throw .invalidStrength
        }
        return strength
    }

    private func categories(in object: JSONObject) throws(Pack.LineError) -> [String] {
        guard let json = object["categories"], !json.isNull else { return [] }
        guard let names = json.arrayValue else {
            throw .wrongType(member: "\"categories\"", expected: "an array of strings", found: json.typeName)
        }
        let texts = names.compactMap(\.stringValue)
        if let other = names.first(where: { $0.stringValue == nil }) {
            throw .wrongType(member: "a category", expected: "a string", found: other.typeName)
        }
        return Joke.names(texts)
    }
}

extension Pack.LocalizedText {
    /// Reads an object with `value`, or with `setup` and `punchline`.
    ///
    /// - Parameter place: The name of the object in error messages.
    fileprivate init(_ object: JSONObject, language: String, at place: String) throws(Pack.LineError) {
        let value = try object.text("value")
        let setup = try object.text("setup")
        let punchline = try object.text("punchline")
        let region = try object.word("region", of: Pack.Region.allCases.filter { $0.language == language })
        switch (value, setup, punchline) {
        case (let value?, nil, nil):
            let text = try Pack.LocalizedText.cleaned(value, "\"value\"")
            self.init(language: language, region: region, value: text, setup: nil, punchline: nil)
        case (nil, let setup?, let punchline?):
            let setup = try Pack.LocalizedText.cleaned(setup, "\"setup\"")
            let punchline = try Pack.LocalizedText.cleaned(punchline, "\"punchline\"")
            let both = try Pack.LocalizedText.cleaned("\(setup)\n\(punchline)", "the joke")
            self.init(
                language: language, region: region, value: both, setup: setup, punchline: punchline)
        case (.some, _, _): throw .valueAndParts(member: place)
        default: throw .noText(member: place)
        }
    }

    private static func cleaned(_ text: String, _ member: String) throws(Pack.LineError) -> String {
        let text = SanitizedText.text(text)
        guard !text.isEmpty else { throw .emptyText(member: member) }
        guard text.utf8.count <= Limits.jokeText else {
            throw .longText(member: member, bytes: text.utf8.count)
        }
        return text
    }
}

extension JSONObject {
    /// Returns the member `name`, which must be one of `words`, or nil if it is missing or null.
    fileprivate func word<Word: RawRepresentable<String>>(
        _ name: String, of words: [Word]
    ) throws(Pack.LineError) -> Word? {
        guard let text = try text(name) else { return nil }
        guard let word = words.first(where: { $0.rawValue.hasBytes(of: text) }) else {
            throw .unknownWord(member: "\"\(name)\"", expected: words.map(\.rawValue), found: text)
        }
        return word
    }

    /// Returns the string member `name`, or nil if it is missing or null.
    fileprivate func text(_ name: String) throws(Pack.LineError) -> String? {
        guard let json = self[name], !json.isNull else { return nil }
        guard let text = json.stringValue else {
            throw .wrongType(member: "\"\(name)\"", expected: "a string", found: json.typeName)
        }
        return text
    }
}
