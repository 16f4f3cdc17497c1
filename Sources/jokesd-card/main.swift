// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeDesktop

/// Draws in software if there is no GPU. GTK would choose OpenGL even then, which takes five times as long.
func chooseRenderer() {
    guard g_getenv("GSK_RENDERER") == nil, access("/dev/dri/renderD128", R_OK) != 0 else { return }
    g_setenv("GSK_RENDERER", "cairo", 0)
}

/// Initializes GTK, without OpenGL if the program draws with cairo. GTK would load it for the window nevertheless, and
/// in software it takes half of the memory. Returns whether there is a display.
func initializeGTK() -> Bool {
    // GTK reads the variable once, and the programs that open links must not inherit it.
    let (name, value) =
        gtk_get_minor_version() < 16 ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl,vulkan")
    let isCairo = g_getenv("GSK_RENDERER").map { String(cString: $0) == "cairo" } ?? false
    guard isCairo, g_getenv(name) == nil else { return gtk_init_check() != 0 }
    g_setenv(name, value, 1)
    defer { g_unsetenv(name) }
    return gtk_init_check() != 0
}

// The window's class on X11 is the name of the program, on Wayland the id of the application.
g_set_prgname(CardApp.id)
chooseRenderer()
exit(CardMain.run(CommandLine.arguments))
