// SPDX-License-Identifier: MIT
import CGtk
import JokeCards
import JokeClient
import JokeDesktop

/// The window: the header, the cards, a message and the buttons. It shows a ``DesktopModel/Picture`` and reports input.
final class CardWindow {
    let window: Widget
    private let stage = CardStage()
    private let stack = made(gtk_stack_new())
    private let cardPage = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    // The window appears sooner if each page is made when it is opened.
    private lazy var savedPage = stacked(SavedPage(report: report))
    private lazy var feedPage = stacked(FeedPage(report: report))
    private lazy var detailsPage = stacked(DetailsPage(report: report))
    private lazy var sourcesPage = stacked(SourcesPage(report: report))
    private lazy var tastePage = stacked(TastePage(report: report))
    private lazy var editorPage = stacked(EditorPage(report: report))
    private let shareMenu = ShareMenu()
    private lazy var menu = Menu.model(shareMenu)
    private let smallAction = made(g_simple_action_new_stateful("small", nil, g_variant_new_boolean(0)))
    /// The page that is shown, or nil for the card.
    private var page: (any PageView)?
    private let header = made(gtk_header_bar_new())
    private let title = made(gtk_label_new(localized("Jokes")))
    private let back = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
    private let saved = made(gtk_button_new_with_label(""))
    private let offline = made(gtk_label_new(localized("Offline")))
    private let spinner = made(gtk_spinner_new())
    private let message = made(gtk_label_new(nil))
    private let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let messageRow = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let like = made(gtk_button_new_with_label("🤣"))
    private let buttonRow = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 16))
    private lazy var frame = WindowFrame(of: window, header: header, buttons: buttonRow)
    private let dislike = made(gtk_button_new_with_label("👎"))
    private let undo = made(gtk_button_new_from_icon_name("edit-undo-symbolic"))
    private let translate = made(gtk_button_new_with_label(""))
    private let report: (DesktopModel.Input) -> Void
    private let actions: Actions

    /// The things that the window asks of the program.
    struct Actions {
        let quit: () -> Void
    }

    /// The drag of the pointer that may become a drag of the card: its start, and whether it did.
    private var drag: (x: Double, y: Double, time: Int, isOnCard: Bool, isClaimed: Bool)?
    /// The difference between the time of events and that of the main loop, in microseconds.
    private var eventClock = 0
    private var shown: DesktopModel.Picture?
    private var isTicking = false

    /// The distance in pixels from which on a press is a drag and not a click.
    private static let threshold = 6.0

    init(
        of application: UnsafeMutablePointer<GtkApplication>, actions: Actions,
        report: @escaping (DesktopModel.Input) -> Void
    ) {
        window = gtk_application_window_new(application)
        (self.report, self.actions) = (report, actions)
        window.add(class: "jokes")
        gtk_window_set_title(window.cast(), localized("Jokes"))
        gtk_window_set_icon_name(window.cast(), "io.github.jokesd.Card")
        gtk_window_set_default_size(window.cast(), 560, 780)
        buildHeader()
        buildContent()
        connectPointer()
        connectKeys()
        for (name, page) in Menu.pages {
            Menu.add(name, to: window) { [unowned self] in self.report(.open(page)) }
        }
        Menu.add("copy", to: window) { [unowned self] in self.report(.copy) }
        Menu.add("copy-picture", to: window) { [unowned self] in self.report(.copyPicture) }
        Menu.addNamed("share", to: window) { [unowned self] in self.report(.share($0)) }
        Menu.add(smallAction, to: window) { [unowned self] in self.isSmall.toggle() }
        Menu.add("keys", to: window) { [unowned self] in Menu.showKeys(over: self.window) }
        Menu.add("about", to: window) { [unowned self] in Menu.showAbout(over: self.window) }
        Menu.add("quit", to: window, actions.quit)
        gtk_window_set_focus(window.cast(), stage.widget)
        window.on("realize") { [unowned self] in self.reportFrames() }
    }

    var onReach: ((Double) -> Void)? {
        get { stage.onReach }
        set { stage.onReach = newValue }
    }

    /// Shows the window in front. A Wayland compositor does that without the token of a click only if the window is mapped
    /// anew.
    func present() {
        if jokesd_needs_mapping(window) != 0 { gtk_widget_set_visible(window, 0) }
        gtk_window_present(window.cast())
    }

    /// Opens a link with the program that the desktop has for it.
    func open(_ link: String) {
        gtk_show_uri_full(
            window.cast(), link, 0, nil,
            { parent, result, data in
                let window = Unmanaged<CardWindow>.fromOpaque(made(data)).takeRetainedValue()
                var error: UnsafeMutablePointer<GError>?
                guard gtk_show_uri_full_finish(parent?.cast(), result, &error) == 0, let error else { return }
                defer { g_error_free(error) }
                window.report(.notOpened(String(cString: error.pointee.message)))
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// Copies a picture to the clipboard.
    func copy(svg: String) {
        let bytes = g_bytes_new(svg, gsize(svg.utf8.count))
        defer { g_bytes_unref(bytes) }
        // GTK reads SVG by the loader of librsvg, as its icons.
        guard let picture = gdk_texture_new_from_bytes(bytes, nil) else {
            return report(.copiedPicture(false))
        }
        gdk_clipboard_set_texture(gtk_widget_get_clipboard(window), picture)
        g_object_unref(picture.raw)
        report(.copiedPicture(true))
    }

    /// Prints a message after the first frame with a joke, and after the first one in which a joke rests, if the
    /// environment asks for it.
    private func reportFrames() {
        guard g_getenv("G_MESSAGES_DEBUG") != nil else { return }
        let clock = made(gtk_widget_get_frame_clock(window))
        clock.on("after-paint") { [unowned self] in
            guard let card = self.shown?.card else { return }
            if !self.hasReported { jokesd_debug("first frame with a joke") }
            self.hasReported = true
            let resting = self.stage.isSettled ? card.id : nil
            if let resting, resting != self.resting { jokesd_debug("at rest: \(resting)") }
            self.resting = resting
        }
    }

    private var hasReported = false
    /// The id of the joke that rested in the last frame.
    private var resting: String?

    // MARK: - Building

    private func buildHeader() {
        for flag in [offline, saved, back] { gtk_widget_set_visible(flag, 0) }
        title.add(class: "title")
        gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
        gtk_header_bar_set_title_widget(header.opaque, title)
        gtk_button_set_has_frame(back.cast(), 0)
        gtk_widget_set_tooltip_text(back, localized("Back to the card"))
        jokesd_accessible_label(back.raw, localized("Back to the card"))
        back.on("clicked") { [unowned self] in self.report(.close) }
        // The title stays in the middle, because the button at the start is narrower than the controls of the window.
        for child in [back, saved] { gtk_header_bar_pack_start(header.opaque, child) }
        gtk_widget_set_tooltip_text(saved, localized("Saved jokes (S)"))
        saved.on("clicked") { [unowned self] in self.report(.open(.saved)) }
        offline.add(class: "flag")
        for label in [offline, made(gtk_button_get_child(saved.cast()))] {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        }
        gtk_label_set_width_chars(gtk_button_get_child(saved.cast())?.opaque, 6)
        saved.add(class: "saved")
        let button = Menu.button(menu)
        if let popover = gtk_menu_button_get_popover(button.opaque) { watchMenu(popover.cast()) }
        gtk_header_bar_pack_end(header.opaque, button)
        gtk_header_bar_pack_end(header.opaque, offline)
        gtk_header_bar_pack_end(header.opaque, spinner)
        gtk_window_set_titlebar(window.cast(), header)
        jokesd_accessible_label(spinner.raw, localized("Fetching jokes"))
        gtk_widget_set_tooltip_text(offline, localized("The last attempt to fetch a joke failed"))
    }

    private func buildContent() {
        gtk_box_append(cardPage.cast(), stage.widget)
        buildButtons()
        gtk_box_append(cardPage.cast(), buttonRow)
        gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
        gtk_stack_add_child(stack.opaque, cardPage)

        message.wrapText()
        gtk_label_set_max_width_chars(message.opaque, 60)
        message.add(class: "message")
        gtk_widget_set_halign(message, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(message, 1)
        gtk_widget_set_visible(message, 0)
        reserveMessage()
        gtk_box_append(messageRow.cast(), message)
        gtk_widget_set_vexpand(stack, 1)
        for child in [stack, messageRow] { gtk_box_append(column.cast(), child) }
        gtk_window_set_child(window.cast(), column)
    }

    private func stacked<Page: PageView>(_ page: Page) -> Page {
        gtk_stack_add_child(stack.opaque, page.widget)
        return page
    }

    private func buildButtons() {
        buttonRow.add(class: "decide")
        // A card that is thrown to the right is liked, whatever the direction of writing is.
        gtk_widget_set_direction(buttonRow, GTK_TEXT_DIR_LTR)
        gtk_widget_set_halign(buttonRow, GTK_ALIGN_CENTER)
        gtk_widget_set_margin_bottom(buttonRow, 8)
        let all: [(Widget, String, String, String, CardCommand)] = [
            (dislike, "large", localized("Dislike"), localized("Dislike (−)"), .dislike),
            (undo, "small", localized("Undo"), localized("Undo (U)"), .undo),
            (translate, "small", localized("Translation"), localized("Translation (T)"), .toggleTranslation),
            (like, "large", localized("Like"), localized("Like (+)"), .like),
        ]
        for (button, size, name, tip, command) in all {
            button.add(class: size)
            gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
            // A click leaves the focus on the card, which takes the keys.
            gtk_widget_set_focus_on_click(button, 0)
            gtk_widget_set_tooltip_text(button, tip)
            jokesd_accessible_label(button.raw, name)
            button.on("clicked") { [unowned self] in self.report(.command(command)) }
            gtk_box_append(buttonRow.cast(), button)
        }
    }

    // MARK: - The small window

    /// Whether the window shows the card alone, without a frame and above the others. A page has the whole window.
    var isSmall = false {
        didSet {
            guard isSmall != oldValue else { return }
            g_simple_action_set_state(smallAction, g_variant_new_boolean(isSmall ? 1 : 0))
            showFrame()
        }
    }

    private func showFrame() {
        frame.isAlone = isSmall && page == nil
        reserveMessage()
    }

    /// The card keeps its height while a line appears and vanishes, but alone it has the whole window.
    private func reserveMessage() { messageRow.add(class: "reserved", page == nil && !frame.isAlone) }

    private func showMenu(at x: Int32, _ y: Int32) {
        var place = GdkRectangle(x: x, y: y, width: 1, height: 1)
        gtk_popover_set_pointing_to(contextMenu.cast(), &place)
        gtk_popover_popup(contextMenu.cast())
    }

    /// The menu at the pointer, which has the entries of the button's menu.
    private lazy var contextMenu: Widget = {
        let popover = made(gtk_popover_menu_new_from_model(menu.cast()))
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_widget_set_halign(popover, GTK_ALIGN_START)
        gtk_widget_set_parent(popover, column)
        watchMenu(popover)
        return popover
    }()

    private func watchMenu(_ popover: Widget) {
        popover.on("show") { [unowned self] in self.report(.readShareTargets) }
        // The menu keeps the focus while it closes.
        popover.on("closed") { [unowned self] in _ = after(0) { self.focusPage() } }
    }

    // MARK: - The pointer

    private func connectPointer() {
        let gesture = made(gtk_gesture_drag_new())
        gtk_gesture_single_set_button(gesture, guint(GDK_BUTTON_PRIMARY))
        gesture.onPosition("drag-begin") { [unowned self] x, y in
            gtk_widget_grab_focus(self.stage.widget)
            // A hand needs no ring around what it holds. The next key shows it again.
            gtk_window_set_focus_visible(self.window.cast(), 0)
            let now = g_get_monotonic_time()
            self.eventClock = now - self.eventTime(gesture)
            self.drag = (x, y, now, self.stage.isOnCard(x, y), false)
        }
        gesture.onPosition("drag-update") { [unowned self] dx, dy in self.pointerMoved(gesture, dx, dy) }
        gesture.onPosition("drag-end") { [unowned self] _, _ in self.pointerReleased(gesture) }
        gesture.onPointer("cancel") { [unowned self] _ in
            if self.drag?.isClaimed == true { self.report(.cancel) }
            self.drag = nil
        }
        gtk_widget_add_controller(stage.widget, gesture)
        forgetLostTouches(gesture)
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        click.onPress { [unowned self] x, y in self.showMenu(at: Int32(x), Int32(y)) }
        gtk_widget_add_controller(stage.widget, click)
    }

    /// Lets each press begin a new drag.
    ///
    /// GTK does not tell the gesture that a touch has ended if it scrolled the joke, or if a page covered the card
    /// meanwhile. The gesture would take the next touch for a second finger.
    private func forgetLostTouches(_ gesture: OpaquePointer) {
        let presses = made(gtk_event_controller_legacy_new())
        gtk_event_controller_set_propagation_phase(presses, GTK_PHASE_CAPTURE)
        presses.onEvent { event in
            let type = gdk_event_get_event_type(event)
            let isFirstFinger = type == GDK_TOUCH_BEGIN && gdk_touch_event_get_emulating_pointer(event) != 0
            if isFirstFinger || type == GDK_BUTTON_PRESS { gtk_event_controller_reset(gesture) }
        }
        gtk_widget_add_controller(stage.widget, presses)
    }

    private func pointerMoved(_ gesture: OpaquePointer, _ dx: Double, _ dy: Double) {
        guard var drag else { return }
        let time = Duration.microseconds(eventTime(gesture) + eventClock)
        if !drag.isClaimed {
            let distance = (dx * dx + dy * dy).squareRoot()
            guard distance >= Self.threshold else { return }
            guard drag.isOnCard else {
                if frame.isAlone { frame.move(with: gesture, from: stage.widget, (drag.x, drag.y)) }
                return
            }
            let isTouch = gtk_gesture_single_get_current_sequence(gesture) != nil
            if isTouch, stage.isLong, abs(dy) > abs(dx) {
                // The finger scrolls the joke.
                self.drag = nil
                return
            }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            drag.isClaimed = true
            self.drag = drag
            // GTK merges moves, so the first one may be far beyond the threshold.
            let start = drag.x + dx * Self.threshold / distance
            report(.press(at: start, cardWidth: Double(stage.cardWidth), time: .microseconds(drag.time)))
        }
        report(.move(to: drag.x + dx, time: time))
    }

    private func pointerReleased(_ gesture: OpaquePointer) {
        guard let drag else { return }
        self.drag = nil
        if drag.isClaimed {
            report(.letGo(time: .microseconds(eventTime(gesture) + eventClock)))
        } else if drag.isOnCard {
            report(.command(.reveal))
        }
    }

    /// Returns the time of the current event in microseconds. GTK delivers the events of a frame together.
    private func eventTime(_ controller: OpaquePointer) -> Int {
        Int(gtk_event_controller_get_current_event_time(controller)) * 1_000
    }

    // MARK: - Keys

    private func connectKeys() {
        let keys = made(gtk_event_controller_key_new())
        keys.onKey { [unowned self] key, modifiers in self.press(key, modifiers) }
        gtk_widget_add_controller(window, keys)
    }

    private func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        if modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0 { return pressControl(key) }
        if let page { return pressInPage(page, key) }
        guard modifiers.rawValue & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0 else {
            return false
        }
        switch Int32(key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: report(.command(.left))
        case GDK_KEY_Right, GDK_KEY_KP_Right: report(.command(.right))
        case GDK_KEY_Return, GDK_KEY_KP_Enter: report(.command(.release))
        case GDK_KEY_Escape: report(.command(.putBack))
        case GDK_KEY_Up, GDK_KEY_KP_Up: stage.scroll(by: -1)
        case GDK_KEY_Down, GDK_KEY_KP_Down: stage.scroll(by: 1)
        case GDK_KEY_Page_Up: stage.scroll(by: -6)
        case GDK_KEY_Page_Down: stage.scroll(by: 6)
        case GDK_KEY_Home, GDK_KEY_KP_Home: stage.scrollToEnd(false)
        case GDK_KEY_End, GDK_KEY_KP_End: stage.scrollToEnd(true)
        case GDK_KEY_Menu: showMenu(at: 20, 20)
        // The button has the key while it is shown.
        case GDK_KEY_F10 where frame.isAlone: showMenu(at: 20, 20)
        default: return pressCharacter(gdk_keyval_to_unicode(key))
        }
        return true
    }

    private func pressInPage(_ page: any PageView, _ key: UInt32) -> Bool {
        guard Int32(key) == GDK_KEY_Escape else { return !isTyping && page.press(Int32(key)) }
        page.escape()
        return true
    }

    /// Whether keys are for an entry or an open list of choices.
    private var isTyping: Bool {
        guard let focus = gtk_root_get_focus(window.opaque) else { return false }
        return gtk_widget_get_ancestor(focus, gtk_text_get_type()) != nil
            || gtk_widget_get_ancestor(focus, gtk_text_view_get_type()) != nil
            || gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
    }

    private func openSaved(searching isSearching: Bool) {
        report(.open(.saved))
        if isSearching { savedPage.focusSearch() }
    }

    private func pressCharacter(_ unicode: UInt32) -> Bool {
        guard let scalar = Unicode.Scalar(unicode), unicode > 0 else { return false }
        if let command = CardCommand(key: Character(scalar)) {
            report(.command(command))
            return true
        }
        switch scalar {
        case "c": report(.copy)
        case "s": openSaved(searching: false)
        case "f": report(.open(.feed))
        case "o": report(.open(.sources))
        case "y": report(.open(.taste))
        case "C": report(.copyPicture)
        case "a": report(.open(.editor(nil)))
        case "i": report(.open(.details(nil)))
        case "/": openSaved(searching: true)
        case "?": Menu.showKeys(over: window)
        case "m": isSmall.toggle()
        case "q": actions.quit()
        default: return false
        }
        return true
    }

    private func pressControl(_ key: UInt32) -> Bool {
        if let page, page.pressControl(Int32(key)) { return true }
        switch Int32(key) {
        case GDK_KEY_z: report(.command(.undo))
        case GDK_KEY_f where page == nil: openSaved(searching: true)
        case GDK_KEY_c where page == nil: report(.copy)
        case GDK_KEY_q, GDK_KEY_w: actions.quit()
        default: return false
        }
        return true
    }

    // MARK: - What is shown

    func show(_ picture: DesktopModel.Picture, of model: DesktopModel) {
        let page = showPage(picture, of: model)
        if picture != shown {
            let old = shown
            shown = picture
            if picture.card != old?.card || picture.leaving != old?.leaving {
                stage.show(picture.card, leaving: picture.leaving, motion: model.motion)
            }
            if page !== self.page { turn(to: page) }
            showHeader(picture)
            showMessage(picture.message)
            shareMenu.show(picture.shareTargets)
            for button in [like, dislike, undo, translate] {
                gtk_widget_set_sensitive(button, picture.isConnected ? 1 : 0)
            }
            gtk_button_set_label(translate.cast(), picture.otherLanguage.uppercased())
            jokesd_accessible_label(translate.raw, localized("Translation"))
            translate.add(class: "on", picture.showsTranslation)
            jokesd_accessible_pressed(translate.raw, picture.showsTranslation ? 1 : 0)
        }
        stage.move(model.motion)
    }

    /// Shows a page's picture, and returns the page. Returns nil for the card.
    private func showPage(_ picture: DesktopModel.Picture, of model: DesktopModel) -> (any PageView)? {
        switch picture.page {
        case .saved(let picture):
            savedPage.show(picture, model.saved)
            return savedPage
        case .feed(let picture):
            feedPage.show(picture, model.feed)
            return feedPage
        case .details(let details):
            detailsPage.show(details)
            return detailsPage
        case .sources(let rows):
            sourcesPage.show(rows, isConnected: picture.isConnected)
            return sourcesPage
        case .taste(let picture):
            tastePage.show(picture)
            return tastePage
        case .editor(let draft, let number, let isNew):
            editorPage.show(draft, number: number, isNew: isNew)
            return editorPage
        case nil: return nil
        }
    }

    /// Moves the cards for a frame.
    func move(_ motion: CardMotion) { stage.move(motion) }

    private func turn(to page: (any PageView)?) {
        // GTK 4.8 does not tell a screen reader that the other pages are not on the screen.
        jokesd_accessible_hidden((self.page?.widget ?? cardPage).raw, 1)
        self.page = page
        let child = page?.widget ?? cardPage
        jokesd_accessible_hidden(child.raw, 0)
        gtk_stack_set_visible_child(stack.opaque, child)
        gtk_label_set_text(title.opaque, page?.title ?? localized("Jokes"))
        gtk_widget_set_visible(back, page == nil ? 0 : 1)
        showFrame()
        focusPage()
        page?.opened()
    }

    private func focusPage() { if let page { page.focus() } else { gtk_widget_grab_focus(stage.widget) } }

    private func showHeader(_ picture: DesktopModel.Picture) {
        gtk_widget_set_visible(saved, picture.saved == nil || picture.page != nil ? 0 : 1)
        if let sum = picture.saved?.grouped { gtk_button_set_label(saved.cast(), localized("Saved %s", sum)) }
        gtk_widget_set_visible(offline, picture.isOffline ? 1 : 0)
        gtk_spinner_set_spinning(spinner.opaque, picture.isFetching ? 1 : 0)
        gtk_widget_set_visible(spinner, picture.isFetching ? 1 : 0)
    }

    private func showMessage(_ message: CardSession.Message?) {
        gtk_widget_set_visible(self.message, message == nil ? 0 : 1)
        guard let message else { return }
        gtk_label_set_text(self.message.opaque, message.text)
        self.message.add(class: "trouble", message.isTrouble)
    }
}
