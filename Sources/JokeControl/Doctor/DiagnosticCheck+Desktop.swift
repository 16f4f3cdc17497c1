// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

extension DiagnosticCheck {
    /// Without a server something is wrong only for who wants a notification every day.
    static func notifications(_ diagnostics: DiagnosticContext) -> [Finding] {
        let isWanted = UnitFacts("jokesd-notify.timer", diagnostics)?.isEnabled ?? false
        var findings = mark(diagnostics)
        do throws(CommandError) {
            let server = try NotifySend(diagnostics.environment).server
            if let server, !server.hasButtons {
                findings.append(
                    .note(
                        "no-buttons", "\(server.name) \(server.version) shows notifications without buttons"))
            }
        } catch {
            let (kind, words) = ("no-notifications", error.message)
            findings.append(isWanted ? .wrong(kind, words) : .note(kind, words))
        }
        return findings
    }

    private static func mark(_ diagnostics: DiagnosticContext) -> [Finding] {
        guard let path = diagnostics.state.map({ "\($0)/notified.json" }), FileFacts(path) != nil,
            LastNotification(at: path) == nil
        else { return [] }
        return [
            .wrong(
                "mark-broken", "\(path) does not say which day's joke was shown", mend: "rm \(path.shellWord)"
            )
        ]
    }

    /// Days are counted by it: the joke of the day, backups, budgets.
    static func clock(_ diagnostics: DiagnosticContext) -> [Finding] {
        var findings: [Finding] = []
        let today = LocalDate.today
        let backups = diagnostics.data.flatMap { try? Directory.names(in: "\($0)/backups") } ?? []
        let days =
            backups.compactMap(day)
            + (diagnostics.state.flatMap { LastNotification(at: "\($0)/notified.json") }.map { [$0.date] }
                ?? [])
        if let newest = days.max(), newest > today {
            findings.append(
                .wrong(
                    "clock-behind",
                    "it is \(today) here, and something was done on \(newest): a clock is or was wrong",
                    mend: "timedatectl set-ntp true"))
        }
        let answer = diagnostics.result(of: "timedatectl", "show", "--property=NTPSynchronized", "--value")
        if answer?.lines.first == "no" {
            findings.append(
                .note(
                    "clock-alone", "no server tells this machine the time", mend: "timedatectl set-ntp true"))
        }
        return findings
    }

    /// `2026-11-21` of `jokesd-2026-11-21.sqlite`.
    private static func day(of name: String) -> String? {
        let day = name.dropFirst("jokesd-".count).prefix(10)
        return name.hasPrefix("jokesd-") && day.utf8.count == 10 && day.first?.isNumber == true
            ? String(day) : nil
    }
}
