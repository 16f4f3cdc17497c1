// SPDX-License-Identifier: MIT
import Glibc
import JokeLocalization
import JokeSystem
import JokeWire

extension DiagnosticCheck {
    static func units(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let socket = UnitFacts("jokesd.socket", diagnostics) else {
            return [
                .note(
                    "no-manager",
                    localized("no systemd user manager is running; `jokesd &` works without one"))
            ]
        }
        guard socket.isInstalled else { return [notInstalled(socket, diagnostics)] }
        let names = [
            "jokesd.service", "jokesd-fetch.socket", "jokesd-notify.timer", "jokesd-notify.service",
            "jokesd-sync.service",
        ]
        let others = names.compactMap { UnitFacts($0, diagnostics) }
        let all = [socket] + others
        var findings = all.filter { $0.name.hasSuffix(".socket") }.flatMap(listening)
        findings += others.filter { $0.name.hasSuffix(".timer") && $0.isEnabled }.compactMap(stopped)
        findings += all.filter(\.hasFailed).map(failed)
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
        if let service = others.first(where: { $0.name == "jokesd.service" }) {
            findings += other(service, diagnostics)
        }
        return findings + linger(diagnostics)
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

    private static func failed(_ unit: UnitFacts) -> Finding {
        .wrong(
            "unit-failed",
            localized(
                "%1$s has failed (%2$s); see `journalctl --user -u %1$s`", unit.name, unit.result),
            mend: "systemctl --user restart \(unit.name)")
    }

    /// Reports a jokesd that replies but is not the process of jokesd.service.
    private static func other(_ service: UnitFacts, _ diagnostics: DiagnosticContext) -> [Finding] {
        guard let process = diagnostics.daemon?.process, process != service.process else { return [] }
        return [
            .wrong(
                "daemon-foreign",
                localized(
                    "the running jokesd (process %s) is not the one of jokesd.service", "\(process)"),
                mend: "kill \(process); systemctl --user restart jokesd.socket")
        ]
    }

    private static func linger(_ diagnostics: DiagnosticContext) -> [Finding] {
        let user = String(Int(geteuid()))
        let answer = diagnostics.result(of: "loginctl", "show-user", user, "--property=Linger", "--value")
        guard answer?.lines.first == "no" else { return [] }
        return [
            .note(
                "no-linger",
                localized("jokesd exits with your last session and starts with the next one"),
                mend: "loginctl enable-linger")
        ]
    }
}

/// The properties of a unit in the user manager (systemctl(1), show).
struct UnitFacts {
    let name: String
    private let properties: [(name: String, value: String)]

    /// Returns nil if the user manager cannot be asked.
    init?(_ name: String, _ diagnostics: DiagnosticContext) {
        let wanted = "LoadState,UnitFileState,ActiveState,NeedDaemonReload,ExecStart,MainPID,Result"
        guard
            let answer = diagnostics.result(of: "systemctl", "--user", "show", "--property=\(wanted)", name),
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
    var isStale: Bool { self["NeedDaemonReload"] == "yes" }
    var process: Int { Int(self["MainPID"]) ?? 0 }
    /// The path of the unit's program, or nil if it has none.
    var program: String? {
        let words = self["ExecStart"].split(separator: " ")
        return words.first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
    }
}
