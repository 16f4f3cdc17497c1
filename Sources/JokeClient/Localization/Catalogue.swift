// SPDX-License-Identifier: MIT
import JokeCatalogues
import JokeLinux

/// The translations of all texts into one language (po, docs/languages.md).
package struct Catalogue: Sendable {
    /// The records in the order of the bytes of their keys, which bisection needs. A record is a line: the English text,
    /// then the translation, or both forms of it, each after ``separator``.
    private let records: StaticString

    static let separator = UInt8(ascii: "^")
    private static let newline = UInt8(ascii: "\n")

    package init(records: StaticString) { self.records = records }

    /// Returns nil if there is no catalogue for the language.
    init?(language: String) {
        guard let records = catalogue(language: language) else { return nil }
        self.records = records
    }

    /// Returns the translation of an English text, or nil if there is none.
    ///
    /// - Parameter isPlural: whether to return the form for a number other than one.
    package func translation(of text: String, isPlural: Bool = false) -> String? {
        var text = text
        return text.withUTF8 { key in
            records.withUTF8Buffer { records in
                guard let found = Self.translations(of: key, in: records) else { return nil }
                let forms = found.split(separator: Self.separator)
                return (isPlural ? forms.last : forms.first).map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static func translations(of key: Bytes, in records: Bytes) -> Slice<Bytes>? {
        // Both are beginnings of records, or the end.
        var (low, high) = (0, records.count)
        while low < high {
            var start = (low + high) / 2
            while start > low, records[start - 1] != newline { start -= 1 }
            var place = start
            for byte in key {
                guard records[place] == byte else { break }
                place += 1
            }
            var end = place
            while records[end] != newline { end += 1 }
            let length = place - start
            if length == key.count, records[place] == separator { return records[(place + 1)..<end] }
            // The shorter one of two texts with the same beginning comes first.
            let isAfter =
                length < key.count && (records[place] == separator || records[place] < key[length])
            if isAfter { low = end + 1 } else { high = start }
        }
        return nil
    }

    /// Returns the text with the values in the places of `%s`, `%1$s` and so on. A place without a value stays.
    package static func fill(_ text: String, with values: [String]) -> String {
        guard !values.isEmpty else { return text }
        var (result, rest, next) = ("", text[...], 0)
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
            result += rest[..<start]
            rest = rest[start...]
            let digits = rest.utf8.dropFirst().prefix { 0x30...0x39 ~= $0 }
            let end = rest.utf8[digits.endIndex...]
            let (place, length): (Int?, Int) =
                if digits.isEmpty, end.first == UInt8(ascii: "s") {
                    (next, 2)
                } else if end.starts(with: "$s".utf8) {
                    (Int(Substring(digits)).map { $0 - 1 }, digits.count + 3)
                } else {
                    (nil, 1)
                }
            let after = rest.utf8.index(start, offsetBy: length)
            if let place, values.indices.contains(place) {
                result += values[place]
                next += digits.isEmpty ? 1 : 0
            } else {
                result += rest[..<after]
            }
            rest = rest[after...]
        }
        return result + rest
    }
}

extension Catalogue {
    /// The catalogue of the user's language, or nil for English, which is the default.
    ///
    /// Only a program's entry point writes it, before the program has threads.
    nonisolated(unsafe) package private(set) static var chosen: Catalogue?

    /// Chooses the user's language.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    package static func choose(by variable: (String) -> String?) {
        chosen = language(by: variable).flatMap { Catalogue(language: $0) }
    }

    /// Chooses English, for output that programs read.
    package static func chooseEnglish() { chosen = nil }

    /// Returns the language of the catalogue to use, or nil for English.
    ///
    /// The rules are those of gettext: the C locale is English. Otherwise the languages of `LANGUAGE` come before that of
    /// `LC_ALL`, `LC_MESSAGES` or `LANG`. A region may have a catalogue of its own. A text is shown even if the system
    /// does not have the locale.
    package static func language(by variable: (String) -> String?) -> String? {
        let locale = LocaleName(of: "LC_MESSAGES", variable)
        guard !locale.isC else { return nil }
        let list = (variable("LANGUAGE") ?? "").split(separator: ":").map { LocaleName(String($0)) }
        for name in list + [locale] {
            let language = String(name.base.prefix { $0 != "_" })
            if name.isC || language == "en" { return nil }
            for code in [name.base, language] where Catalogue(language: code) != nil { return code }
        }
        return nil
    }
}
