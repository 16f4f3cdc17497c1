// SPDX-License-Identifier: MIT
import JokeTerminal
import JokeWire

extension Examination {
    static func sources(_ patient: Patient) -> [Finding] {
        guard let daemon = patient.daemon else { return [] }
        let used = daemon.sources.filter(\.isEnabled)
        guard !used.isEmpty else {
            return [
                .wrong(
                    "no-source", "no source is on: there will be no new jokes",
                    mend: "jokectl sources enable builtin")
            ]
        }
        return used.compactMap { source in
            let words = source.message.map { TerminalText.trimmingFullStop($0) } ?? source.state ?? ""
            let next = source.retryAt.map { "; it is tried again at \($0)" } ?? ""
            switch source.state {
            case "failing", "open":
                return .wrong(
                    "source-fails", "\(source.name): \(words)\(next)",
                    mend: "jokectl sources disable \(source.name)")
            case "limited", "spent", "exhausted", "resting":
                return .note("source-rests", "\(source.name): \(words)\(next)")
            default: return nil
            }
        }
    }

    static func translation(_ patient: Patient) -> [Finding] { apertium(patient) + engine(patient) }

    private static func apertium(_ patient: Patient) -> [Finding] {
        guard let pairs = patient.result(of: "apertium", "-l") else {
            return [
                .note(
                    "no-apertium",
                    "Apertium is not installed: without it, or a server, only what people translated has a second text",
                    mend: "sudo apt-get install apertium apertium-eng-spa")
            ]
        }
        guard pairs.lines.isEmpty else { return [] }
        return [
            .wrong(
                "no-pair", "Apertium has no pair of languages", mend: "sudo apt-get install apertium-eng-spa")
        ]
    }

    /// The daemon tells the card's trouble and not whose it is: where no source has any, an engine has.
    private static func engine(_ patient: Patient) -> [Finding] {
        guard let trouble = patient.daemon?.error, trouble.kind != ErrorKind.storage.rawValue,
            sources(patient).isEmpty
        else { return [] }
        return [
            .wrong(
                "translation-fails",
                "the joke on the card is not translated: \(TerminalText.trimmingFullStop(Rendering.trouble(trouble)))",
                mend: "jokectl translate again")
        ]
    }
}
