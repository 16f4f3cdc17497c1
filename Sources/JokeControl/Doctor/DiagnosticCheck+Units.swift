// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

extension DiagnosticCheck {
    static func units(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let socket = UnitFacts("jokesd.socket", diagnostics.environment) else {
            return [
                .note(
                    "no-manager",
                    localized("no systemd user manager is running; without one, jokectl starts jokesd"))
            ]
        }
        guard socket.isInstalled else { return [notInstalled(socket, diagnostics)] }
        let names = [
            "jokesd.service", "jokesd-fetch.socket", "jokesd-notify.timer", "jokesd-notify.service",
            "jokesd-sync.service", "jokesd-search.service", "jokesd-fetch@doctor.service",
        ]
        let others = names.compactMap { UnitFacts($0, diagnostics.environment) }
        let all = [socket] + others
        let service = others.first { $0.name == "jokesd.service" }
        var findings = all.filter { $0.name.hasSuffix(".socket") }.flatMap(listening)
        // The unit stops its socket if it cannot start.
        if service?.startFailure != nil { findings.removeAll { $0.kind == "unit-inactive" } }
        findings += others.filter { $0.name.hasSuffix(".timer") && $0.isEnabled }.compactMap(stopped)
        findings += all.filter { $0.hasFailed || $0.startFailure != nil }.map { failed($0, diagnostics) }
        if all.contains(where: \.isStale) {
            findings.append(
                .wrong(
                    "units-changed", localized("unit files have changed since systemd read them"),
                    mend: "systemctl --user daemon-reload"))
        }
        for unit in others {
            guard let program = unit.program, access(program, X_OK) != 0 else { continue }
            findings.append(
                .wrong(
                    "program-missing",
                    localized("%1$s starts %2$s, which does not exist", unit.name, program),
                    mend: "systemctl --user cat \(unit.name)"))
        }
        if let service { findings += other(service, diagnostics) }
        // Nothing is left of a fetcher that has failed. jokesd knows of it.
        let failures = (diagnostics.daemon?.sources ?? []).compactMap(\.message).compactMap(
            StartFailure.fetcherName)
        if let step = failures.first, let fetcher = others.last {
            findings.append(cannotStart(fetcher, step, diagnostics))
        }
        return findings
    }

    private static func notInstalled(_ socket: UnitFacts, _ diagnostics: DiagnosticContext) -> Finding {
        if socket.isMasked { return masked(socket) }
        let message = localized("the systemd units of jokesd are not installed")
        return diagnostics.daemon == nil && diagnostics.storeUser == nil
            ? .wrong("units-absent", message, mend: "make install") : .note("units-absent", message)
    }

    private static func masked(_ unit: UnitFacts) -> Finding {
        .wrong(
            "unit-masked", localized("%s is masked, so systemd does not start it", unit.name),
            mend: unmask(unit.name))
    }

    static func unmask(_ unit: String) -> String {
        "systemctl --user unmask \(unit); systemctl --user enable --now \(unit)"
    }

    private static func listening(_ socket: UnitFacts) -> [Finding] {
        if socket.isMasked { return [masked(socket)] }
        guard socket.isInstalled else {
            return [
                .wrong("unit-absent", localized("%s is not installed", socket.name), mend: "make install")
            ]
        }
        if socket.isDisabled {
            return [
                .wrong(
                    "unit-disabled",
                    localized("%s is disabled, so it does not listen after the next login", socket.name),
                    mend: "systemctl --user enable --now \(socket.name)")
            ]
        }
        return stopped(socket).map { [$0] } ?? []
    }

    /// Reports a socket or a timer that is not active. A failure is another finding.
    private static func stopped(_ unit: UnitFacts) -> Finding? {
        guard !unit.isActive, !unit.hasFailed else { return nil }
        return .wrong(
            "unit-inactive", localized("%s is enabled, but not active", unit.name),
            mend: "systemctl --user start \(unit.name)")
    }

    private static func failed(_ unit: UnitFacts, _ diagnostics: DiagnosticContext) -> Finding {
        if let step = unit.startFailure { return cannotStart(unit, step, diagnostics) }
        return .wrong(
            "unit-failed",
            localized(
                "%1$s has failed (%2$s); see `journalctl --user -u %1$s`", unit.name, unit.result),
            mend: "systemctl --user restart \(unit.name)")
    }

    private static func cannotStart(
        _ unit: UnitFacts, _ step: String, _ diagnostics: DiagnosticContext
    ) -> Finding {
        .wrong(
            "unit-cannot-start", unit.startFailure(at: step, diagnostics.environment),
            mend: unit.cure(of: step, by: diagnostics.environment.editor.command))
    }

    /// Reports a jokesd that replies but is not the process of jokesd.service.
    private static func other(_ service: UnitFacts, _ diagnostics: DiagnosticContext) -> [Finding] {
        guard let process = diagnostics.daemon?.process else { return [] }
        if process == service.process {
            return diagnostics.hasSandbox
                ? []
                : [
                    .note(
                        "sandbox-open",
                        localized(
                            "this system allows the units no mount namespace, so their programs can reach all your files; "
                                + "system calls and network addresses are restricted"))
                ]
        }
        return [
            .wrong(
                "daemon-foreign",
                localized(
                    "the running jokesd (process %s) is not the one of jokesd.service", "\(process)"),
                mend: "kill \(process); systemctl --user restart jokesd.socket")
        ]
    }
}

/// The properties of a unit in the user manager (systemctl(1), show).
struct UnitFacts {
    let name: String
    private let properties: [(name: String, value: String)]

    /// Returns nil if the user manager cannot be asked.
    init?(_ name: String, _ environment: Environment) {
        let wanted =
            "LoadState,UnitFileState,ActiveState,NeedDaemonReload,ExecStart,MainPID,Result,ExecMainStatus,DropInPaths"
        guard
            let answer = environment.result(
                of: "systemctl", ["--user", "show", "--property=\(wanted)", name]),
            answer.status == .exited(0)
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
    /// The reason of a failure in one word, such as `exit-code`.
    var result: String { self["Result"] }
    /// The step at which systemd failed to start the program, such as `226/NAMESPACE`, or nil.
    var startFailure: String? {
        isActive || result != "exit-code" ? nil : Int(self["ExecMainStatus"]).flatMap(StartFailure.name)
    }
    /// Says that systemd cannot start the program, and why, if this user may read that in the journal.
    func startFailure(at step: String, _ environment: Environment) -> String {
        // The instances of a template have other names.
        let template = name.split(separator: "@")
        let pattern = template.count > 1 ? "\(template[0])@*" : name
        let options = [
            "--boot", "--quiet", "--no-pager", "--output=cat", "--lines=20", "--user-unit=\(pattern)",
        ]
        // Lines are such as `UNIT: Failed to set up mount namespacing: …` and `UNIT: Failed at step NAMESPACE …`.
        let words = (environment.result(of: "journalctl", options)?.lines ?? []).compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return line.hasPrefix(template[0]) && parts.count == 2 ? parts[1].drop { $0 == " " } : nil
        }
        let reason = words.last { $0.hasPrefix("Failed to ") } ?? words.last { $0.hasPrefix("Failed at ") }
        return localized("systemd cannot start %1$s (%2$s)", name, step) + (reason.map { ": \($0)" } ?? "")
    }
    /// The command after which systemd may be able to start the program. Whatever the user's shell is, it can run it.
    func cure(of step: String, by editor: String) -> String {
        let sockets = [
            "jokesd.service": "jokesd.socket", "jokesd-fetch@doctor.service": "jokesd-fetch.socket",
        ]
        let start = "systemctl --user restart \(sockets[name] ?? name)"
        let edited = self["DropInPaths"].split(separator: " ").filter {
            !$0.hasSuffix("/10-jokesd-data.conf") && !$0.hasSuffix("/10-jokesd-home.conf")
        }
        guard edited.isEmpty else {
            let paths = edited.map { String($0).shellWord }.joined(separator: " ")
            return "\(editor) \(paths); systemctl --user daemon-reload; \(start)"
        }
        // jokesd-data.service examines again what the system allows.
        let again = "rm -f \"$XDG_RUNTIME_DIR/jokesd-prepared\"; systemctl --user start jokesd-data.service"
        return "\(step == "203/EXEC" ? "make install" : again); \(start)"
    }
    var isStale: Bool { self["NeedDaemonReload"] == "yes" }
    var process: Int { Int(self["MainPID"]) ?? 0 }
    /// The path of the unit's program, or nil if it has none.
    var program: String? {
        let words = self["ExecStart"].split(separator: " ")
        return words.first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
    }
}
