// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Rendering {
    package static func syncOn(
        folder: String, isWatched: Bool, _ report: SyncReport, _ appearance: Appearance
    ) -> Page {
        var page = Page(appearance)
        page.paragraph(localized("The library is synced with %s.", TerminalText.oneLine(folder)))
        if !isWatched, !appearance.isQuiet {
            page.paragraph(
                localized(
                    "Without the systemd units, nothing watches the folder: `jokectl sync now` reads what came."
                ),
                .faint)
        }
        page.append(synced(report, appearance))
        return page
    }

    package static func syncOff(_ folder: String?, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.paragraph(
            folder.map { localized("Sync is off. The files in %s stay.", TerminalText.oneLine($0)) }
                ?? localized("Sync was off already."))
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
        if report.written > 0 {
            words.append(localized("%s line written", "%s lines written", count: report.written))
        }
        if report.merge.added > 0 {
            words.append(localized("%s joke added", "%s jokes added", count: report.merge.added))
        }
        if report.merge.updated > 0 {
            words.append(localized("%s joke updated", "%s jokes updated", count: report.merge.updated))
        }
        if report.merge.skipped > 0 {
            words.append(
                localized(
                    "%s line skipped, which this version cannot read",
                    "%s lines skipped, which this version cannot read", count: report.merge.skipped))
        }
        page.paragraph(words.isEmpty ? localized("Nothing to exchange.") : "\(list(words)).")
        return page
    }

    /// Renders the status: a name and a value per line, then one line for each other machine.
    package static func syncStatus(_ status: SyncStatus, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard let folder = status.folder else {
            page.paragraph(localized("Sync is off. `jokectl sync on FOLDER` turns it on."))
            return page
        }
        var facts: [Page.Row] = []
        func add(_ name: String, _ shown: String, _ value: String?, _ style: Style = .plain) {
            if let value { facts.append([(appearance.isTerminal ? shown : name, .faint), (value, style)]) }
        }
        add("folder", localized("folder"), folder)
        add("this machine", localized("this machine"), status.machine)
        add(
            "last run", localized("last run"),
            status.ranAt.map { appearance.isTerminal ? WireTime($0).minute : $0 })
        add("problem", localized("problem"), status.problem, .trouble)
        page.table(facts)
        if appearance.isTerminal, !status.machines.isEmpty { page.blank() }
        page.table(status.machines.map { row(for: $0, appearance) })
        if status.machines.isEmpty, !appearance.isQuiet, appearance.isTerminal {
            page.paragraph(localized("No other machine has written to the folder yet."), .faint)
        }
        return page
    }

    private static func row(for machine: SyncStatus.Machine, _ appearance: Appearance) -> Page.Row {
        guard appearance.isTerminal else {
            return [
                (machine.id, .plain), (machine.name, .plain), ("\(machine.lines)", .plain),
                (machine.readAt ?? "", .plain), ("\(machine.damaged)", .plain),
                (machine.conditions.joined(separator: ","), .plain),
            ]
        }
        var words = machine.name.isEmpty ? [] : [machine.id]
        words.append(localized("%s record", "%s records", count: machine.lines))
        if let readAt = machine.readAt { words.append(localized("last read %s", WireTime(readAt).minute)) }
        if machine.damaged > 0 { words.append(localized("%s damaged", machine.damaged.grouped)) }
        if !machine.newer.isEmpty {
            words.append(localized("written by a later version: update jokesd here"))
        }
        for file in machine.unreadable {
            words.append(localized("cannot read %s", TerminalText.oneLine(file)))
        }
        if machine.isMissing { words.append(localized("files are missing")) }
        let hasTrouble = machine.damaged > 0 || !machine.newer.isEmpty || !machine.unreadable.isEmpty
        return [
            (machine.name.isEmpty ? machine.id : machine.name, .plain),
            (list(words), hasTrouble ? .trouble : .plain),
        ]
    }
}
