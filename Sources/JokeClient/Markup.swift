// SPDX-License-Identifier: MIT

/// Escapes text for XML and similar formats: HTML, SVG, Pango markup.
package enum Markup {
    /// Returns the text for an element or a quoted attribute. Removes characters that XML does not allow (XML 1.0,
    /// sections 2.2 and 2.4).
    package static func escaped(_ text: String) -> String {
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

    /// Returns the text for formats that know few entities: notifications, and the StyledText of Qt.
    package static func escapedBrackets(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
