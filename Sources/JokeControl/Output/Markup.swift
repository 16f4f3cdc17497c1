// SPDX-License-Identifier: MIT

/// Text in XML and in what is written like it: HTML, SVG, Pango's markup.
enum Markup {
    /// As it stands in an element or in an attribute's quotes; without what XML cannot have at all (XML 1.0, sections 2.2
    /// and 2.4).
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
