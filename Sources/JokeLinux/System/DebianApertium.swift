// SPDX-License-Identifier: MIT

/// Debian's packages with language pairs of Apertium, for advice in messages.
package enum DebianApertium {
    /// The packages that translate between English or Spanish and another language, with the directions that they have
    /// in Debian 12.
    private static let packages = [
        "apertium-eng-spa": "en-es es-en", "apertium-eng-cat": "en-ca ca-en", "apertium-en-gl": "en-gl gl-en",
        "apertium-eo-en": "en-eo eo-en", "apertium-eu-en": "eu-en", "apertium-isl-eng": "is-en",
        "apertium-mkd-eng": "mk-en", "apertium-eo-es": "es-eo", "apertium-es-gl": "es-gl gl-es",
        "apertium-es-pt": "es-pt pt-es", "apertium-es-ro": "ro-es", "apertium-eu-es": "eu-es",
        "apertium-fr-es": "es-fr fr-es", "apertium-oc-es": "es-oc oc-es", "apertium-spa-arg": "es-an an-es",
        "apertium-spa-cat": "es-ca ca-es", "apertium-spa-ita": "es-it it-es",
    ]

    /// Returns the package that translates from one language into another, or nil if there is none. Both are codes of
    /// ISO 639-1.
    package static func package(from: String, into target: String) -> String? {
        let pair = Substring("\(from)-\(target)")
        return packages.first { $0.value.split(separator: " ").contains(pair) }?.key
    }

    /// Returns what to do if Apertium cannot translate a pair of languages, for the end of a message.
    package static func advice(from: String, into target: String) -> String {
        if let package = package(from: from, into: target) {
            return "on Debian, install apertium and \(package)"
        }
        let reason =
            [from, target].contains { ["en", "es"].contains($0) }
            ? "Debian has no Apertium package for it" : "`apt-cache search apertium` lists Debian's pairs"
        return
            "\(reason); a LibreTranslate server is set by translation.libretranslate.url in the configuration"
    }
}
