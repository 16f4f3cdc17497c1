// SPDX-License-Identifier: MIT
package import JokeWire

/// A pack of jokes in the format of packs/README.md, with diagnostics for the invalid lines.
package struct Pack: Sendable, Hashable {
    /// The valid jokes, in the order of the file.
    package internal(set) var entries: [Entry] = []
    /// The first invalid lines, in the order of the file, and the number of all.
    package internal(set) var problems: [Diagnostic] = []
    package internal(set) var invalidLines = 0
    /// The most invalid lines of a file that are reported one by one.
    package static let mostProblems = 20

    package init() {}

    /// A joke in one or more languages.
    package struct Entry: Sendable, Hashable {
        package let id: Joke.ID
        package let categories: [String]
        /// The kind of joke, such as `pun`, or nil.
        package let form: String?
        package let level: Level
        /// How funny the joke is, from 1 to 5.
        package let strength: Int
        /// The texts in the order of the file: at least one, and each language at most once.
        package let localizedTexts: [LocalizedText]
    }

    /// The readers who understand a joke.
    package enum Level: String, Sendable, CaseIterable { case anyone, developer }

    /// The region in which a text works.
    package enum Region: String, Sendable, CaseIterable {
        case uk, us
        case spain = "es-ES"
        case latinAmerica = "es-419"

        /// The language of the texts that can name this region.
        package var language: String { [.uk, .us].contains(self) ? "en" : "es" }

        /// Returns the regions of locales such as `es_MX` or `en-GB`, for each language that of the first locale with a
        /// country.
        package static func of(_ locales: [String]) -> [Region] {
            var known: Set<String> = []
            return locales.compactMap { locale in
                guard let language = LanguageCode.of(locale), let country = country(of: locale),
                    known.insert(language).inserted
                else { return nil }
                return switch (language, country) {
                case ("en", "GB"), ("en", "IE"): .uk
                case ("en", "US"), ("en", "CA"): .us
                case ("es", "ES"): .spain
                case ("es", _): .latinAmerica
                default: nil
                }
            }
        }

        /// Returns the country, or the number of a part of the world, in the name of a locale.
        private static func country(of locale: String) -> String? {
            locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }.dropFirst()
                .first {
                    $0.utf8.count == 2 || $0.utf8.count == 3 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 }
                }
                .map { $0.uppercased() }
        }
    }

    /// The strengths that a line can name.
    package static let strengths = 1...5

    /// A joke in one language.
    package struct LocalizedText: Sendable, Hashable {
        package let language: String
        /// The only region in which the text works, or nil if it works everywhere.
        package let region: Region?
        /// The whole text. For a joke in two parts it is both, joined by a newline.
        package let value: String
        /// The setup and the punchline of a joke in two parts, otherwise nil.
        package let setup: String?
        package let punchline: String?
    }
}

extension Pack {
    /// Parses a whole file. A byte order mark at its start, which some editors write, is ignored.
    ///
    /// - Parameters:
    ///   - language: The language of lines that do not name one.
    ///   - mostProblems: The most invalid lines in `problems`.
    package init(parsing bytes: [UInt8], language: String = "en", mostProblems: Int = Self.mostProblems) {
        if bytes.areUTF16 {
            (problems, invalidLines) = ([Diagnostic(line: 1, reason: .utf16)], 1)
            return
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var reader = PackReader(language: language, mostProblems: mostProblems)
        var rest = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            reader.read(rest[..<end])
            rest = rest[min(end + 1, rest.endIndex)...]
        }
        self = reader.pack
    }
}

extension Pack {
    /// An invalid line, and the reason.
    package struct Diagnostic: Sendable, Hashable {
        /// The number of the line, counted from 1.
        package let line: Int
        package let reason: LineError

        /// The message for the user, such as `line 7: "value" must be a string, not a number`.
        package var message: String { "line \(line): \(reason.message)" }
    }

    /// The reason why a line is invalid.
    package enum LineError: Error, Sendable, Hashable {
        case json(JSONError)
        case wrongType(member: String, expected: String, found: String)
        case noText(member: String)
        case valueAndParts(member: String)
        case noLanguages
        case unknownLanguage(String)
        case languageTwice(String)
        case emptyText(member: String)
        case longText(member: String, bytes: Int)
        case invalidID
        case unknownWord(member: String, expected: [String], found: String)
        case invalidForm
        case invalidStrength
        case idTaken(Joke.ID, line: Int)
        case tooManyCategories
        /// The file begins with the byte order mark of UTF-16.
        case utf16

        /// The message for the user, without the number of the line.
        package var message: String {
            switch self {
            case .json(let error): "not a JSON object on one line: \(error.message)"
            case .wrongType(let member, let expected, let found):
                "\(member) must be \(expected), not \(found)"
            case .noText(let member): "\(member) needs \"value\", or \"setup\" and \"punchline\""
            case .valueAndParts(let member):
                "\(member) has both \"value\" and \"setup\" or \"punchline\"; expected only one of them"
            case .noLanguages: "\"texts\" is empty; at least one language is expected"
            case .unknownLanguage(let name):
                "\"\(QuotedExcerpt.part(of: name))\" is not \(LanguageCode.expected)"
            case .languageTwice(let language): "\"\(language)\" is a duplicate language"
            case .emptyText(let member): "\(member) is empty"
            case .longText(let member, let bytes):
                "\(member) has \(bytes) bytes; at most \(Limits.jokeText) are kept"
            case .invalidID:
                "\"id\" must have 1 to \(Limits.jokeID) bytes, no white space and no ∷, and not be \"error\" or \"daily\""
            case .unknownWord(let member, let expected, let found):
                expected.isEmpty
                    ? "\(member) is only for texts in English or Spanish"
                    : "\(member) must be \(expected.map { "\"\($0)\"" }.joined(separator: " or ")), "
                        + "not \"\(QuotedExcerpt.part(of: found))\""
            case .invalidForm: "\"form\" must be a name of 1 to \(Limits.name) bytes"
            case .invalidStrength:
                "\"strength\" must be an integer from \(Pack.strengths.lowerBound) to \(Pack.strengths.upperBound)"
            case .idTaken(let id, let line):
                "\"\(id.rawValue)\" is already the id of the joke in line \(line)"
            case .tooManyCategories:
                "\"categories\" may hold \(Limits.categories) names of 1 to \(Limits.name) bytes"
            case .utf16:
                "the file is UTF-16; `iconv -f UTF-16 -t UTF-8 FILE >NEW` writes it as UTF-8 to another file"
            }
        }
    }
}
