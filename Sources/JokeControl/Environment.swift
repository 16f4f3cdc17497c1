// SPDX-License-Identifier: MIT
import Glibc

/// The environment variables that anything here looks at.
///
/// No dictionary: the first one in a process costs a scan for its key's conformance, a fifth of a whole run.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    private let variables: [(name: String, value: String)]

    package init(dictionaryLiteral variables: (String, String)...) {
        self.variables = variables.map { (name: $0, value: $1) }
    }

    private init(variables: [(name: String, value: String)]) { self.variables = variables }

    /// This process's.
    package static var own: Environment {
        var variables: [(name: String, value: String)] = []
        for name in names {
            if let value = getenv(name) { variables.append((name: name, value: String(cString: value))) }
        }
        return Environment(variables: variables)
    }

    /// Nil where it is not set; the variables that count as unset when empty are a matter of who asks.
    package subscript(name: String) -> String? { variables.first { $0.name == name }?.value }

    private static let names = [
        "JOKESD_SOCKET", "XDG_RUNTIME_DIR", "NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL",
        "LC_CTYPE",
        "LANG",
    ]
}
