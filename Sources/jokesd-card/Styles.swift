// SPDX-License-Identifier: MIT
import CGtk
import JokeDesktop

/// The style sheets: the colors of the light or the dark style, the rules, and those of high contrast.
enum Styles {
    static let light = """
        @define-color page #f1efec;
        @define-color card #ffffff;
        @define-color deck #fbfaf9;
        @define-color ink #24211e;
        @define-color faint #6f6a64;
        @define-color edge alpha(#2b2016, 0.09);
        @define-color shadow alpha(#3a2a18, 0.24);
        @define-color liked #bff0cb;
        @define-color disliked #ffd0cb;
        @define-color accent #b26a00;
        @define-color quote #e8971a;
        @define-color raised #ffffff;
        @define-color trouble #9c1c10;
        """

    static let dark = """
        @define-color page #1b1a19;
        @define-color card #2c2a28;
        @define-color deck #262422;
        @define-color ink #f4f1ed;
        @define-color faint #a8a29a;
        @define-color edge alpha(#ffffff, 0.09);
        @define-color shadow alpha(#000000, 0.55);
        @define-color liked #1f5a33;
        @define-color disliked #6d2620;
        @define-color accent #ffb84d;
        @define-color quote #ffb02e;
        @define-color raised #35322f;
        @define-color trouble #ffb4a8;
        """

    /// Full ink, borders instead of shadows, and colors that are farther apart.
    static let lightContrast = """
        @define-color page #ffffff;
        @define-color card #ffffff;
        @define-color deck #ffffff;
        @define-color ink #000000;
        @define-color faint #000000;
        @define-color edge #000000;
        @define-color shadow alpha(#000000, 0);
        @define-color liked #8fe3a5;
        @define-color disliked #ffb3ab;
        @define-color accent #7a4b00;
        @define-color quote #7a4b00;
        @define-color raised #ffffff;
        @define-color trouble #8b0000;
        """

    static let darkContrast = """
        @define-color page #000000;
        @define-color card #000000;
        @define-color deck #000000;
        @define-color ink #ffffff;
        @define-color faint #ffffff;
        @define-color edge #ffffff;
        @define-color shadow alpha(#000000, 0);
        @define-color liked #0b5e28;
        @define-color disliked #8b1a12;
        @define-color accent #ffc861;
        @define-color quote #ffc861;
        @define-color raised #000000;
        @define-color trouble #ffc4bb;
        """

    /// The color of a `@define-color` is the one of the provider that defines it last, so the rules stand on their own.
    static let rules = """
        window.jokes, window.jokes headerbar { background: @page; color: @ink; }
        window.jokes headerbar { box-shadow: none; border: none; min-height: 44px; }
        window.jokes headerbar .title { font-weight: 600; }
        window.jokes.clear { background: none; box-shadow: none; }
        .stage { outline: none; }
        .face { color: @ink; }
        .quote { font-size: 68px; font-family: serif; font-weight: 700; color: @quote; margin-bottom: -34px; }
        .small .face { font-size: 0.85em; }
        .small .quote { font-size: 40px; margin-bottom: -20px; }
        .setup, .punchline { color: @ink; line-height: 1.32; }
        .punchline { font-weight: 600; }
        .hint { color: @faint; font-size: 0.93em; }
        .size0 .setup, .size0 .punchline { font-size: 1.85em; line-height: 1.25; }
        .size1 .setup, .size1 .punchline { font-size: 1.5em; }
        .size2 .setup, .size2 .punchline { font-size: 1.22em; }
        .size3 .setup, .size3 .punchline { font-size: 1.03em; }
        .facts { color: @faint; font-size: 0.9em; margin-top: 12px; }
        button.credit { color: @faint; font-size: 0.9em; padding: 2px 0; min-height: 0; text-decoration: underline;
            background: none; border: none; box-shadow: none; font-weight: normal; }
        .face undershoot.top { background: linear-gradient(to bottom, @card, alpha(@card, 0)); }
        .face undershoot.bottom { background: linear-gradient(to top, @card, alpha(@card, 0)); }
        .face .tinted undershoot { background: none; }
        .face scrollbar { background: none; border: none; }
        .decide button { background: @raised; color: @ink; border: 1px solid @edge; border-radius: 999px;
            padding: 0; box-shadow: 0 2px 6px alpha(black, 0.07); text-shadow: none;
            transition: background 120ms, transform 120ms; }
        .decide button:hover { background: mix(@raised, @quote, 0.12); }
        .decide button:active { transform: scale(0.94); }
        .decide button:disabled { opacity: 0.5; }
        .decide button.large { min-width: 62px; min-height: 62px; font-size: 1.75em; }
        .decide button.small { min-width: 46px; min-height: 46px; font-weight: 600; }
        .decide button.on { background: mix(@raised, @quote, 0.35); }
        .decide button:focus-visible, .stage:focus-visible .face, button.credit:focus-visible {
            outline: 2px solid @accent; outline-offset: 2px; }
        .face { border-radius: 28px; }
        .saved { color: @ink; padding: 3px 12px; margin: 6px 0; border-radius: 999px; background: @raised;
            border: 1px solid @edge; }
        .message { background: @raised; color: @ink; border: 1px solid @edge; border-radius: 16px;
            padding: 6px 16px; margin: 0 12px 10px 12px; box-shadow: 0 2px 6px alpha(black, 0.1);
            animation: appear 160ms ease-out; }
        .reserved { min-height: 3.4em; }
        @keyframes appear { from { opacity: 0; } }
        .message.trouble { color: @trouble; }
        window.jokes switch:checked { background: @quote; border-color: @quote; }
        window.jokes switch:disabled { opacity: 0.5; }
        window.jokes switch:focus-visible { outline: 2px solid @accent; outline-offset: 2px; }
        /* GTK gives these labels a width below zero, and warns about it. */
        stackswitcher button label { margin: 0; }
        window.jokes entry:focus-within { outline-color: @accent; border-color: @accent; }
        .tools { margin: 6px 12px 10px 12px; }
        .jokes-list { background: none; color: @ink; padding: 0 12px 16px 12px; }
        .jokes-list > row, .jokes-list > child { background: none; outline: none; border: none;
            box-shadow: none; padding: 0; color: @ink; }
        .row { padding: 12px 18px; margin: 2px; border-radius: 14px; }
        .cell { padding: 18px; margin: 6px; background: @card; border: 1px solid @edge; border-radius: 16px;
            min-height: 130px; }
        row:hover .row { background: alpha(@ink, 0.05); }
        child:hover .cell { background: mix(@card, @ink, 0.04); }
        row:selected .row { background: mix(@page, @quote, 0.24); }
        child:selected .cell { background: mix(@card, @quote, 0.2); }
        row:focus-visible .row, child:focus-visible .cell { outline: 2px solid @accent; outline-offset: -2px; }
        .row .facts, .cell .facts { margin-top: 2px; }
        .emptiness { color: @faint; font-size: 1.1em; margin: 32px; animation: appear 160ms ease-out 300ms backwards; }
        .bar { padding: 10px 18px; border-top: 1px solid @edge; color: @ink; }
        .sheet { padding: 12px 24px 24px 24px; color: @ink; }
        .joke-text { font-size: 1.22em; line-height: 1.3; }
        .sheet .heading { font-size: 1em; font-weight: 600; margin-top: 10px; }
        .sheet .trouble { color: @trouble; }
        .sheet .entry { margin-bottom: 8px; }
        .sheet .entry .facts { margin-top: 0; }
        .sheet levelbar block { border-radius: 999px; }
        .sheet levelbar block.filled { background: @quote; border-color: @quote; }
        .field { padding: 8px; background: @raised; color: @ink; }
        .other-text { color: @faint; }
        .flag { color: @faint; font-size: 0.9em; }
        """

    static let contrastRules = """
        .decide button, .saved, .message { border-width: 2px; box-shadow: none; }
        .decide button:focus-visible, .stage:focus-visible .face { outline-width: 3px; }
        """
}

/// The style of the desktop: dark, high contrast, animations. It follows the desktop's settings while the program runs.
final class DesktopStyle {
    private let settings = made(gtk_settings_get_default())
    private let colors = made(gtk_css_provider_new())
    private let rules = made(gtk_css_provider_new())
    private let contrast = made(gtk_css_provider_new())
    /// Whether the desktop prefers a dark style, or nil if it does not say so.
    private var portalIsDark: Bool?
    private var portalHasContrast = false
    private var portal: OpaquePointer?

    /// Called when the desktop turns animations on or off.
    var onAnimations: ((Bool) -> Void)?

    private static let appearance = "org.freedesktop.appearance"

    init() {
        let display = gdk_display_get_default()
        for provider in [colors, rules, contrast] {
            gtk_style_context_add_provider_for_display(
                display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        load(rules, Styles.rules)
        apply()
        for name in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
            settings.onPointer("notify::\(name)") { [unowned self] _ in self.apply() }
        }
        settings.onPointer("notify::gtk-enable-animations") { [unowned self] _ in
            self.onAnimations?(self.hasAnimations)
        }
        connectPortal()
    }

    var hasAnimations: Bool { jokesd_boolean(settings.raw, "gtk-enable-animations") != 0 }

    // MARK: - Colors

    /// The theme that the environment forces, or that of the settings. It wins over the portal, because the window's
    /// buttons are drawn by it.
    private var theme: ThemeName {
        if let forced = g_getenv("GTK_THEME") { return ThemeName(String(cString: forced)) }
        guard let name = jokesd_text(settings.raw, "gtk-theme-name") else { return ThemeName("") }
        defer { g_free(name) }
        return ThemeName(String(cString: name))
    }

    private var isDark: Bool {
        let isDark = theme.isDark
        if g_getenv("GTK_THEME") != nil || isDark { return isDark }
        return portalIsDark ?? (jokesd_boolean(settings.raw, "gtk-application-prefer-dark-theme") != 0)
    }

    private func apply() {
        let hasContrast = portalHasContrast || theme.hasContrast
        let isDark = isDark
        load(
            colors,
            hasContrast
                ? isDark ? Styles.darkContrast : Styles.lightContrast : isDark ? Styles.dark : Styles.light)
        load(contrast, hasContrast ? Styles.contrastRules : "")
    }

    private func load(_ provider: UnsafeMutablePointer<GtkCssProvider>, _ text: String) {
        gtk_css_provider_load_from_data(provider, text, -1)
    }

    // MARK: - The portal

    /// Asks the desktop for its style (org.freedesktop.portal.Settings), which plain GTK does not do, and for its
    /// changes. Without a portal, the theme decides.
    private func connectPortal() {
        g_dbus_proxy_new_for_bus(
            G_BUS_TYPE_SESSION, jokesd_proxy_without_properties, nil,
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings", nil,
            { _, result, data in
                let style = Unmanaged<DesktopStyle>.fromOpaque(made(data)).takeUnretainedValue()
                if let proxy = g_dbus_proxy_new_for_bus_finish(result, nil) { style.use(proxy) }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func use(_ proxy: UnsafeMutablePointer<GDBusProxy>) {
        portal = proxy.opaque
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?, OpaquePointer?, gpointer?) -> Void = {
            _, _, _, parameters, data in
            Unmanaged<DesktopStyle>.fromOpaque(made(data)).takeUnretainedValue().settingChanged(parameters)
        }
        g_signal_connect_data(
            proxy.raw, "g-signal", unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        read("color-scheme", from: proxy) { DesktopStyle.read("color-scheme", $0, $1, $2) }
        read("contrast", from: proxy) { DesktopStyle.read("contrast", $0, $1, $2) }
    }

    private func read(
        _ key: String, from proxy: UnsafeMutablePointer<GDBusProxy>, _ whenDone: GAsyncReadyCallback
    ) {
        g_dbus_proxy_call(
            proxy, "Read", jokesd_variant_of_two_texts(Self.appearance, key), jokesd_call_flags_none, -1, nil,
            whenDone, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func read(
        _ key: String, _ proxy: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?
    ) {
        guard let reply = g_dbus_proxy_call_finish(proxy?.cast(), result, nil) else { return }
        Unmanaged<DesktopStyle>.fromOpaque(made(data)).takeUnretainedValue().set(
            key, number(in: g_variant_get_child_value(reply, 0)))
        g_variant_unref(reply)
    }

    private func settingChanged(_ parameters: OpaquePointer?) {
        guard let parameters, g_variant_n_children(parameters) == 3 else { return }
        func text(_ place: gsize) -> String {
            let child = g_variant_get_child_value(parameters, place)
            defer { g_variant_unref(child) }
            return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
        }
        guard text(0) == Self.appearance else { return }
        set(text(1), Self.number(in: g_variant_get_child_value(parameters, 2)))
    }

    /// Returns the number in a variant, which may be boxed more than once, or nil. Takes the variant.
    private static func number(in variant: OpaquePointer?) -> UInt32? {
        guard let variant else { return nil }
        defer { g_variant_unref(variant) }
        switch String(cString: g_variant_get_type_string(variant)) {
        case "v": return number(in: g_variant_get_variant(variant))
        case "u": return g_variant_get_uint32(variant)
        default: return nil
        }
    }

    private func set(_ key: String, _ value: UInt32?) {
        guard let value else { return }
        switch key {
        case "color-scheme": portalIsDark = value == 1
        case "contrast": portalHasContrast = value == 1
        default: return
        }
        if let portalIsDark, g_getenv("GTK_THEME") == nil {
            jokesd_set_boolean(settings.raw, "gtk-application-prefer-dark-theme", portalIsDark ? 1 : 0)
        }
        apply()
    }
}
