// SPDX-License-Identifier: MIT

/// Escapes text for XML and similar formats: HTML, SVG, Pango markup.
enum Markup {
    /// Returns the text for an element or a quoted attribute. Removes characters that XML does not allow (XML 1.0,
    /// sections 2.2 and 2.4).
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                result.unicodeScalars.append(scalar)
            default: break
            }
        }
        return result
    }
}

// Escaping for a POSIX shell.
extension String {
    /// The text as one word in quotes.
    var shellQuoted: String { "'" + String(flatMap { $0 == "'" ? Array("'\\''") : [$0] }) + "'" }

    /// The text as one word, in quotes if it needs them.
    var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || "-_=:./%@".utf8.contains(byte)
        }
        return isPlain && !isEmpty ? self : shellQuoted
    }
}
