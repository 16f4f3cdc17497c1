// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// Environment variables: this process's, or some for a test.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// Nil where this process is asked.
    private let variables: [(name: String, value: String)]?

    package init(dictionaryLiteral variables: (String, String)...) {
        self.variables = variables.map { (name: $0, value: $1) }
    }

    package init(_ variables: [(name: String, value: String)]) { self.variables = variables }

    private init() { variables = nil }

    /// This process's, each of which is looked up when it is asked for: a run needs few of them.
    package static var own: Environment { Environment() }

    /// Nil where it is not set; the variables that count as unset when empty are a matter of who asks.
    package subscript(name: String) -> String? {
        guard let variables else { return name.withCString { getenv($0) }.map { String(cString: $0) } }
        return variables.first { $0.name == name }?.value
    }

    /// All variables, for a program that is started.
    var all: [String: String] {
        guard let variables else { return ProcessEnvironment.variables }
        return Dictionary(variables.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
