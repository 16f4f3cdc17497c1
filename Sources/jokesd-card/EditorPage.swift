// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeClient
import JokeDesktop

/// The page on which the user writes or edits a joke.
final class EditorPage: PageView {
    private(set) var title = localized("Add a joke")
    private let sheet = Sheet(name: localized("Add a joke"))
    private let text = TextField(name: localized("Joke, or the first part of it"))
    private let punchline = TextField(name: localized("Punch line, if it is a part of its own"))
    private let categories = made(gtk_entry_new())
    private let language = made(gtk_entry_new())
    private let report: (DesktopModel.Input) -> Void
    private var number: Int?

    var widget: Widget { sheet.widget }

    init(report: @escaping (DesktopModel.Input) -> Void) {
        self.report = report
        for field in [text, punchline] {
            add(field.name, field.frame)
        }
        for (entry, name) in [
            (categories, localized("Categories, separated by commas")),
            (language, localized("Language, such as en")),
        ] {
            add(name, entry)
            entry.on("activate") { [unowned self] in self.save() }
        }
        let save = made(gtk_button_new_with_label(localized("Save")))
        gtk_widget_set_tooltip_text(save, localized("Save (Ctrl-Enter)"))
        gtk_widget_set_halign(save, GTK_ALIGN_END)
        save.on("clicked") { [unowned self] in self.save() }
        sheet.add(save)
        let keys = made(gtk_event_controller_key_new())
        // A field of several lines would take the key.
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        keys.onKey { [unowned self] key, modifiers in
            guard Int32(key) == GDK_KEY_Return, modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0 else {
                return false
            }
            self.save()
            return true
        }
        gtk_widget_add_controller(widget, keys)
    }

    private func add(_ name: String, _ field: Widget) {
        let label = wrappedLabel(name, class: "facts")
        gtk_label_set_mnemonic_widget(label.opaque, field)
        sheet.add(label)
        sheet.add(field)
    }

    func focus() { text.focus() }
    func opened() { sheet.scrollToTop() }
    func escape() { report(.close) }

    private func save() {
        var draft = JokeDraft()
        (draft.text, draft.punchline) = (text.text, punchline.text)
        (draft.categories, draft.language) = (editableText(categories), editableText(language))
        report(.save(draft))
    }

    /// Fills the fields if the number is a new one. What the user types stays otherwise.
    func show(_ draft: JokeDraft, number: Int, isNew: Bool) {
        title = isNew ? localized("Add a joke") : localized("Edit the joke")
        jokesd_accessible_label(sheet.content.raw, title)
        guard number != self.number else { return }
        self.number = number
        (text.text, punchline.text) = (draft.text, draft.punchline)
        gtk_editable_set_text(categories.opaque, draft.categories)
        gtk_editable_set_text(language.opaque, draft.language)
    }
}

/// A field of several lines. The Tab key leaves it.
final class TextField {
    let frame = made(gtk_frame_new(nil))
    let name: String
    private let view = made(gtk_text_view_new())

    init(name: String) {
        self.name = name
        gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(view.cast(), 0)
        gtk_widget_set_size_request(view, -1, 90)
        view.add(class: "field")
        jokesd_accessible_label(view.raw, name)
        gtk_frame_set_child(frame.cast(), view)
    }

    func focus() { gtk_widget_grab_focus(view) }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(view.cast()) }

    var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set { gtk_text_buffer_set_text(buffer, newValue, -1) }
    }
}
