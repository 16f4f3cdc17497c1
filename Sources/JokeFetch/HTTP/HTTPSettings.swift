// SPDX-License-Identifier: MIT
import JokeWire

/// How this program goes about HTTP (docs/sources.md, "Rate limits").
package struct HTTPSettings: Sendable, Hashable {
    /// In milliseconds.
    package var connectTimeout = 10_000
    /// For everything from the look-up of the name to the last byte, redirects included; in milliseconds.
    package var timeout = 20_000
    /// Of a body as it is once decoded, in bytes.
    package var bodyLimit = 256 << 10
    package var redirects = 3
    /// Who answers for this client, as the services ask: an address or a page.
    package var contact = ""
    /// A file of certificates to trust in place of the system's store.
    package var authorities: String?

    package init() {}

    /// `jokesd/1.2.3 (+contact)`. A contact with a line break in it could add headers: what is not plain ASCII is left out.
    package var userAgent: String {
        let plain = String(
            contact.unicodeScalars.filter { (" "..."~").contains($0) && $0 != "(" && $0 != ")" })
        return plain.isEmpty ? "jokesd/\(Version.program)" : "jokesd/\(Version.program) (+\(plain))"
    }
}
