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
    package var remedy: String?

    private init(_ kind: String, isWrong: Bool, _ message: String, _ remedy: String?) {
        (self.kind, self.isWrong, self.message, self.remedy) = (kind, isWrong, message, remedy)
    }

    package static func wrong(_ kind: String, _ message: String, mend remedy: String? = nil) -> Finding {
        Finding(kind, isWrong: true, message, remedy)
    }

    package static func note(_ kind: String, _ message: String, mend remedy: String? = nil) -> Finding {
        Finding(kind, isWrong: false, message, remedy)
    }

    var json: JSON {
        [
            "kind": .string(kind), "wrong": .bool(isWrong), "message": .string(message),
            "remedy": remedy.map { .string($0) } ?? .null,
        ]
    }
}

/// One subject that was looked into, and what was found.
package struct Examination: Sendable, Hashable {
    package var name: String
    package var findings: [Finding]

    package init(_ name: String, _ findings: [Finding]) { (self.name, self.findings) = (name, findings) }

    package var isWrong: Bool { findings.contains(where: \.isWrong) }

    var json: JSON { ["name": .string(name), "findings": .array(findings.map(\.json))] }

    /// All subjects, in the order in which one thing depends on another; what only jokesd can tell, where it does.
    package static func all(_ patient: Patient) -> [Examination] {
        let all = [
            Examination("socket", socket(patient)), Examination("version", version(patient)),
            Examination("units", units(patient)), Examination("files", files(patient)),
            Examination("database", database(patient)),
            Examination("configuration", configuration(patient)),
            Examination("sources", sources(patient)), Examination("translation", translation(patient)),
            Examination("notifications", notifications(patient)), Examination("clock", clock(patient)),
        ]
        guard patient.daemon == nil else { return all }
        return all.filter { $0.name != "version" && $0.name != "sources" }
    }
}
