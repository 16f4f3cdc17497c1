// SPDX-License-Identifier: MIT
import CGtk
import JokeDesktop
import JokeWire

/// The menu of the window, and the windows that it opens: the keys, and what the program is.
enum Menu {
    /// The keys of each page, as docs/card.md has them. A key is in the form of `gtk_accelerator_parse`.
    private static let keys: [(group: String, [(key: String, title: String)])] = [
        (
            "Card",
            [
                ("Left Right", "Drag the card"), ("Return", "Let it go"), ("Escape", "Put it back"),
                ("plus", "Like"), ("minus", "Dislike"), ("n", "Next joke"), ("p", "Previous joke"),
                ("u", "Undo"), ("t", "Translation"), ("space", "Tell the punch line"), ("c", "Copy the joke"),
                ("&lt;Shift&gt;c", "Copy a picture of it"), ("a", "Add a joke"),
                ("i", "Details of the joke"), ("o", "Sources"),
                ("y", "Taste"),
            ]
        ),
        (
            "Saved jokes",
            [
                ("s", "Show the saved jokes"), ("slash", "Search them"),
                ("Delete", "Delete the selected ones"),
                ("e", "Edit the selected one"), ("&lt;Control&gt;z", "Restore them"),
                ("&lt;Control&gt;c", "Copy the selected ones"),
                ("Escape", "Back to the card"),
            ]
        ),
        (
            "Feeds",
            [
                ("f", "Show the jokes of a source"), ("plus", "Like the selected ones"),
                ("minus", "Dislike the selected ones"), ("o", "Next source"), ("k", "Next category"),
                ("slash", "Search the source"),
            ]
        ),
        ("Window", [("question", "Keys"), ("&lt;Control&gt;q", "Quit")]),
    ]

    /// The pages that the menu opens, with the names of their actions.
    static let pages: [(name: String, page: DesktopModel.Page)] = [
        ("details", .details(nil)), ("add", .editor(nil)), ("feed", .feed), ("sources", .sources),
        ("taste", .taste),
    ]

    /// Returns the button that opens the menu. The names are those of the actions of the window.
    ///
    /// - Parameters:
    ///   - opened: called when the menu is opened.
    ///   - closed: called when it is closed.
    static func button(
        _ share: ShareMenu, opened: @escaping () -> Void, closed: @escaping () -> Void
    ) -> Widget {
        let menu = made(g_menu_new())
        let pages = made(g_menu_new())
        g_menu_append(pages, "Details of the joke", "win.details")
        g_menu_append_submenu(pages, "Share", share.menu.cast())
        g_menu_append(pages, "Feeds", "win.feed")
        g_menu_append(pages, "Sources", "win.sources")
        g_menu_append(pages, "Taste", "win.taste")
        g_menu_append(pages, "Add a joke", "win.add")
        g_menu_append_section(menu, nil, pages.cast())
        g_object_unref(pages.raw)
        g_menu_append(menu, "Keyboard shortcuts", "win.keys")
        g_menu_append(menu, "About jokesd", "win.about")
        g_menu_append(menu, "Quit", "win.quit")
        let button = made(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
        gtk_menu_button_set_primary(button.opaque, 1)
        if let popover = gtk_menu_button_get_popover(button.opaque) {
            popover.on("show", opened)
            popover.on("closed", closed)
        }
        gtk_widget_set_tooltip_text(button, "Menu")
        jokesd_accessible_label(button.raw, "Menu")
        g_object_unref(menu.raw)
        return button
    }

    /// Adds an action to a window.
    static func add(_ name: String, to window: Widget, _ perform: @escaping () -> Void) {
        let action = made(g_simple_action_new(name, nil))
        action.onPointer("activate") { _ in perform() }
        g_action_map_add_action(window.opaque, action)
        g_object_unref(action.raw)
    }

    /// Adds an action with a text as its parameter.
    static func addNamed(_ name: String, to window: Widget, _ perform: @escaping (String) -> Void) {
        let type = g_variant_type_new("s")
        let action = made(g_simple_action_new(name, type))
        g_variant_type_free(type)
        action.onPointer("activate") { parameter in
            guard let parameter, let text = g_variant_get_string(parameter, nil) else { return }
            perform(String(cString: text))
        }
        g_action_map_add_action(window.opaque, action)
        g_object_unref(action.raw)
    }

    static func showKeys(over parent: Widget) {
        let groups = keys.map { group, keys in
            let entries = keys.map { key, title in
                "<child><object class='GtkShortcutsShortcut'><property name='accelerator'>\(key)</property>"
                    + "<property name='title'>\(title)</property></object></child>"
            }
            return "<child><object class='GtkShortcutsGroup'><property name='title'>\(group)</property>"
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

    static func showAbout(over parent: Widget) {
        let dialog = made(gtk_about_dialog_new())
        gtk_about_dialog_set_program_name(dialog.opaque, "Jokes")
        gtk_about_dialog_set_version(dialog.opaque, Version.program)
        gtk_about_dialog_set_comments(
            dialog.opaque, "The card of jokesd, which keeps a queue of jokes for all programs of the desktop."
        )
        gtk_about_dialog_set_license_type(dialog.opaque, GTK_LICENSE_MIT_X11)
        gtk_about_dialog_set_logo_icon_name(dialog.opaque, "jokesd")
        gtk_window_set_modal(dialog.cast(), 1)
        gtk_window_set_transient_for(dialog.cast(), parent.cast())
        gtk_window_present(dialog.cast())
    }
}
