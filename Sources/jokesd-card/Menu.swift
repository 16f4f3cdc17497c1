// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop
import JokeWire

/// The menu of the window, and the windows that it opens: the keys, and what the program is.
enum Menu {
    /// The keys of each page, as docs/card.md has them. A key is in the form of `gtk_accelerator_parse`.
    private static let keys: [(group: String, [(key: String, title: String)])] = [
        (
            localized("Card"),
            [
                ("plus", localized("Like")), ("minus", localized("Dislike")), ("n", localized("Next joke")),
                ("u", localized("Undo")), ("p", localized("Previous joke")),
                ("space", localized("Tell the punch line")),
                ("t", localized("Show the translation, or the joke itself")),
                ("c", localized("Copy the joke")), ("i", localized("Details of the joke")),
                ("Up Down", localized("Scroll a long joke")),
                ("Home End", localized("Go to the beginning or the end of a long joke")),
                ("Left Right", localized("Drag the card")), ("Return", localized("Let the card go")),
                ("Escape", localized("Put the card back")),
                ("a", localized("Add a joke")),
                ("&lt;Shift&gt;c", localized("Copy a picture of the joke")),
                ("o", localized("Sources")), ("y", localized("Taste")),
            ]
        ),
        (
            localized("Saved jokes"),
            [
                ("s", localized("Show the saved jokes")), ("slash", localized("Search the saved jokes")),
                ("Return", localized("Details of the joke")), ("a", localized("Add a joke")),
                ("e", localized("Edit the selected joke")),
                ("&lt;Control&gt;c", localized("Copy the selected jokes")),
                ("Delete", localized("Delete the selected jokes")),
                ("&lt;Control&gt;z", localized("Restore the deleted jokes")),
                ("Escape", localized("Back to the card")),
            ]
        ),
        (
            localized("Feeds"),
            [
                ("f", localized("Show the jokes of a source")),
                ("plus", localized("Like the selected jokes")),
                ("minus", localized("Dislike the selected jokes")), ("u", localized("Undo")),
                ("t", localized("Show the translation, or the joke itself")),
                ("o", localized("Next source")), ("k", localized("Next category")),
                ("slash", localized("Search the source")),
            ]
        ),
        (
            localized("Window"),
            [
                ("question", localized("Keyboard shortcuts")), ("F10", localized("Menu")),
                ("m", localized("Small window")),
                ("&lt;Control&gt;q", localized("Quit")),
            ]
        ),
    ]

    /// The pages that the menu opens, with the names of their actions.
    static let pages: [(name: String, page: DesktopModel.Page)] = [
        ("details", .details(nil)), ("add", .editor(nil)), ("feed", .feed), ("sources", .sources),
        ("taste", .taste),
    ]

    /// Returns the menu. The names are those of the actions of the window.
    static func model(_ share: ShareMenu) -> OpaquePointer {
        let menu = made(g_menu_new())
        let pages = made(g_menu_new())
        g_menu_append(pages, localized("Details of the joke"), "win.details")
        g_menu_append_submenu(pages, localized("Share"), share.menu.cast())
        g_menu_append(pages, localized("Feeds"), "win.feed")
        g_menu_append(pages, localized("Sources"), "win.sources")
        g_menu_append(pages, localized("Taste"), "win.taste")
        g_menu_append(pages, localized("Add a joke"), "win.add")
        g_menu_append_section(menu, nil, pages.cast())
        g_object_unref(pages.raw)
        g_menu_append(menu, localized("Small window"), "win.small")
        g_menu_append(menu, localized("Keyboard shortcuts"), "win.keys")
        g_menu_append(menu, localized("About jokesd"), "win.about")
        g_menu_append(menu, localized("Quit"), "win.quit")
        return menu
    }

    /// Returns the button that opens the menu.
    static func button(_ menu: OpaquePointer) -> Widget {
        let button = made(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
        gtk_menu_button_set_primary(button.opaque, 1)
        gtk_menu_button_set_has_frame(button.opaque, 0)
        gtk_widget_set_tooltip_text(button, localized("Menu"))
        jokesd_accessible_label(button.raw, localized("Menu"))
        return button
    }

    /// Adds an action to a window or to the application.
    static func add(_ name: String, to map: some ObjectPointer, _ perform: @escaping () -> Void) {
        let action = made(g_simple_action_new(name, nil))
        add(action, to: map, perform)
        g_object_unref(action.raw)
    }

    static func add(_ action: OpaquePointer, to map: some ObjectPointer, _ perform: @escaping () -> Void) {
        action.onPointer("activate") { _ in perform() }
        g_action_map_add_action(map.opaque, action)
    }

    /// Adds an action with a text as its parameter to a window or to the application.
    static func addNamed(
        _ name: String, to map: some ObjectPointer, _ perform: @escaping (String) -> Void
    ) {
        let type = g_variant_type_new("s")
        let action = made(g_simple_action_new(name, type))
        g_variant_type_free(type)
        action.onPointer("activate") { parameter in
            guard let parameter, let text = g_variant_get_string(parameter, nil) else { return }
            perform(String(cString: text))
        }
        g_action_map_add_action(map.opaque, action)
        g_object_unref(action.raw)
    }

    static func showKeys(over parent: Widget) {
        let groups = keys.map { group, keys in
            let entries = keys.map { key, title in
                "<child><object class='GtkShortcutsShortcut'><property name='accelerator'>\(key)</property>"
                    + "<property name='title'>\(escaped(title))</property></object></child>"
            }
            return
                "<child><object class='GtkShortcutsGroup'><property name='title'>\(escaped(group))</property>"
                + "\(entries.joined())</object></child>"
        }
        let description =
            "<interface><object class='GtkShortcutsWindow' id='keys'><property name='modal'>1</property><child>"
            + "<object class='GtkShortcutsSection'><property name='section-name'>keys</property>"
            + "\(groups.joined())</object></child></object></interface>"
        let builder = made(gtk_builder_new_from_string(description, -1))
        let window = made(gtk_builder_get_object(builder, "keys"))
        gtk_window_set_transient_for(window.cast(), parent.cast())
        gtk_window_present(window.cast())
        g_object_unref(builder.raw)
    }

    /// Returns a text for the description of a window in XML.
    private static func escaped(_ text: String) -> String {
        let escaped = made(g_markup_escape_text(text, -1))
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    static func showAbout(over parent: Widget) {
        let dialog = made(gtk_about_dialog_new())
        gtk_about_dialog_set_program_name(dialog.opaque, localized("Jokes"))
        gtk_about_dialog_set_version(dialog.opaque, Version.program)
        gtk_about_dialog_set_comments(
            dialog.opaque,
            localized("The card of jokesd, which keeps a queue of jokes for all programs of the desktop.")
        )
        gtk_about_dialog_set_license_type(dialog.opaque, GTK_LICENSE_MIT_X11)
        gtk_about_dialog_set_logo_icon_name(dialog.opaque, "jokesd")
        gtk_window_set_modal(dialog.cast(), 1)
        gtk_window_set_transient_for(dialog.cast(), parent.cast())
        gtk_window_present(dialog.cast())
    }
}
