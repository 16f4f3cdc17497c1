// SPDX-License-Identifier: MIT
import CGtk
import JokeCards
import JokeClient
import JokeDesktop

/// The page with the jokes of a source: the source, its category, a search, and the jokes, which can be liked and
/// disliked there.
final class FeedPage: PageView {
    let widget = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let title = localized("Feeds")
    private let search = SearchField(name: localized("Search the source"))
    private lazy var source = DropDown(name: localized("Source")) { [unowned self] place in
        self.send(.source(self.shown?.sources[place] ?? ""))
    }
    private lazy var category = DropDown(name: localized("Category")) { [unowned self] in
        self.send(.category($0))
    }
    private lazy var rows = JokeRows(name: localized("Jokes of the source")) { [unowned self] joke in
        RowText(joke, translated: self.shown?.isTranslated ?? false, self.list.feed.decision(on: joke))
    }
    private let bar = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let note = made(gtk_label_new(nil))
    private let more = made(gtk_button_new_with_label(""))
    private let like = made(gtk_button_new_with_label("🤣"))
    private let dislike = made(gtk_button_new_with_label("👎"))
    private let report: (DesktopModel.Input) -> Void
    private var shown: DesktopModel.FeedPicture?
    private var list = FeedList()

    init(report: @escaping (DesktopModel.Input) -> Void) {
        self.report = report
        buildTop()
        gtk_box_append(widget.cast(), rows.widget)
        buildBar()
        rows.onReach = { [unowned self] in self.send(.reached(row: $0)) }
        rows.onActivate = { report(.open(.details($0))) }
        rows.onSelection = { [unowned self] in self.showBar() }
    }

    private func send(_ input: DesktopModel.FeedInput) { report(.feed(input)) }

    func focus() { rows.focus() }

    func escape() {
        guard !search.text.isEmpty else { return report(.close) }
        search.text = ""
        send(.search(""))
        rows.focus()
    }

    func press(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_slash: search.focus()
        case GDK_KEY_plus, GDK_KEY_KP_Add: send(.like(rows.chosen))
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: send(.dislike(rows.chosen))
        case GDK_KEY_u: send(.undo)
        case GDK_KEY_t: report(.command(.toggleTranslation))
        case GDK_KEY_o: chooseSource(by: 1)
        case GDK_KEY_O: chooseSource(by: -1)
        case GDK_KEY_k: chooseCategory(by: 1)
        case GDK_KEY_K: chooseCategory(by: -1)
        case GDK_KEY_f: report(.close)
        default: return false
        }
        return true
    }

    func pressControl(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_f: search.focus()
        case GDK_KEY_z: send(.undo)
        case GDK_KEY_c where !search.isTyping: send(.copy(rows.chosen))
        default: return false
        }
        return true
    }

    private func chooseSource(by distance: Int) {
        guard let sources = shown?.sources, sources.count > 1 else { return }
        send(.source(sources[(source.selected + distance + sources.count) % sources.count]))
    }

    private func chooseCategory(by distance: Int) {
        guard let count = shown?.categories.count, count > 0 else { return }
        send(.category((category.selected + distance + count) % count))
    }

    // MARK: - Building

    private func buildTop() {
        let choices = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for choice in [source.widget, category.widget] {
            gtk_widget_set_hexpand(choice, 1)
            gtk_box_append(choices.cast(), choice)
        }
        let tools = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        tools.add(class: "tools")
        for child in [choices, search.widget] { gtk_box_append(tools.cast(), child) }
        gtk_box_append(widget.cast(), Clamp(tools).widget)
        // Each page may be a request to a service, so the search waits for Enter.
        search.widget.on("activate") { [unowned self] in
            self.send(.search(self.search.text))
            self.rows.focus()
        }
        // The entry takes the Escape key.
        search.widget.on("stop-search") { [unowned self] in self.escape() }
    }

    private func buildBar() {
        let content = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        bar.add(class: "bar")
        gtk_box_append(bar.cast(), Clamp(content).widget)
        gtk_label_set_xalign(note.opaque, 0)
        gtk_label_set_wrap(note.opaque, 1)
        gtk_widget_set_hexpand(note, 1)
        for child in [note, more, dislike, like] { gtk_box_append(content.cast(), child) }
        for (button, name, tip) in [
            (like, localized("Like the selected jokes"), localized("Like (+)")),
            (dislike, localized("Dislike the selected jokes"), localized("Dislike (−)")),
        ] {
            gtk_widget_set_tooltip_text(button, tip)
            jokesd_accessible_label(button.raw, name)
        }
        gtk_box_append(widget.cast(), bar)
        like.on("clicked") { [unowned self] in self.send(.like(self.rows.selected)) }
        dislike.on("clicked") { [unowned self] in self.send(.dislike(self.rows.selected)) }
        more.on("clicked") { [unowned self] in self.send(.goOn) }
    }

    // MARK: - What is shown

    func show(_ picture: DesktopModel.FeedPicture, _ list: FeedList) {
        guard picture != shown else { return }
        let old = shown
        shown = picture
        self.list = list
        source.show(picture.sources, selected: picture.source.flatMap(picture.sources.firstIndex(of:)) ?? 0)
        category.show(picture.categories, selected: picture.category)
        if old?.source != picture.source { search.text = picture.query }
        rows.show(emptiness: picture.emptiness)
        rows.show(list.jokes)
        showBar()
    }

    private func showBar() {
        let count = rows.selected.count
        let words =
            count > 0 ? localized("%s joke selected", "%s jokes selected", count: count) : shown?.ending
        gtk_label_set_text(note.opaque, words ?? "")
        for button in [like, dislike] { gtk_widget_set_visible(button, count > 0 ? 1 : 0) }
        gtk_widget_set_visible(more, shown?.more == nil ? 0 : 1)
        if let word = shown?.more { gtk_button_set_label(more.cast(), word) }
        gtk_widget_set_visible(bar, words != nil || shown?.more != nil ? 1 : 0)
    }
}
