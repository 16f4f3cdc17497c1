// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeDesktop
import JokeWire

/// The page of saved jokes: a search, an order, and the jokes as a list or a grid.
final class SavedPage {
    let widget = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let search = made(gtk_search_entry_new())
    private let order: Widget
    private let reversed = made(gtk_toggle_button_new())
    private let grid = made(gtk_toggle_button_new())
    private let scroller = made(gtk_scrolled_window_new())
    private let emptiness = made(gtk_label_new(nil))
    private let bar = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let note = made(gtk_label_new(nil))
    private let delete = made(gtk_button_new_with_label("Delete"))
    private let undo = made(gtk_button_new_with_label("Undo"))
    private let ids = made(gtk_string_list_new(nil))
    private let selection: OpaquePointer
    private let listView: Widget
    private let gridView: Widget
    private let report: (DesktopModel.Input) -> Void

    private var jokes: [Joke] = []
    private var shown: DesktopModel.SavedPicture?

    private static let sorts: [(SavedQuery.Sort, name: String)] = [
        (.text, "By text"), (.date, "By date"), (.source, "By source"), (.category, "By category"),
    ]

    init(report: @escaping (DesktopModel.Input) -> Void) {
        self.report = report
        order = Self.dropDown(Self.sorts.map(\.name))
        // The selection takes the list, and each view takes its selection and its factory.
        selection = made(gtk_multi_selection_new(ids))
        for _ in 0..<2 { g_object_ref(selection.raw) }
        let factories = [made(gtk_signal_list_item_factory_new()), made(gtk_signal_list_item_factory_new())]
        listView = made(gtk_list_view_new(selection, factories[0]))
        gridView = made(gtk_grid_view_new(selection, factories[1]))
        for (place, factory) in factories.enumerated() { connect(factory, isGrid: place == 1) }
        buildTop()
        buildList()
        buildBar()
        connectSelection()
    }

    func focusSearch() { gtk_widget_grab_focus(search) }
    func focusList() { gtk_widget_grab_focus(currentView) }

    /// Whether keys are typed into the search.
    var isTyping: Bool {
        guard let focus = gtk_root_get_focus(gtk_widget_get_root(search)) else { return false }
        return focus == search || gtk_widget_is_ancestor(focus, search) != 0
    }

    /// Empties the search, or returns to the card if it is empty.
    func escape() {
        guard let text = gtk_editable_get_text(search.opaque), text.pointee != 0 else {
            return report(.closeSaved)
        }
        gtk_editable_set_text(search.opaque, "")
        focusList()
    }

    // MARK: - Building

    private static func dropDown(_ names: [String]) -> Widget {
        var pointers: [UnsafePointer<CChar>?] = names.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        return made(gtk_drop_down_new_from_strings(&pointers))
    }

    private func buildTop() {
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        row.add(class: "tools")
        gtk_widget_set_hexpand(search, 1)
        jokesd_accessible_label(search.raw, "Search the saved jokes")
        jokesd_accessible_label(order.raw, "Order")
        for (button, icon, name) in [
            (reversed, "view-sort-descending-symbolic", "Reverse the order"),
            (grid, "view-grid-symbolic", "Show as a grid"),
        ] {
            gtk_button_set_icon_name(button.cast(), icon)
            gtk_widget_set_tooltip_text(button, name)
            jokesd_accessible_label(button.raw, name)
        }
        for child in [search, order, reversed, grid] { gtk_box_append(row.cast(), child) }
        gtk_box_append(widget.cast(), row)
        search.on("search-changed") { [unowned self] in
            let text = gtk_editable_get_text(self.search.opaque).map { String(cString: $0) } ?? ""
            self.report(.search(text))
        }
        // The entry takes the Escape key.
        search.on("stop-search") { [unowned self] in self.escape() }
        order.onPointer("notify::selected") { [unowned self] _ in self.reorder() }
        reversed.on("toggled") { [unowned self] in self.reorder() }
        grid.on("toggled") { [unowned self] in
            gtk_scrolled_window_set_child(self.scroller.opaque, self.currentView)
        }
    }

    private func reorder() {
        let place = Int(gtk_drop_down_get_selected(order.opaque))
        guard Self.sorts.indices.contains(place) else { return }
        report(
            .order(Self.sorts[place].0, reversed: gtk_toggle_button_get_active(reversed.cast()) != 0))
    }

    private func buildList() {
        // A view that is not shown must survive.
        for view in [listView, gridView] {
            g_object_ref_sink(view.raw)
            view.add(class: "jokes-list")
            jokesd_accessible_label(view.raw, "Saved jokes")
        }
        gtk_grid_view_set_min_columns(gridView.opaque, 1)
        gtk_grid_view_set_max_columns(gridView.opaque, 4)
        let layers = made(gtk_grid_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, listView)
        gtk_widget_set_vexpand(scroller, 1)
        gtk_widget_set_hexpand(scroller, 1)
        emptiness.add(class: "emptiness")
        gtk_label_set_wrap(emptiness.opaque, 1)
        gtk_label_set_justify(emptiness.opaque, GTK_JUSTIFY_CENTER)
        gtk_widget_set_halign(emptiness, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(emptiness, 1)
        gtk_widget_set_vexpand(emptiness, 1)
        gtk_widget_set_valign(emptiness, GTK_ALIGN_CENTER)
        gtk_grid_attach(layers.cast(), scroller, 0, 0, 1, 1)
        gtk_grid_attach(layers.cast(), emptiness, 0, 0, 1, 1)
        gtk_box_append(widget.cast(), layers)
    }

    private func buildBar() {
        bar.add(class: "bar")
        gtk_label_set_xalign(note.opaque, 0)
        gtk_widget_set_hexpand(note, 1)
        for child in [note, undo, delete] { gtk_box_append(bar.cast(), child) }
        jokesd_accessible_label(undo.raw, "Undo the deletion")
        gtk_widget_set_visible(bar, 0)
        gtk_box_append(widget.cast(), bar)
        delete.on("clicked") { [unowned self] in self.deleteSelected() }
        undo.on("clicked") { [unowned self] in self.report(.restore) }
    }

    private var currentView: Widget {
        gtk_toggle_button_get_active(grid.cast()) != 0 ? gridView : listView
    }

    // MARK: - Rows

    private func connect(_ factory: OpaquePointer, isGrid: Bool) {
        factory.onPointer("setup") { item in
            let row = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 4))
            row.add(class: isGrid ? "cell" : "row")
            for name in ["text", "facts"] {
                let label = made(gtk_label_new(nil))
                label.add(class: name)
                gtk_label_set_xalign(label.opaque, 0)
                gtk_label_set_wrap(label.opaque, 1)
                gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
                if isGrid {
                    gtk_label_set_width_chars(label.opaque, 16)
                    gtk_label_set_lines(label.opaque, name == "text" ? 7 : 2)
                    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
                }
                if name == "text" {
                    gtk_widget_set_vexpand(label, isGrid ? 1 : 0)
                    gtk_widget_set_valign(label, GTK_ALIGN_START)
                }
                gtk_box_append(row.cast(), label)
            }
            gtk_list_item_set_child(item, row)
        }
        factory.onPointer("bind") { [unowned self] item in self.bind(item) }
    }

    private func bind(_ item: OpaquePointer?) {
        let place = Int(gtk_list_item_get_position(item))
        guard jokes.indices.contains(place), let row = gtk_list_item_get_child(item) else { return }
        let words = RowText(jokes[place], translated: shown?.isTranslated ?? false)
        let text = made(gtk_widget_get_first_child(row))
        gtk_label_set_text(text.opaque, words.text)
        gtk_label_set_text(made(gtk_widget_get_next_sibling(text)).opaque, words.facts)
        // A request during the layout of the rows would change them while they are laid out.
        if place + 20 >= jokes.count {
            _ = after(0) { [weak self] in self?.report(.reached(row: place)) }
        }
    }

    // MARK: - The selection

    private func connectSelection() {
        let callback: @convention(c) (gpointer?, guint, guint, gpointer?) -> Void = { _, _, _, data in
            Unmanaged<SavedPage>.fromOpaque(made(data)).takeUnretainedValue().showBar()
        }
        g_signal_connect_data(
            selection.raw, "selection-changed", unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private var selected: [String] {
        let set = gtk_selection_model_get_selection(selection)
        defer { gtk_bitset_unref(set) }
        return (0..<gtk_bitset_get_size(set)).compactMap { place in
            let row = Int(gtk_bitset_get_nth(set, guint(place)))
            return jokes.indices.contains(row) ? jokes[row].id.rawValue : nil
        }
    }

    func deleteSelected() { report(.delete(selected)) }
    func copySelected() { report(.copySaved(selected)) }

    private func showBar() {
        let (count, deleted) = (selected.count, shown?.deleted ?? 0)
        gtk_widget_set_visible(bar, count > 0 || deleted > 0 ? 1 : 0)
        gtk_widget_set_visible(delete, count > 0 ? 1 : 0)
        gtk_widget_set_visible(undo, count == 0 && deleted > 0 ? 1 : 0)
        let words = count > 0 ? "\(Self.jokes(count)) selected" : "Deleted \(Self.jokes(deleted))"
        gtk_label_set_text(note.opaque, words)
    }

    private static func jokes(_ count: Int) -> String { count == 1 ? "1 joke" : "\(count) jokes" }

    // MARK: - What is shown

    func show(_ picture: DesktopModel.SavedPicture, _ list: SavedList) {
        guard picture != shown else { return }
        let old = shown
        shown = picture
        if picture.revision != old?.revision || picture.isTranslated != old?.isTranslated {
            replaceRows(by: list.jokes, all: picture.isTranslated != old?.isTranslated)
        }
        gtk_widget_set_visible(emptiness, picture.emptiness == nil ? 0 : 1)
        gtk_widget_set_visible(scroller, picture.emptiness == nil ? 1 : 0)
        gtk_label_set_text(emptiness.opaque, picture.emptiness ?? "")
        showBar()
    }

    /// Replaces the rows that differ, so that the others keep their place and their selection.
    private func replaceRows(by new: [Joke], all isAll: Bool) {
        let old = jokes
        var (first, last) = (0, 0)
        if !isAll {
            while first < min(old.count, new.count), old[first] == new[first] { first += 1 }
            while last < min(old.count, new.count) - first,
                old[old.count - 1 - last] == new[new.count - 1 - last]
            {
                last += 1
            }
        }
        jokes = new
        guard old.count - first - last > 0 || new.count - first - last > 0 else { return }
        let added = new[first..<(new.count - last)].map { strdup($0.id.rawValue) }
        defer { for id in added { free(id) } }
        var pointers = added.map { UnsafePointer($0) } + [nil]
        gtk_string_list_splice(ids, guint(first), guint(old.count - first - last), &pointers)
    }
}
