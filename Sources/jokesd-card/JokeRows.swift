// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeDesktop
import JokeWire

/// A list or a grid of jokes. The user can select several. If there are no jokes, it shows a sentence instead.
final class JokeRows {
    let widget = made(gtk_grid_new())
    private let scroller = made(gtk_scrolled_window_new())
    private let emptiness = made(gtk_label_new(nil))
    private let ids = made(gtk_string_list_new(nil))
    private let selection: OpaquePointer
    private let listView: Widget
    private let gridView: Widget
    /// The list items that have a row now.
    private var bound: Set<OpaquePointer> = []
    private var jokes: [Joke] = []
    /// Whether the jokes take the focus when there are some.
    private var isAwaitingFocus = false
    private let words: (Joke) -> RowText

    /// Called when a row near the end of the list is shown.
    var onReach: ((Int) -> Void)?
    var onSelection: (() -> Void)?
    /// Called with the joke of a row that Enter or a double click chose.
    var onActivate: ((Joke) -> Void)?

    /// The number of rows before the end of the list from which on the next page is requested.
    private static let ahead = 20

    /// - Parameter words: returns the words of a row.
    init(name: String, words: @escaping (Joke) -> RowText) {
        self.words = words
        // The selection takes the list, and each view takes its selection and its factory.
        selection = made(gtk_multi_selection_new(ids))
        for _ in 0..<2 { g_object_ref(selection.raw) }
        let factories = [made(gtk_signal_list_item_factory_new()), made(gtk_signal_list_item_factory_new())]
        listView = made(gtk_list_view_new(selection, factories[0]))
        gridView = made(gtk_grid_view_new(selection, factories[1]))
        for (place, factory) in factories.enumerated() { connect(factory, isGrid: place == 1) }
        for view in [listView, gridView] {
            // A view that is not shown must survive.
            g_object_ref_sink(view.raw)
            view.add(class: "jokes-list")
            jokesd_accessible_label(view.raw, name)
            view.onNumber("activate") { [unowned self] place in
                if self.jokes.indices.contains(place) { self.onActivate?(self.jokes[place]) }
            }
        }
        selection.onTwoNumbers("selection-changed") { [unowned self] _, _ in self.onSelection?() }
        build()
    }

    private func build() {
        gtk_grid_view_set_min_columns(gridView.opaque, 1)
        gtk_grid_view_set_max_columns(gridView.opaque, 6)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, listView)
        emptiness.add(class: "emptiness")
        gtk_label_set_wrap(emptiness.opaque, 1)
        gtk_label_set_max_width_chars(emptiness.opaque, 50)
        gtk_label_set_justify(emptiness.opaque, GTK_JUSTIFY_CENTER)
        gtk_widget_set_halign(emptiness, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(emptiness, GTK_ALIGN_CENTER)
        for child in [scroller, emptiness] {
            gtk_widget_set_hexpand(child, 1)
            gtk_widget_set_vexpand(child, 1)
            gtk_grid_attach(widget.cast(), child, 0, 0, 1, 1)
        }
    }

    var isGrid = false {
        didSet { gtk_scrolled_window_set_child(scroller.opaque, currentView) }
    }

    private var currentView: Widget { isGrid ? gridView : listView }

    /// Gives the focus to the jokes, as soon as there are some.
    func focus() {
        isAwaitingFocus = jokes.isEmpty
        if !jokes.isEmpty {
            gtk_widget_grab_focus(currentView)
        } else if let root = gtk_widget_get_root(widget) {
            // Otherwise GTK gives it to the search, which would take the keys of the page.
            gtk_root_set_focus(root, nil)
        }
    }

    /// Whether the focus is not in an entry, into which the user types.
    private var hasFreeFocus: Bool {
        guard let focus = gtk_root_get_focus(gtk_widget_get_root(widget)) else { return true }
        return g_type_check_instance_is_a(focus.cast(), gtk_text_get_type()) == 0
    }

    private var hasFocus: Bool {
        guard let focus = gtk_root_get_focus(gtk_widget_get_root(widget)) else { return false }
        return gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// The ids of the selected jokes.
    var selected: [String] {
        let set = gtk_selection_model_get_selection(selection)
        defer { gtk_bitset_unref(set) }
        return (0..<gtk_bitset_get_size(set)).compactMap { place in
            let row = Int(gtk_bitset_get_nth(set, guint(place)))
            return jokes.indices.contains(row) ? jokes[row].id.rawValue : nil
        }
    }

    /// The ids of the jokes for which a key is: the selected ones, or that of the row with the focus.
    var chosen: [String] {
        let selected = selected
        guard selected.isEmpty, let focus = gtk_root_get_focus(gtk_widget_get_root(widget)),
            let item = bound.first(where: { gtk_widget_get_parent(gtk_list_item_get_child($0)) == focus })
        else { return selected }
        let row = Int(gtk_list_item_get_position(item))
        return jokes.indices.contains(row) ? [jokes[row].id.rawValue] : []
    }

    // MARK: - Rows

    private func connect(_ factory: OpaquePointer, isGrid: Bool) {
        factory.onPointer("setup") { item in
            let row = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 4))
            row.add(class: isGrid ? "cell" : "row")
            if isGrid { gtk_widget_set_size_request(row, 190, -1) }
            for name in ["text", "facts"] {
                let label = made(gtk_label_new(nil))
                label.add(class: name)
                gtk_label_set_xalign(label.opaque, 0)
                label.wrapText()
                if isGrid {
                    gtk_label_set_lines(label.opaque, name == "text" ? 7 : 2)
                    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
                }
                if name == "text" {
                    gtk_widget_set_vexpand(label, isGrid ? 1 : 0)
                    gtk_widget_set_valign(label, GTK_ALIGN_START)
                }
                gtk_box_append(row.cast(), label)
            }
            gtk_list_item_set_child(item, isGrid ? row : Clamp(row).widget)
        }
        factory.onPointer("bind") { [unowned self] item in
            guard let item else { return }
            self.bound.insert(item)
            self.write(item)
            // A request during the layout of the rows would change them while they are laid out.
            let place = Int(gtk_list_item_get_position(item))
            guard place + Self.ahead >= self.jokes.count else { return }
            _ = after(0) { [weak self] in self?.onReach?(place) }
        }
        factory.onPointer("unbind") { [unowned self] item in
            if let item { self.bound.remove(item) }
        }
    }

    private func write(_ item: OpaquePointer) {
        let place = Int(gtk_list_item_get_position(item))
        guard jokes.indices.contains(place), let child = gtk_list_item_get_child(item) else { return }
        let words = words(jokes[place])
        let row =
            gtk_widget_has_css_class(child, "cell") != 0 ? child : made(gtk_widget_get_first_child(child))
        let text = made(gtk_widget_get_first_child(row))
        let facts = made(gtk_widget_get_next_sibling(text))
        gtk_label_set_text(text.opaque, words.text)
        if let listed = gtk_widget_get_parent(child) { jokesd_accessible_label(listed.raw, words.text) }
        for label in [text, facts] { label.setDirection(rightToLeft: runsRightToLeft(words.text)) }
        gtk_label_set_text(facts.opaque, words.facts)
        gtk_widget_set_visible(facts, words.facts.isEmpty ? 0 : 1)
    }

    // MARK: - What is shown

    /// Shows a sentence instead of the jokes, or the jokes if it is nil.
    func show(emptiness text: String?) {
        gtk_widget_set_visible(emptiness, text == nil ? 0 : 1)
        gtk_widget_set_visible(scroller, text == nil ? 1 : 0)
        gtk_label_set_text(emptiness.opaque, text ?? "")
    }

    /// Shows these jokes. Rows of jokes that were shown before keep their place and their selection.
    func show(_ new: [Joke]) {
        let old = jokes
        var (first, last) = (0, 0)
        while first < min(old.count, new.count), old[first].id == new[first].id { first += 1 }
        while last < min(old.count, new.count) - first,
            old[old.count - 1 - last].id == new[new.count - 1 - last].id
        {
            last += 1
        }
        if new.isEmpty, hasFocus { isAwaitingFocus = true }
        jokes = new
        if old.count - first - last > 0 || new.count - first - last > 0 {
            let added = new[first..<(new.count - last)].map { strdup($0.id.rawValue) }
            defer { for id in added { free(id) } }
            var pointers = added.map { UnsafePointer($0) } + [nil]
            gtk_string_list_splice(ids, guint(first), guint(old.count - first - last), &pointers)
        }
        for item in bound { write(item) }
        if isAwaitingFocus, !new.isEmpty, hasFreeFocus { focus() }
    }
}
