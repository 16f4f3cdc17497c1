// SPDX-License-Identifier: MIT
import CGtk
import JokeClient
import JokeDesktop
import JokeWire

/// The menu of the ways to share a joke: as text, as a picture, and by the configured targets.
final class ShareMenu {
    let menu = made(g_menu_new())
    private let targets = made(g_menu_new())
    private var names: [String] = []

    init() {
        let copies = made(g_menu_new())
        g_menu_append(copies, localized("Copy as text"), "win.copy")
        g_menu_append(copies, localized("Copy as a picture"), "win.copy-picture")
        for section in [copies, targets] { g_menu_append_section(menu, nil, section.cast()) }
        g_object_unref(copies.raw)
    }

    func show(_ new: [String]) {
        guard new != names else { return }
        names = new
        g_menu_remove_all(targets)
        for name in names {
            let item = made(g_menu_item_new(nil, nil))
            let words = name.prefix(1).uppercased() + name.dropFirst()
            g_menu_item_set_label(item, Escaper.mnemonic.escaped(words))
            g_menu_item_set_action_and_target_value(item, "win.share", g_variant_new_string(name))
            g_menu_append_item(targets, item)
            g_object_unref(item.raw)
        }
    }
}
