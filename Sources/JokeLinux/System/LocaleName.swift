// SPDX-License-Identifier: MIT

/// The name of a locale: `language[_TERRITORY][.codeset][@modifier]` (POSIX, 8.2).
package struct LocaleName: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Finds the locale of a category such as `LC_CTYPE`: `LC_ALL`, otherwise the category's variable, otherwise `LANG`,
    /// otherwise `C`. An empty variable counts as unset, as for setlocale(3).
    ///
    /// - Parameter variable: Returns the value of an environment variable.
    package init(of category: String, _ variable: (String) -> String?) {
        text = ["LC_ALL", category, "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "C"
    }

    /// The language and the territory: `es_MX` of `es_MX.UTF-8@euro`.
    package var base: String { String(text.prefix { $0 != "." && $0 != "@" }) }

    /// Whether this is the C locale, in any codeset.
    package var isC: Bool { ["C", "POSIX"].contains(base) }

    /// Whether the codeset is UTF-8 in any spelling.
    package var isUnicode: Bool {
        // Compare bytes: searching in a string would link the regex engine.
        let codeset = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix {
            $0 != UInt8(ascii: "@")
        }
        // Setting this bit makes ASCII capitals lowercase. Hyphens and digits have it already.
        let small = codeset.map { $0 | 0x20 }
        return small == Array("utf-8".utf8) || small == Array("utf8".utf8)
    }
}
