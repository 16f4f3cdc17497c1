// SPDX-License-Identifier: MIT
import JokeWire

/// The settings of all HTTP requests (docs/sources.md, "Rate limits").
package struct HTTPSettings: Sendable, Hashable {
    /// The time limit for connecting, in milliseconds.
    package var connectTimeout = 10_000
    /// The time limit from the name lookup to the last byte, redirects included, in milliseconds.
    package var timeout = 20_000
    /// The most bytes of a decoded body.
    package var bodyLimit = 256 << 10
    /// The most redirects to follow for one request.
    package var redirects = 3
    /// The address or the page at which the user can be contacted, as the services ask of their clients. Empty for
    /// none.
    package var contact = ""
    /// The file of trusted certificates, or nil for those of the system.
    package var authorities: String?

    package init() {}

    /// The User-Agent header: `jokesd/1.2.3 (+contact)`. Only printable ASCII characters of the contact are used,
    /// because a line break could add headers.
    package var userAgent: String {
        let plain = String(
            contact.unicodeScalars.filter { (" "..."~").contains($0) && $0 != "(" && $0 != ")" })
        return plain.isEmpty ? "jokesd/\(Version.program)" : "jokesd/\(Version.program) (+\(plain))"
    }
}
