// SPDX-License-Identifier: MIT

/// What the user manager knows of a unit (systemctl(1), show).
struct UnitFacts {
    let name: String
    private let properties: [(name: String, value: String)]

    /// nil where there is no manager to ask.
    init?(_ name: String, _ patient: Patient) {
        let wanted = "LoadState,UnitFileState,ActiveState,NeedDaemonReload,ExecStart,MainPID,Result"
        guard let answer = patient.result(of: "systemctl", "--user", "show", "--property=\(wanted)", name),
            answer.status == 0
        else { return nil }
        self.name = name
        properties = answer.lines.map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private subscript(name: String) -> String { properties.first { $0.name == name }?.value ?? "" }

    var isInstalled: Bool { self["LoadState"] == "loaded" }
    var isMasked: Bool { self["LoadState"] == "masked" }
    var isDisabled: Bool { self["UnitFileState"] == "disabled" }
    var isEnabled: Bool { self["UnitFileState"].hasPrefix("enabled") }
    var isActive: Bool { self["ActiveState"] == "active" }
    var hasFailed: Bool { self["ActiveState"] == "failed" }
    /// Why, in a word.
    var result: String { self["Result"] }
    var isStale: Bool { self["NeedDaemonReload"] == "yes" }
    var process: Int { Int(self["MainPID"]) ?? 0 }
    /// What it runs; nil where it runs nothing.
    var program: String? {
        let words = self["ExecStart"].split(separator: " ")
        return words.first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
    }
}
