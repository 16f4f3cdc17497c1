// SPDX-License-Identifier: MIT
import JokeClient
package import JokeSync
import JokeTerminal

extension Rendering {
    package static func syncOn(
        folder: String, isWatched: Bool, _ report: SyncReport, _ appearance: Appearance
    ) -> Page {
        var page = Page(appearance)
        page.paragraph("The library is synced with \(TerminalText.oneLine(folder)).")
        if !isWatched, !appearance.isQuiet {
            page.paragraph(
                "Without the systemd units, nothing watches the folder: `jokectl sync now` reads what came.",
                .faint)
        }
        page.append(synced(report, appearance))
        return page
    }

    package static func syncOff(_ folder: String?, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.paragraph(
            folder.map { "Sync is off. The files in \(TerminalText.oneLine($0)) stay." }
                ?? "Sync was off already.")
        return page
    }

    /// Renders the result of a run.
    package static func synced(_ report: SyncReport, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let counts = [
            ("written", report.written), ("added", report.merge.added), ("updated", report.merge.updated),
            ("skipped", report.merge.skipped),
        ]
        guard appearance.isTerminal else {
            page.table(counts.map { [($0.0, .plain), ("\($0.1)", .plain)] })
            return page
        }
        var words: [String] = []
        if report.written > 0 { words.append("\(plural(report.written, "line")) written") }
        if report.merge.added > 0 { words.append("\(plural(report.merge.added, "joke")) added") }
        if report.merge.updated > 0 { words.append("\(plural(report.merge.updated, "joke")) updated") }
        if report.merge.skipped > 0 {
            words.append("\(plural(report.merge.skipped, "line")) skipped, which this version cannot read")
        }
        page.paragraph(words.isEmpty ? "Nothing to exchange." : "\(list(words)).")
        return page
    }

    /// Renders the status: a name and a value per line, then one line for each other machine.
    package static func syncStatus(_ status: SyncStatus, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard let folder = status.folder else {
            page.paragraph("Sync is off. `jokectl sync on FOLDER` turns it on.")
            return page
        }
        var facts: [Page.Row] = [[("folder", .faint), (folder, .plain)]]
        if let machine = status.machine { facts.append([("this machine", .faint), (machine, .plain)]) }
        if let ranAt = status.ranAt {
            facts.append([
                ("last run", .faint), (appearance.isTerminal ? WireTime(ranAt).minute : ranAt, .plain),
            ])
        }
        if let problem = status.problem {
            facts.append([("problem", .faint), (problem, .trouble)])
        }
        page.table(facts)
        if appearance.isTerminal, !status.machines.isEmpty { page.blank() }
        page.table(status.machines.map { row(for: $0, appearance) })
        if status.machines.isEmpty, !appearance.isQuiet, appearance.isTerminal {
            page.paragraph("No other machine has written to the folder yet.", .faint)
        }
        return page
    }

    private static func row(for machine: SyncStatus.Machine, _ appearance: Appearance) -> Page.Row {
        guard appearance.isTerminal else {
            return [
                (machine.id, .plain), (machine.name, .plain), ("\(machine.lines)", .plain),
                (machine.readAt ?? "", .plain), ("\(machine.damaged)", .plain),
            ]
        }
        var words = [plural(machine.lines, "record")]
        if let readAt = machine.readAt { words.append("last read \(WireTime(readAt).minute)") }
        if machine.damaged > 0 { words.append("\(machine.damaged) damaged") }
        if !machine.newer.isEmpty { words.append("written by a later version: update jokesd here") }
        if machine.isMissing { words.append("files are missing") }
        let hasTrouble = machine.damaged > 0 || !machine.newer.isEmpty
        return [
            (machine.name.isEmpty ? machine.id : machine.name, .plain),
            (list(words), hasTrouble ? .trouble : .plain),
        ]
    }
}
