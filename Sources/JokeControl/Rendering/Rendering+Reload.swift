// SPDX-License-Identifier: MIT
import JokeWire

extension Rendering {
    /// What the new configuration changes: a sentence on a terminal, a line for each key in a pipe.
    package static func reloaded(_ change: ConfigurationChange, _ appearance: Appearance) -> Page {
        var page = Page(appearance)
        guard appearance.isTerminal else {
            page.table(
                change.changed.map { key in
                    [(key, .plain), (change.needsRestart.contains(key) ? "restart" : "now", .plain)]
                })
            return page
        }
        let now = change.changed.filter { !change.needsRestart.contains($0) }
        if change.changed.isEmpty { page.paragraph("Nothing in the configuration has changed.") }
        if !now.isEmpty { page.paragraph("These hold now: \(now.joined(separator: ", ")).") }
        if !change.needsRestart.isEmpty {
            let keys = change.needsRestart.joined(separator: ", ")
            page.paragraph("These hold after `systemctl --user restart jokesd`: \(keys).")
        }
        return page
    }
}
