// SPDX-License-Identifier: MIT
package import JokeWire

/// Where a joke can be sent to: a name, and a URL in which `{text}` and `{url}` stand for the joke.
package struct ShareTarget: Sendable, Hashable {
    package var name: String
    package var template: String

    package init(name: String, template: String) { (self.name, self.template) = (name, template) }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init(name: try shape.string("name"), template: try shape.string("url"))
    }

    /// The link to open; nil where the template is not one of a page or a mail.
    ///
    /// What is put in is encoded, and not looked through again: a joke with `{url}` in it stays one.
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
