// SPDX-License-Identifier: MIT
#ifndef JOKESD_CGTK_H
#define JOKESD_CGTK_H

// The oldest GTK that the program supports is that of Debian 12. Newer headers mark some of its functions as
// deprecated, which would be errors, unless these macros name the version.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#include <glib-unix.h>
#include <gtk/gtk.h>
#ifdef GDK_WINDOWING_X11
#include <dlfcn.h>
#include <gdk/x11/gdkx.h>
// Swift would import these macros as types and values.
#undef Bool
#undef Status
#undef None
#undef True
#undef False
#endif

// Swift imports neither variadic functions nor macros with parameters. There is one function for each form.

static inline void jokesd_accessible_label(void *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static inline void jokesd_accessible_description(void *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static inline void jokesd_accessible_pressed(void *widget, gboolean is_pressed) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_PRESSED,
                                is_pressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

static inline void jokesd_accessible_hidden(void *widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

static inline void jokesd_set_boolean(void *object, const char *name, gboolean value) {
    g_object_set(object, name, value, NULL);
}

static inline gboolean jokesd_boolean(void *object, const char *name) {
    gboolean value = FALSE;
    g_object_get(object, name, &value, NULL);
    return value;
}

/// Returns the text of a property, or null. The caller frees it.
static inline char *jokesd_text(void *object, const char *name) {
    char *value = NULL;
    g_object_get(object, name, &value, NULL);
    return value;
}

// Swift imports flags of a new GLib (2.90) as members of an option set, and those of an old one (2.74) as constants.
// These are constants for both.
static const GApplicationFlags jokesd_application_non_unique = G_APPLICATION_NON_UNIQUE;
static const GApplicationFlags jokesd_application_default_flags = G_APPLICATION_DEFAULT_FLAGS;
static const GDBusProxyFlags jokesd_proxy_without_properties = G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES;
static const GDBusCallFlags jokesd_call_flags_none = G_DBUS_CALL_FLAGS_NONE;

static inline GVariant *jokesd_variant_of_two_texts(const char *first, const char *second) {
    return g_variant_new("(ss)", first, second);
}

/// Prints a text if `G_MESSAGES_DEBUG` asks for the messages of the program.
static inline void jokesd_debug(const char *text) { g_log("jokesd-card", G_LOG_LEVEL_DEBUG, "%s", text); }

static inline void jokesd_log_handlers_to_stderr(void) { g_log_writer_default_set_use_stderr(TRUE); }

/// Asks the window manager to keep a window above the others, or no longer. Returns false unless the display is X11, which
/// has such a request.
static inline gboolean jokesd_keep_above(GtkWidget *window, gboolean is_above) {
#ifdef GDK_WINDOWING_X11
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    // GTK loads libX11 itself. So the program need not name it, and runs with a GTK that has no X11.
    __typeof__(&XSendEvent) send = (__typeof__(&XSendEvent))dlsym(NULL, "XSendEvent");
    if (surface == NULL || send == NULL || !GDK_IS_X11_SURFACE(surface)) return FALSE;
    GdkDisplay *display = gdk_surface_get_display(surface);
    XEvent event = {.xclient = {
        .type = ClientMessage,
        .window = gdk_x11_surface_get_xid(surface),
        .message_type = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE"),
        .format = 32,
        .data.l = {is_above, gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_STATE_ABOVE"), 0, 1, 0},
    }};
    send(gdk_x11_display_get_xdisplay(display), gdk_x11_display_get_xrootwindow(display), 0,
         SubstructureRedirectMask | SubstructureNotifyMask, &event);
    return TRUE;
#else
    return FALSE;
#endif
}

static inline void jokesd_add_token(GApplication *application, GVariantBuilder *builder) {
    g_variant_builder_add(builder, "{sv}", "desktop-startup-id", g_variant_new_string(g_getenv("XDG_ACTIVATION_TOKEN")));
}

/// Lets a second start pass the token of its click on to the first program. The GTK of Debian 12 (4.8) does not know it,
/// and a later one takes it out of the environment.
static inline void jokesd_pass_token_on(GtkApplication *application) {
    if (g_getenv("XDG_ACTIVATION_TOKEN") == NULL) return;
    G_APPLICATION_GET_CLASS(application)->add_platform_data = jokesd_add_token;
}

/// Whether a window that is behind others on Wayland has no token to come to the front.
static inline gboolean jokesd_needs_mapping(GtkWidget *window) {
    GdkDisplay *display = gtk_widget_get_display(window);
    return g_str_equal(G_OBJECT_TYPE_NAME(display), "GdkWaylandDisplay") && gtk_widget_get_mapped(window)
        && !gtk_window_is_active(GTK_WINDOW(window)) && gdk_display_get_startup_notification_id(display) == NULL;
}

/// Creates a widget of a class that was registered at run time.
static inline GtkWidget *jokesd_new_widget(GType type) { return GTK_WIDGET(g_object_new(type, NULL)); }

#endif
