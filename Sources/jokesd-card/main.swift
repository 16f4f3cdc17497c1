// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeDesktop

/// Draws in software if there is no GPU. GTK would choose OpenGL even then, which takes five times as long.
func chooseRenderer() {
    guard g_getenv("GSK_RENDERER") == nil, access("/dev/dri/renderD128", R_OK) != 0 else { return }
    g_setenv("GSK_RENDERER", "cairo", 0)
}

// The window's class on X11 is the name of the program, on Wayland the id of the application.
g_set_prgname(CardApp.id)
chooseRenderer()
exit(CardMain.run(CommandLine.arguments))
