// SPDX-License-Identifier: MIT

/// The one form in which jokesd knows a language: a code of two or three letters (ISO 639), such as `en`.
package enum LanguageCode {
    /// Returns the code in the name of a language or of a locale: `es` in `es`, `es-ES` and `es_ES.UTF-8`. The region and
    /// everything else is left out. Returns nil for any other text (Protocol.md, "What a joke contains").
    package static func of(_ name: String) -> String? {
        // Each row of the database has one, in this form.
        if (2...3).contains(name.utf8.count), name.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) { return name }
        let parts = name.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }.split(
            omittingEmptySubsequences: false
        ) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        // Each part after the language has at most eight letters and digits (BCP 47).
        guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(isLetter),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || isDigit($0) }
            })
        else { return nil }
        return String(decoding: language, as: UTF8.self).lowercased()
    }

    /// The description of the codes for error messages.
    package static let expected = "a language's code, such as \"en\""

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
