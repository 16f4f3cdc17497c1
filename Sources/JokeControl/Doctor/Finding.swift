// SPDX-License-Identifier: MIT
import JokeWire

/// Something that `jokectl doctor` found, and what mends it.
package struct Finding: Sendable, Hashable {
    /// Never changed, for programs: `unit-disabled`.
    package var kind: String
    /// Whether it is to be mended; else it is good to know.
    package var isWrong: Bool
    package var message: String
    /// A command line.
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

/// One subject that was looked into, and what was found.
package struct DiagnosticCheck: Sendable, Hashable {
    package var name: String
    package var findings: [Finding]

    package init(_ name: String, _ findings: [Finding]) { (self.name, self.findings) = (name, findings) }

    package var isWrong: Bool { findings.contains(where: \.isWrong) }

    var json: JSON { ["name": .string(name), "findings": .array(findings.map(\.json))] }

    /// All subjects, in the order in which one thing depends on another; what only jokesd can tell, where it does.
    package static func all(_ diagnostics: DiagnosticContext) -> [DiagnosticCheck] {
        let all = [
            DiagnosticCheck("socket", socket(diagnostics)), DiagnosticCheck("version", version(diagnostics)),
            DiagnosticCheck("units", units(diagnostics)), DiagnosticCheck("files", files(diagnostics)),
            DiagnosticCheck("database", database(diagnostics)),
            DiagnosticCheck("configuration", configuration(diagnostics)),
            DiagnosticCheck("sources", sources(diagnostics)),
            DiagnosticCheck("translation", translation(diagnostics)),
            DiagnosticCheck("notifications", notifications(diagnostics)),
            DiagnosticCheck("clock", clock(diagnostics)),
        ]
        guard diagnostics.daemon == nil else { return all }
        return all.filter { $0.name != "version" && $0.name != "sources" }
    }
}
