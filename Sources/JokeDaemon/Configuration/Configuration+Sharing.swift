// SPDX-License-Identifier: MIT
package import JokeWire

extension ShareTarget {
    /// The share targets without configuration: pages whose documentation says that they take a text.
    package static let presets = [
        ShareTarget(name: "mail", template: "mailto:?subject=A%20joke&body={text}"),
        ShareTarget(name: "mastodon", template: "https://share.joinmastodon.org/?text={text}"),
        ShareTarget(name: "bluesky", template: "https://bsky.app/intent/compose?text={text}"),
        ShareTarget(name: "telegram", template: "https://t.me/share/url?url={url}&text={text}"),
        ShareTarget(name: "whatsapp", template: "https://wa.me/?text={text}"),
        ShareTarget(
            name: "reddit", template: "https://www.reddit.com/submit?type=TEXT&title=A%20joke&text={text}"),
    ]

    /// Reads the share targets: the presets, which the user may override, then the user's own. An empty template
    /// removes a target.
    static func all(_ reader: inout KeyReader) -> [ShareTarget] {
        var targets = presets.map { preset in
            ShareTarget(
                name: preset.name,
                template: reader.value(
                    preset.name, .shareLink, default: preset.template,
                    "a link for `jokectl share --to`; if empty, the target is removed"))
        }
        targets += reader.rest(.shareLink, "a link for `jokectl share --to`").map(ShareTarget.init)
        return targets.filter { !$0.template.isEmpty }
    }
}

extension ValueCodec<String> {
    /// A link to a web page or a mail, with a placeholder for the joke. No other scheme is allowed.
    static var shareLink: Self {
        text("a link that begins with https://, http:// or mailto: and has {text} in it, or \"\"") { link in
            if link.isEmpty { return true }
            guard ["https://", "http://", "mailto:"].contains(where: link.hasPrefix),
                link.utf8.count <= 2_048,
                link.unicodeScalars.allSatisfy({ ("!"..."~").contains($0) })
            else { return false }
            let placeholders = link.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            return link.contains("{text}")
                && placeholders.allSatisfy { $0.hasPrefix("text}") || $0.hasPrefix("url}") }
        }
    }
}
