// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

extension DiagnosticCheck {
    /// Checks the notification server. A missing server is wrong only if jokesd-notify.timer is enabled. Otherwise it
    /// is a note.
    static func notifications(_ diagnostics: DiagnosticContext) -> [Finding] {
        let isWanted = UnitFacts("jokesd-notify.timer", diagnostics.environment)?.isEnabled ?? false
        var findings = mark(diagnostics)
        do throws(CommandError) {
            let server = try NotifySend(diagnostics.environment).server
            if let server, !server.hasButtons {
                findings.append(
                    .note(
                        "no-buttons",
                        localized(
                            "%s shows notifications without buttons", "\(server.name) \(server.version)")))
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
                "mark-broken",
                localized("%s is invalid; it should say which joke of the day was shown", path),
                mend: "rm \(path.shellWord)"
            )
        ]
    }

    /// Checks the clock, which decides the day of the joke of the day, of backups and of budgets.
    static func clock(_ diagnostics: DiagnosticContext) -> [Finding] {
        var findings: [Finding] = []
        let today = LocalDate.today
        let backups = diagnostics.data.map { "\($0)/backups" }
        let names = backups.flatMap { try? Directory.names(in: $0) } ?? []
        var dated = names.compactMap { name in day(of: name).map { ($0, "\(backups ?? "")/\(name)") } }
        if let file = diagnostics.state.map({ "\($0)/notified.json" }), let mark = LastNotification(at: file)
        {
            dated.append((mark.date, file))
        }
        if let (day, file) = dated.max(by: { $0.0 < $1.0 }), day > today {
            findings.append(
                .wrong(
                    "clock-behind",
                    localized(
                        "today is %1$s, but %2$s is from %3$s; the clock is or was wrong", today, file, day),
                    mend: "timedatectl set-ntp true"))
        }
        let answer = diagnostics.result(of: "timedatectl", "show", "--property=NTPSynchronized", "--value")
        if answer?.lines.first == "no" {
            findings.append(
                .note(
                    "clock-alone", localized("the clock is not synchronized"),
                    mend: "timedatectl set-ntp true"))
        }
        return findings
    }

    /// Returns the date in a backup's name, such as `2026-11-21` in `jokesd-2026-11-21.sqlite`.
    private static func day(of name: String) -> String? {
        let day = name.dropFirst("jokesd-".count).prefix(10)
        return name.hasPrefix("jokesd-") && day.utf8.count == 10 && day.first?.isNumber == true
            ? String(day) : nil
    }
}
