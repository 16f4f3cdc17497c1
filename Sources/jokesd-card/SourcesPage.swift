// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop

/// The page of the sources: their states, and a switch for each.
final class SourcesPage: SheetPage {
    let title = localized("Sources")
    let sheet = Sheet(name: localized("Sources"))
    let key = GDK_KEY_o
    let report: (DesktopModel.Input) -> Void
    private var rows: [Row] = []
    private var shown: [SourceRow]?
    private var isConnected = true
    private var isShowing = false

    private final class Row {
        let widget = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let facts = wrappedLabel(class: "facts")
        let toggle = made(gtk_switch_new())
    }

    init(report: @escaping (DesktopModel.Input) -> Void) {
        self.report = report
        sheet.add(wrappedLabel(localized("Reading the sources…"), class: "emptiness"))
    }

    func focus() { if let first = rows.first { gtk_widget_grab_focus(first.toggle) } }

    /// - Parameter isConnected: whether jokesd can turn a source on or off.
    func show(_ sources: [SourceRow]?, isConnected: Bool) {
        guard let sources, sources != shown || isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        isShowing = true
        defer { isShowing = false }
        let isNew = shown?.map(\.name) != sources.map(\.name)
        shown = sources
        if isNew { build(sources) }
        for (row, source) in zip(rows, sources) {
            gtk_label_set_text(row.facts.opaque, source.facts)
            row.facts.add(class: "trouble", source.isTrouble)
            jokesd_accessible_description(row.toggle.raw, source.facts)
            gtk_switch_set_state(row.toggle.opaque, source.isOn ? 1 : 0)
            gtk_switch_set_active(row.toggle.opaque, source.isSwitchedOn ? 1 : 0)
            gtk_widget_set_sensitive(row.toggle, isConnected ? 1 : 0)
        }
        // A switch that cannot be used loses the focus.
        if isNew || isConnected && hasNoFocus { focus() }
    }

    private var hasNoFocus: Bool {
        guard let root = gtk_widget_get_root(widget) else { return false }
        return gtk_widget_get_mapped(widget) != 0 && gtk_root_get_focus(root) == nil
    }

    private func build(_ sources: [SourceRow]) {
        sheet.empty()
        rows = sources.map { source in
            let row = Row()
            let words = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
            gtk_widget_set_hexpand(words, 1)
            for label in [wrappedLabel(source.name, class: "name"), row.facts] {
                gtk_box_append(words.cast(), label)
            }
            gtk_widget_set_valign(row.toggle, GTK_ALIGN_CENTER)
            jokesd_accessible_label(row.toggle.raw, localized("Source %s", source.name))
            for child in [words, row.toggle] { gtk_box_append(row.widget.cast(), child) }
            row.widget.add(class: "entry")
            sheet.add(row.widget)
            let name = source.name
            row.toggle.onState("state-set") { [unowned self] isOn in
                if !self.isShowing { self.report(.source(name, isOn: isOn)) }
                // jokesd says when it is done.
                return true
            }
            return row
        }
    }
}
