// SPDX-License-Identifier: MIT
import CGtk
import JokeCards
import JokeClient
import JokeDesktop

/// The page of saved jokes: a search, an order, and the jokes as a list or a grid.
final class SavedPage: PageView {
    let widget = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let title = localized("Saved jokes")
    private let search = SearchField(name: localized("Search the saved jokes"))
    private lazy var order = DropDown(name: localized("Order"), Self.sorts.map(\.name)) { [unowned self] _ in
        self.reorder()
    }
    private let reversed = made(gtk_toggle_button_new())
    private let grid = made(gtk_toggle_button_new())
    private lazy var rows = JokeRows(name: localized("Saved jokes")) { [unowned self] in
        RowText($0, translated: self.shown?.isTranslated ?? false)
    }
    private let bar = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let note = made(gtk_label_new(nil))
    private let delete = made(gtk_button_new_with_label(localized("Delete")))
    private let undo = made(gtk_button_new_with_label(localized("Undo")))
    private let report: (DesktopModel.Input) -> Void
    private var shown: DesktopModel.SavedPicture?

    private static let sorts: [(SavedQuery.Sort, name: String)] = [
        (.date, localized("By date")), (.text, localized("By text")), (.source, localized("By source")),
        (.category, localized("By category")),
    ]

    init(report: @escaping (DesktopModel.Input) -> Void) {
        self.report = report
        buildTop()
        gtk_box_append(widget.cast(), rows.widget)
        buildBar()
        rows.onReach = { report(.saved(.reached(row: $0))) }
        rows.onActivate = { report(.open(.details($0))) }
        rows.onSelection = { [unowned self] in self.showBar() }
    }

    func focusSearch() { search.focus() }
    func focus() { rows.focus() }

    func escape() {
        guard !search.text.isEmpty else { return report(.close) }
        search.text = ""
        rows.focus()
    }

    func press(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_Delete: deleteSelected()
        case GDK_KEY_slash: search.focus()
        case GDK_KEY_a: report(.open(.editor(nil)))
        case GDK_KEY_e: if let id = rows.chosen.first { report(.saved(.edit(id))) }
        default: return false
        }
        return true
    }

    func pressControl(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_z where shown?.deleted ?? 0 > 0: report(.saved(.restore))
        case GDK_KEY_f: search.focus()
        case GDK_KEY_c where !search.isTyping: report(.saved(.copy(rows.chosen)))
        default: return false
        }
        return true
    }

    // MARK: - Building

    private func buildTop() {
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        row.add(class: "tools")
        iconButton(reversed, "view-sort-descending-symbolic", localized("Reverse the order"))
        iconButton(grid, "view-grid-symbolic", localized("Show as a grid"))
        for child in [search.widget, order.widget, reversed, grid] { gtk_box_append(row.cast(), child) }
        gtk_box_append(widget.cast(), Clamp(row).widget)
        search.widget.on("search-changed") { [unowned self] in
            self.report(.saved(.search(self.search.text)))
        }
        search.widget.on("activate") { [unowned self] in self.rows.focus() }
        // The entry takes the Escape key.
        search.widget.on("stop-search") { [unowned self] in self.escape() }
        reversed.on("toggled") { [unowned self] in self.reorder() }
        grid.on("toggled") { [unowned self] in
            self.rows.isGrid = gtk_toggle_button_get_active(self.grid.cast()) != 0
        }
    }

    private func reorder() {
        let isReversed = gtk_toggle_button_get_active(reversed.cast()) != 0
        report(.saved(.order(Self.sorts[order.selected].0, reversed: isReversed)))
    }

    private func buildBar() {
        let content = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        bar.add(class: "bar")
        gtk_box_append(bar.cast(), Clamp(content).widget)
        gtk_label_set_xalign(note.opaque, 0)
        gtk_widget_set_hexpand(note, 1)
        for child in [note, undo, delete] { gtk_box_append(content.cast(), child) }
        jokesd_accessible_label(undo.raw, localized("Undo the deletion"))
        gtk_widget_set_visible(bar, 0)
        gtk_box_append(widget.cast(), bar)
        delete.on("clicked") { [unowned self] in self.deleteSelected() }
        undo.on("clicked") { [unowned self] in self.report(.saved(.restore)) }
    }

    private func deleteSelected() { report(.saved(.delete(rows.chosen))) }

    private func showBar() {
        let (count, deleted) = (rows.selected.count, shown?.deleted ?? 0)
        gtk_widget_set_visible(bar, count > 0 || deleted > 0 ? 1 : 0)
        gtk_widget_set_visible(delete, count > 0 ? 1 : 0)
        gtk_widget_set_visible(undo, count == 0 && deleted > 0 ? 1 : 0)
        let words =
            count > 0
            ? localized("%s joke selected", "%s jokes selected", count: count)
            : localized("Deleted %s joke", "Deleted %s jokes", count: deleted)
        gtk_label_set_text(note.opaque, words)
    }

    // MARK: - What is shown

    func show(_ picture: DesktopModel.SavedPicture, _ list: SavedList) {
        guard picture != shown else { return }
        shown = picture
        rows.show(emptiness: picture.emptiness)
        rows.show(list.jokes)
        showBar()
    }
}
