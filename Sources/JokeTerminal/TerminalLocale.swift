// SPDX-License-Identifier: MIT

/// The locale of whoever looks at the terminal.
package enum TerminalLocale {
    /// Whether its texts are UTF-8. The first of the variables that is set decides, as in setlocale(3).
    package static func isUnicode(_ variable: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "C"
        // language_TERRITORY.codeset@modifier; no search for a substring, which drags the regex engine in.
        let codeset = locale.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix {
            $0 != UInt8(ascii: "@")
        }
        // With this bit, capitals of ASCII are small; hyphens and digits have it.
        let small = codeset.map { $0 | 0x20 }
        return small == Array("utf-8".utf8) || small == Array("utf8".utf8)
    }
}
