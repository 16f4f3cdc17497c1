// SPDX-License-Identifier: MIT
import CGtk
import JokeDesktop

/// The page of the sources: their states, and a switch for each.
final class SourcesPage: SheetPage {
    let title = localized("Sources")
    let sheet = Sheet(name: localized("Sources"))
    let key = GDK_KEY_o
    let report: (DesktopModel.Input) -> Void
    private var rows: [Row] = []
    private var shown: [SourceRow]?

    private final class Row {
        let widget = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let facts = wrappedLabel(class: "facts")
        let toggle = made(gtk_switch_new())
    }

    init(report: @escaping (DesktopModel.Input) -> Void) {
        self.report = report
        sheet.add(wrappedLabel(localized("Reading the sources…"), class: "emptiness"))
    }

    func focus() {
        if let first = rows.first { gtk_widget_grab_focus(first.toggle) }
    }

    func show(_ sources: [SourceRow]?) {
        guard let sources, sources != shown else { return }
        let isNew = shown?.map(\.name) != sources.map(\.name)
        shown = sources
        if isNew { build(sources) }
        for (row, source) in zip(rows, sources) {
            gtk_label_set_text(row.facts.opaque, source.facts)
            row.facts.add(class: "trouble", source.isTrouble)
            jokesd_accessible_description(row.toggle.raw, source.facts)
            // The handler would take a change of `active` for one by the user.
            gtk_switch_set_state(row.toggle.opaque, source.isOn ? 1 : 0)
        }
        if isNew { focus() }
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
                if self.shown?.first(where: { $0.name == name })?.isOn != isOn {
                    self.report(.source(name, isOn: isOn))
                }
                // jokesd says when it is done.
                return true
            }
            return row
        }
    }
}
