// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension Rendering {
    /// Renders the daemon's status: a name and a value per line, then one line for each source and client.
    package static func status(_ status: StatusResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        page.table(facts(of: status, appearance))
        let sources = (status.sources ?? []).map { row(for: $0, appearance) }
        for rows in [sources, (status.clients ?? []).map(row)] where !rows.isEmpty {
            if appearance.isTerminal { page.blank() }
            page.table(rows)
        }
        // After a start with an invalid configuration, the state has that error, too.
        let error = status.error.flatMap { $0.kind == status.configurationError?.kind ? nil : $0 }
        for error in [error, status.configurationError].compactMap({ $0 }) {
            page.append(trouble: error)
        }
        return page
    }

    private static func facts(of status: StatusResponse, _ appearance: Appearance) -> [Page.Row] {
        var facts: [Page.Row] = []
        func add(_ name: String, _ shown: String, _ value: String?) {
            if let value { facts.append([(appearance.isTerminal ? shown : name, .faint), (value, .plain)]) }
        }
        func number(_ count: Int) -> String { appearance.isTerminal ? count.grouped : String(count) }
        add("version", localized("version"), status.version)
        add("protocol", localized("protocol"), status.protocolVersion.map(String.init))
        add("pid", "pid", status.process.map(String.init))
        add(
            "uptime", localized("uptime"),
            status.uptime.map { appearance.isTerminal ? duration($0) : String($0) })
        add("socket", "socket", status.socket)
        add("data", localized("data"), status.data)
        add("queue", localized("queue"), status.queue.map { "\($0.count)/\($0.capacity)" })
        add("saved", localized("saved jokes"), status.saved.map { number($0.count) })
        add("restored", localized("restored"), status.restoration?.message)
        add("connections", localized("connections"), status.connections.map(number))
        add("requests", localized("requests"), status.requests.map(number))
        return facts
    }

    private static func row(for source: SourceStatus, _ appearance: Appearance) -> Page.Row {
        let isTerminal = appearance.isTerminal
        let state = isTerminal ? SourceStatus.word(for: source.state) : source.state ?? "on"
        var words = [source.isEnabled ? state : isTerminal ? localized("off") : "off"]
        if let override = source.overrideNote { words.append(override) }
        if let message = source.message { words.append(TerminalText.trimmingFullStop(message)) }
        if let retryAt = source.retryAt { words.append(localized("next try: %s", WireTime(retryAt).minute)) }
        let style: Style = !source.isEnabled ? .faint : source.message == nil ? .plain : .trouble
        return [
            (isTerminal ? localized("source") : "source", .faint), (source.name, .plain),
            (list(words), style),
        ]
    }

    private static func row(for client: StatusResponse.Client) -> Page.Row {
        let counts: [(count: Int?, what: String)] = [
            (client.requests, "requests"), (client.received, "bytes received"), (client.sent, "sent"),
            (client.unsent, "unsent"), (client.inFlight, "in flight"),
            (client.subscriptions, "subscriptions"),
            (client.coalesced, "coalesced"), (client.dropped, "dropped"),
        ]
        let words = counts.compactMap { count, what in count.map { "\(what) \($0)" } }
        let name = client.client.map { "\(client.connection) \($0)" } ?? "\(client.connection)"
        return [("client", .faint), (name, .plain), (list(words), .plain)]
    }

    /// Returns the duration in its two largest units, such as `3 d 4 h` or `2 min 5 s`.
    package static func duration(_ seconds: Int) -> String {
        guard seconds >= 0 else { return "?" }
        let units = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
        guard let first = units.firstIndex(where: { seconds >= $0.0 }) else { return "0 s" }
        var rest = seconds
        return units[first...].prefix(2).compactMap { length, unit in
            let count = rest / length
            rest %= length
            return count > 0 ? "\(count) \(unit)" : nil
        }.joined(separator: " ")
    }

    /// Renders the changes of a reloaded configuration: sentences on a terminal, one line per key in a pipe.
    package static func reloaded(_ change: ReloadResponse, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        let packs = change.packs ?? []
        let overridden = (change.overridden ?? []).map { (name: $0, key: "sources.\($0).enabled") }
        let effective = change.changed.filter { key in !overridden.contains { $0.key == key } }
        guard appearance.isTerminal else {
            page.table(
                effective.map { key in
                    [(key, .plain), (change.needsRestart.contains(key) ? "restart" : "now", .plain)]
                } + overridden.map { [($0.key, .plain), ("overridden", .plain)] }
                    + packs.map { pack in
                        [
                            (pack.source, .plain), ("pack", .plain), (String(pack.added), .plain),
                            (pack.message ?? "", .plain),
                        ]
                    })
            return page
        }
        let (added, removed) = (change.added ?? [], change.removed ?? [])
        let now = effective.filter { key in
            !change.needsRestart.contains(key)
                && !(added + removed).contains { key.hasPrefix("sources.\($0).") }
        }
        if change.changed.isEmpty, packs.isEmpty {
            page.paragraph(localized("Read again; nothing differs from before."))
        }
        let sources = [
            added.isEmpty ? nil : localized("Added: %s.", added.joined(separator: ", ")),
            removed.isEmpty ? nil : localized("Removed: %s.", removed.joined(separator: ", ")),
        ].compactMap { $0 }
        if !sources.isEmpty { page.paragraph(sources.joined(separator: " ")) }
        if !now.isEmpty { page.paragraph(localized("Changed: %s.", now.joined(separator: ", "))) }
        if !change.needsRestart.isEmpty {
            let keys = change.needsRestart.joined(separator: ", ")
            page.paragraph(localized("Changed after `systemctl --user restart jokesd`: %s.", keys))
        }
        for (name, key) in overridden {
            page.paragraph(
                localized(
                    "%1$s has no effect, because you turned %2$s on or off; "
                        + "`jokectl sources reset %3$s` removes your choice.", key, name, name.shellArgument))
        }
        for pack in packs {
            let words = [
                pack.added > 0 ? localized("1 new joke", "%s new jokes", count: pack.added) : nil,
                pack.message.map { TerminalText.trimmingFullStop($0) },
            ]
            page.paragraph("\(pack.source): \(list(words.compactMap { $0 }, separator: "; ")).")
        }
        return page
    }

    /// Renders the end of jokesd: a sentence on a terminal, nothing in a pipe.
    package static func stopped(_ isStopped: Bool, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        if appearance.isTerminal {
            page.paragraph(isStopped ? localized("jokesd has stopped.") : localized("jokesd does not run."))
        }
        return page
    }

    /// Renders a finished backup: a sentence on a terminal, the size in bytes and the path in a pipe.
    package static func backup(_ backup: BackupFile, at path: String, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        if appearance.isTerminal {
            page.paragraph(localized("Copied %1$s to %2$s.", size(backup.bytes), path))
        } else {
            page.table([[(String(backup.bytes), .plain), (path, .plain)]])
        }
        return page
    }

    /// Returns a size such as `512 B` or `1.5 MiB`.
    private static func size(_ bytes: Int) -> String {
        var (value, unit) = (Double(bytes), "B")
        for larger in ["KiB", "MiB", "GiB"] where value >= 1024 { (value, unit) = (value / 1024, larger) }
        return unit == "B" ? "\(bytes) B" : "\((value * 10).rounded() / 10) \(unit)"
    }

    /// Renders the diagnostic checks. A pipe gets one line per finding: subject, kind, `wrong` or `note`, message,
    /// command.
    package static func examinations(_ examinations: [DiagnosticCheck], _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                examinations.flatMap { one in
                    one.findings.map { finding in
                        [
                            (one.name, .plain), (finding.kind, .plain),
                            (finding.isWrong ? "wrong" : "note", .plain),
                            (finding.message, .plain), (finding.fix ?? "", .plain),
                        ]
                    }
                })
            return page
        }
        page.table(examinations.flatMap(rows))
        page.blank()
        let count = examinations.reduce(0) { $0 + $1.findings.count(where: \.isWrong) }
        page.paragraph(
            count == 0
                ? localized("Nothing is wrong.")
                : localized("One thing is wrong.", "%s things are wrong.", count: count),
            count == 0 ? .liked : .trouble)
        return page
    }

    private static func rows(of one: DiagnosticCheck) -> [Page.Row] {
        var rows: [Page.Row] = []
        if !one.isWrong { rows.append([(one.title, .heading), (localized("well"), .liked)]) }
        for finding in one.findings {
            let name = rows.isEmpty ? one.title : ""
            rows.append([(name, .heading), (finding.message, finding.isWrong ? .trouble : .faint)])
            if let fix = finding.fix { rows.append([("", .heading), ("$ \(fix)", .command)]) }
        }
        return rows
    }
}

extension Page {
    fileprivate mutating func append(trouble error: CardState.ErrorInfo) {
        if appearance.isTerminal {
            blank()
            paragraph(error.text, .trouble)
        } else {
            table([[("error", .plain), (error.kind, .plain), (error.text, .plain)]])
        }
    }
}
