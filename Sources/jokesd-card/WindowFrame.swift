// SPDX-License-Identifier: MIT
import CGtk

/// The title bar and the buttons around the card, which are hidden while the card is shown alone.
final class WindowFrame {
    private let window: Widget
    private let header: Widget
    private let buttons: Widget
    /// The size of the small window, or of the whole one while the window is small.
    private var otherSize: (width: Int32, height: Int32) = (320, 380)
    private var isNarrow = false

    init(of window: Widget, header: Widget, buttons: Widget) {
        (self.window, self.header, self.buttons) = (window, header, buttons)
        // GTK tells the width while it lays out the header, which must not change then.
        window.onPointer("notify::default-width") { [unowned self] _ in
            _ = after(0) { [weak self] in self?.showControls() }
        }
        // A window manager keeps only a window above that it has.
        window.on("map") { [unowned self] in if self.isAlone { _ = jokesd_keep_above(self.window, 1) } }
    }

    /// Whether the card is shown alone, above the other windows. Both windows keep the size that they had.
    var isAlone = false {
        didSet {
            if isAlone != oldValue { change() }
        }
    }

    private func change() {
        gtk_window_unmaximize(window.cast())
        let size = size
        gtk_window_set_default_size(window.cast(), otherSize.width, otherSize.height)
        otherSize = size
        for part in [header, buttons] { gtk_widget_set_visible(part, isAlone ? 0 : 1) }
        gtk_window_set_decorated(window.cast(), isAlone ? 0 : 1)
        // Without a compositor, a transparent window is black.
        window.add(class: "small", isAlone)
        window.add(class: "clear", isAlone && gdk_display_is_composited(gdk_display_get_default()) != 0)
        // A window that is shown in Wayland keeps its size, so it is shown anew.
        guard jokesd_keep_above(window, isAlone ? 1 : 0) == 0, gtk_widget_get_mapped(window) != 0 else {
            return
        }
        gtk_widget_set_visible(window, 0)
        gtk_window_present(window.cast())
    }

    private var size: (width: Int32, height: Int32) {
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(window.cast(), &width, &height)
        return (width, height)
    }

    /// The least width at which the header shows all buttons and its words. It grows with the size of the text.
    private var roomyWidth: Int32 {
        let font = pango_context_get_font_description(gtk_widget_get_pango_context(header))
        return 180 + 15 * pango_font_description_get_size(font) / Int32(PANGO_SCALE)
    }

    /// Hides the buttons to minimize and to maximize while the window is too narrow for them.
    private func showControls() {
        guard isNarrow != (size.width < roomyWidth) else { return }
        isNarrow.toggle()
        guard isNarrow, let text = jokesd_text(gtk_widget_get_settings(window).raw, "gtk-decoration-layout")
        else {
            return gtk_header_bar_set_decoration_layout(header.opaque, nil)
        }
        defer { g_free(text) }
        let sides = String(cString: text).split(separator: ":", omittingEmptySubsequences: false).map {
            $0.split(separator: ",").filter { $0 != "minimize" && $0 != "maximize" }.joined(separator: ",")
        }
        gtk_header_bar_set_decoration_layout(header.opaque, sides.joined(separator: ":"))
    }

    /// Lets the window manager move the window with the pointer, which has pressed at this place of a widget.
    func move(with gesture: OpaquePointer, from widget: Widget, _ place: (x: Double, y: Double)) {
        var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
        gtk_widget_translate_coordinates(widget, window, place.x, place.y, &x, &y)
        gtk_native_get_surface_transform(window.opaque, &left, &top)
        gdk_toplevel_begin_move(
            gtk_native_get_surface(window.opaque), gtk_gesture_get_device(gesture), Int32(GDK_BUTTON_PRIMARY),
            x + left, y + top, gtk_event_controller_get_current_event_time(gesture))
        gtk_event_controller_reset(gesture)
    }
}
