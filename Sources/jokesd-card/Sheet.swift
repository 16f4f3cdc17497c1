// SPDX-License-Identifier: MIT
import CGtk
import JokeDesktop

/// A column of widgets that scrolls, as wide as text that is easy to read.
final class Sheet {
    let widget = made(gtk_scrolled_window_new())
    /// The whole column. It can have the focus, so that no part of it is selected.
    let content: Widget
    private let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))

    /// - Parameter name: What a screen reader calls it.
    init(name: String) {
        column.add(class: "sheet")
        gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        content = Clamp(column).widget
        gtk_widget_set_focusable(content, 1)
        jokesd_accessible_label(content.raw, name)
        gtk_scrolled_window_set_child(widget.opaque, content)
        gtk_widget_set_vexpand(widget, 1)
    }

    /// Gives the focus to the whole column.
    func focus() {
        // GTK would scroll to the other end of a column that is higher than the page.
        let viewport = made(gtk_scrolled_window_get_child(widget.opaque)).opaque
        gtk_viewport_set_scroll_to_focus(viewport, 0)
        gtk_widget_grab_focus(content)
        gtk_viewport_set_scroll_to_focus(viewport, 1)
    }

    func scrollToTop() { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(widget.opaque), 0) }

    func add(_ child: Widget) { gtk_box_append(column.cast(), child) }

    func empty() {
        while let child = gtk_widget_get_first_child(column) { gtk_box_remove(column.cast(), child) }
    }
}

/// A page of one sheet. The key that opens it also closes it, as Escape does.
protocol SheetPage: PageView {
    var sheet: Sheet { get }
    var key: Int32 { get }
    var report: (DesktopModel.Input) -> Void { get }
}

extension SheetPage {
    var widget: Widget { sheet.widget }

    func focus() { sheet.focus() }
    func opened() { sheet.scrollToTop() }
    func escape() { report(.close) }

    func press(_ pressed: Int32) -> Bool {
        guard pressed == key else { return false }
        report(.close)
        return true
    }
}

extension Widget {
    /// Lets a label wrap its text. A hyphen in a long word would look like one of the text.
    func wrapText() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(opaque, attributes)
        pango_attr_list_unref(attributes)
    }
}

/// Returns a label that wraps its text.
func wrappedLabel(_ text: String = "", class name: String? = nil) -> Widget {
    let label = made(gtk_label_new(text))
    gtk_label_set_xalign(label.opaque, 0)
    label.wrapText()
    if let name { label.add(class: name) }
    return label
}
