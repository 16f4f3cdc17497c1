// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// A result of `jokectl doctor`, and the command that fixes it.
package struct Finding: Sendable, Hashable {
    /// The identifier for programs, such as `unit-disabled`. It never changes.
    package var kind: String
    /// Whether this is an error. Otherwise it is a note.
    package var isWrong: Bool
    package var message: String
    /// The command line that fixes it, or nil if there is none.
    package var fix: String?

    private init(_ kind: String, isWrong: Bool, _ message: String, _ fix: String?) {
        (self.kind, self.isWrong, self.message, self.fix) = (kind, isWrong, message, fix)
    }

    package static func wrong(_ kind: String, _ message: String, mend fix: String? = nil) -> Finding {
        Finding(kind, isWrong: true, message, fix)
    }

    package static func note(_ kind: String, _ message: String, mend fix: String? = nil) -> Finding {
        Finding(kind, isWrong: false, message, fix)
    }

    var json: JSON {
        [
            "kind": .string(kind), "wrong": .bool(isWrong), "message": .string(message),
            "remedy": fix.map { .string($0) } ?? .null,
        ]
    }
}

/// The findings about one subject.
package struct DiagnosticCheck: Sendable, Hashable {
    /// The name for programs.
    package var name: String
    package var findings: [Finding]

    package init(_ name: String, _ findings: [Finding]) { (self.name, self.findings) = (name, findings) }

    package var isWrong: Bool { findings.contains(where: \.isWrong) }

    /// The name for people.
    var title: String {
        switch name {
        case "files": localized("files")
        case "database": localized("database")
        case "configuration": localized("configuration")
        case "socket": "socket"
        case "version": localized("version")
        case "units": localized("units")
        case "sources": localized("sources")
        case "notifications": localized("notifications")
        default: name
        }
    }

    var json: JSON { ["name": .string(name), "findings": .array(findings.map(\.json))] }

    /// Returns all checks, each after the ones that it depends on: what keeps jokesd from starting comes before advice
    /// to start it. Leaves out those that need a reply if jokesd does not reply.
    package static func all(_ diagnostics: DiagnosticContext) -> [DiagnosticCheck] {
        let all = [
            DiagnosticCheck("files", files(diagnostics) + sync(diagnostics)),
            DiagnosticCheck("database", database(diagnostics)),
            DiagnosticCheck("configuration", configuration(diagnostics)),
            DiagnosticCheck("socket", socket(diagnostics)), DiagnosticCheck("version", version(diagnostics)),
            DiagnosticCheck("units", units(diagnostics)),
            DiagnosticCheck("sources", hiddenPrograms(diagnostics) + sources(diagnostics)),
            DiagnosticCheck("notifications", notifications(diagnostics)),
        ]
        guard diagnostics.daemon == nil else { return all }
        return all.filter { $0.name != "version" && $0.name != "sources" }
    }
}
