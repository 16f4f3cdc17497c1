// SPDX-License-Identifier: MIT
import Glibc

extension Examination {
    /// Without a server something is wrong only for who wants a notification every day.
    static func notifications(_ patient: Patient) -> [Finding] {
        let isWanted = UnitFacts("jokesd-notify.timer", patient)?.isEnabled ?? false
        var findings = mark(patient)
        do throws(Failure) {
            let server = try NotifySend(patient.environment).server
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

    private static func mark(_ patient: Patient) -> [Finding] {
        guard let path = patient.state.map({ "\($0)/notified.json" }), FileFacts(path) != nil,
            DayMark(at: path) == nil
        else { return [] }
        return [
            .wrong(
                "mark-broken", "\(path) does not say which day's joke was shown", mend: "rm \(path.shellWord)"
            )
        ]
    }
}
