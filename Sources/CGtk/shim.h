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

static inline void jokesd_accessible_hidden(void *widget) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
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

static inline GVariant *jokesd_variant_of_two_texts(const char *first, const char *second) {
    return g_variant_new("(ss)", first, second);
}

/// Prints a text if `G_MESSAGES_DEBUG` asks for the messages of the program.
static inline void jokesd_debug(const char *text) { g_log("jokesd-card", G_LOG_LEVEL_DEBUG, "%s", text); }

static inline void jokesd_log_handlers_to_stderr(void) { g_log_writer_default_set_use_stderr(TRUE); }

/// Creates a widget of a class that was registered at run time.
static inline GtkWidget *jokesd_new_widget(GType type) { return GTK_WIDGET(g_object_new(type, NULL)); }

#endif
