// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// The environment variables of this process, or a fixed set for a test.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// The fixed variables, or nil for those of this process.
    private let variables: [(name: String, value: String)]?

    package init(dictionaryLiteral variables: (String, String)...) {
        self.variables = variables.map { (name: $0, value: $1) }
    }

    package init(_ variables: [(name: String, value: String)]) { self.variables = variables }

    private init() { variables = nil }

    /// The environment of this process. Each variable is looked up when it is used, because a run needs few of them.
    package static var own: Environment { Environment() }

    /// Whether the variables are those of this process.
    var isOwn: Bool { variables == nil }

    /// Returns the value of a variable, or nil if it is not set. The caller decides whether an empty value counts as
    /// not set.
    package subscript(name: String) -> String? {
        guard let variables else { return name.withCString { getenv($0) }.map { String(cString: $0) } }
        return variables.first { $0.name == name }?.value
    }

    /// Returns a directory of the XDG Base Directory Specification, or nil if `HOME` is not set. A path that is not absolute
    /// counts as not set.
    ///
    /// - Parameter usual: The directory within the home if the variable is not set.
    func baseDirectory(_ variable: String, _ usual: String) -> String? {
        if let directory = self[variable], directory.hasPrefix("/") { return directory }
        return self["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)" : nil }
    }

    /// The user's editor, and the variable that names it, or would name another one.
    var editor: (variable: String, command: String) {
        let variable = (self["VISUAL"] ?? "").isEmpty ? "EDITOR" : "VISUAL"
        return (variable, self[variable].flatMap { $0.isEmpty ? nil : $0 } ?? "vi")
    }

    /// All variables, for a program that jokectl starts.
    var all: [String: String] {
        guard let variables else { return ProcessEnvironment.variables }
        return Dictionary(variables.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
