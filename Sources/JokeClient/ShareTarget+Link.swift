// SPDX-License-Identifier: MIT
package import JokeWire

extension ShareTarget {
    /// Returns the link to open, or nil if the template is not the link of a page or a mail.
    ///
    /// The text and the URL are encoded. Braces in them are not placeholders.
    package func link(text: String, url: String) -> String? {
        guard ["https://", "http://", "mailto:"].contains(where: template.hasPrefix) else { return nil }
        var link = ""
        var rest = template[...]
        while let brace = rest.firstIndex(of: "{") {
            link += rest[..<brace]
            rest = rest[brace...]
            if rest.hasPrefix("{text}") {
                link += PercentEncoding.encode(text)
                rest = rest.dropFirst(6)
            } else if rest.hasPrefix("{url}") {
                link += PercentEncoding.encode(url)
                rest = rest.dropFirst(5)
            } else {
                return nil
            }
        }
        link += rest
        return link.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? link : nil
    }
}
