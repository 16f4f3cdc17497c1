// SPDX-License-Identifier: MIT
package import JokeWire

extension Configuration {
    /// Where clients can send a joke to: a link in which `{text}` and `{url}` stand for it.
    package struct ShareTarget: JSONWritable, Sendable, Hashable {
        package var name: String
        package var url: String

        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("name", name)
            writer.member("url", url)
            writer.endObject()
        }

        /// Pages that take a text to begin with, and say so in their documentation.
        package static let presets = [
            ShareTarget(name: "mail", url: "mailto:?subject=A%20joke&body={text}"),
            ShareTarget(name: "mastodon", url: "https://share.joinmastodon.org/?text={text}"),
            ShareTarget(name: "bluesky", url: "https://bsky.app/intent/compose?text={text}"),
            ShareTarget(name: "telegram", url: "https://t.me/share/url?url={url}&text={text}"),
            ShareTarget(name: "whatsapp", url: "https://wa.me/?text={text}"),
            ShareTarget(
                name: "reddit", url: "https://www.reddit.com/submit?type=TEXT&title=A%20joke&text={text}"),
        ]

        /// The presets, with the user's word over them, and the user's own; empty ones are none.
        static func all(_ reader: inout KeyReader) -> [ShareTarget] {
            var targets = presets.map { preset in
                ShareTarget(
                    name: preset.name,
                    url: reader.value(
                        preset.name, .shareLink, default: preset.url,
                        "a link for `jokectl share --to`, \"\" for none"))
            }
            targets += reader.rest(.shareLink, "a link for `jokectl share --to`").map(ShareTarget.init)
            return targets.filter { !$0.url.isEmpty }
        }
    }
}

extension ValueKind<String> {
    /// A link to a page or a mail, with the joke's place in it. Nothing else is ever opened.
    static var shareLink: Self {
        text("a link that begins with https://, http:// or mailto: and has {text} in it, or \"\"") { link in
            if link.isEmpty { return true }
            guard ["https://", "http://", "mailto:"].contains(where: link.hasPrefix),
                link.utf8.count <= 2_048,
                link.unicodeScalars.allSatisfy({ ("!"..."~").contains($0) })
            else { return false }
            let places = link.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            return link.contains("{text}")
                && places.allSatisfy { $0.hasPrefix("text}") || $0.hasPrefix("url}") }
        }
    }
}
