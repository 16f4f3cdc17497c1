// SPDX-License-Identifier: MIT
import CGtk
import Glibc

/// The widgets of a page that replaces the card.
protocol PageView: AnyObject {
    var widget: Widget { get }
    var title: String { get }
    /// Shows the page from its beginning, if it is one that has no place to return to.
    func opened()
    /// Gives the focus to the first thing to use.
    func focus()
    /// Handles the Escape key.
    func escape()
    /// Handles a key that no widget has used, alone or with Control. Returns whether it did.
    func press(_ key: Int32) -> Bool
    func pressControl(_ key: Int32) -> Bool
}

extension PageView {
    func opened() {}
    func press(_ key: Int32) -> Bool { false }
    func pressControl(_ key: Int32) -> Bool { false }
}

/// A search entry whose Escape key and whose focus the page handles.
final class SearchField {
    let widget = made(gtk_search_entry_new())

    init(name: String) {
        gtk_widget_set_hexpand(widget, 1)
        // It may be narrower than its words.
        gtk_editable_set_width_chars(widget.opaque, 3)
        jokesd_accessible_label(widget.raw, name)
    }

    var text: String {
        get { editableText(widget) }
        set { gtk_editable_set_text(widget.opaque, newValue) }
    }

    func focus() { gtk_widget_grab_focus(widget) }

    /// Whether keys are typed into it.
    var isTyping: Bool {
        guard let focus = gtk_root_get_focus(gtk_widget_get_root(widget)) else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }
}

/// Returns the text of an entry.
func editableText(_ entry: Widget) -> String {
    gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
}

/// A choice of one of several names.
final class DropDown {
    let widget: Widget
    private let list = made(gtk_string_list_new(nil))
    private let name: String
    private var names: [String] = []
    private var isShowing = false

    /// - Parameter choose: called with the place of the name that the user chose.
    init(name: String, _ names: [String] = [], choose: @escaping (Int) -> Void) {
        // The choice takes the list.
        g_object_ref(list.raw)
        widget = made(gtk_drop_down_new(list, nil))
        self.name = name
        widget.onPointer("notify::selected") { [unowned self] _ in
            self.tellName()
            let place = self.selected
            if !self.isShowing, self.names.indices.contains(place) { choose(place) }
        }
        show(names, selected: 0)
    }

    var selected: Int { Int(gtk_drop_down_get_selected(widget.opaque)) }

    /// Shows these names, without a call of `choose`. It is hidden if there are none.
    func show(_ new: [String], selected place: Int) {
        isShowing = true
        defer { isShowing = false }
        if new != names {
            let copies = new.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var pointers = copies.map { UnsafePointer($0) } + [nil]
            gtk_string_list_splice(list, 0, guint(names.count), &pointers)
            names = new
            gtk_widget_set_visible(widget, new.isEmpty ? 0 : 1)
        }
        if place != selected { gtk_drop_down_set_selected(widget.opaque, guint(place)) }
        tellName()
    }

    /// The button within takes the focus, and is what a screen reader reads.
    private func tellName() {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        jokesd_accessible_label(
            button.raw, names.indices.contains(selected) ? "\(name): \(names[selected])" : name)
    }
}

/// A button with an icon, whose name is also its tip.
func iconButton(_ button: Widget, _ icon: String, _ name: String) {
    gtk_button_set_icon_name(button.cast(), icon)
    gtk_widget_set_tooltip_text(button, name)
    jokesd_accessible_label(button.raw, name)
}
