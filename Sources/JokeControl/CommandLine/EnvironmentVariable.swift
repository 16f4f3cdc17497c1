// SPDX-License-Identifier: MIT

/// Environment variables with one meaning, for `jokectl help environment` and the manual page.
package struct EnvironmentVariable: Sendable, Hashable {
    /// The names, separated by commas.
    package let names: String
    package let summary: String

    private init(_ names: String, _ summary: String) { (self.names, self.summary) = (names, summary) }

    /// The variables that jokectl and jokesd-swipe read, without those that only tests set.
    package static let all = [
        EnvironmentVariable("JOKESD_SOCKET", "the socket of jokesd, as with `--socket`"),
        EnvironmentVariable(
            "XDG_RUNTIME_DIR", "the directory of the default socket, and of the files that an editor gets"),
        EnvironmentVariable(
            "PAGER",
            "the program that shows what is longer than the screen (less); if empty or `cat`, there is none"),
        EnvironmentVariable("LESS", "the options of less; FRX if not set"),
        EnvironmentVariable("LV", "the options of lv; -c if not set"),
        EnvironmentVariable(
            "VISUAL, EDITOR",
            "the editor of `add` and `edit`, perhaps with options; the first one that is not empty counts (vi)"
        ),
        EnvironmentVariable(
            "TMPDIR", "the directory of the files that an editor gets, without XDG_RUNTIME_DIR"),
        EnvironmentVariable("NO_COLOR", "if not empty, print no colors"),
        EnvironmentVariable("CLICOLOR_FORCE", "if neither empty nor 0, print colors in a pipe, too"),
        EnvironmentVariable(
            "TERM", "the type of the terminal; if it is dumb, print no colors and do not animate"),
        EnvironmentVariable("COLUMNS", "the width of a terminal that does not report it"),
        EnvironmentVariable("COLORTERM", "truecolor or 24bit: `swipe` uses all colors"),
        EnvironmentVariable("REDUCE_MOTION", "if not empty, `swipe` does not animate the card"),
        EnvironmentVariable(
            "TERM_PROGRAM, VTE_VERSION", "name a terminal that shows the translator of a joke as a link"),
        EnvironmentVariable(
            "LANGUAGE", "the languages of the texts, separated by colons; English and Spanish exist"),
        EnvironmentVariable(
            "LC_ALL, LC_MESSAGES, LANG",
            "the locale of the texts, if LANGUAGE names none; the first one that is not empty counts"),
        EnvironmentVariable(
            "LC_CTYPE",
            "the character set, unless LC_ALL is set; if it is not UTF-8, print only ASCII on a terminal"),
        EnvironmentVariable(
            "WAYLAND_DISPLAY, DISPLAY", "the desktop to whose clipboard `share` copies, by wl-copy or xclip"),
        EnvironmentVariable(
            "TMUX, STY", "tmux or screen, through which `share` copies to the clipboard of the terminal"),
        EnvironmentVariable(
            "DBUS_SESSION_BUS_ADDRESS", "the session bus for `notify`; in XDG_RUNTIME_DIR if not set"),
        EnvironmentVariable("TRIGGER_UNIT", "the timer of systemd that started `notify`"),
        EnvironmentVariable("HOME", "the home directory"),
        EnvironmentVariable("XDG_CONFIG_HOME", "the directory of configurations (~/.config)"),
        EnvironmentVariable("XDG_DATA_HOME", "the directory of data, such as saved jokes (~/.local/share)"),
        EnvironmentVariable("XDG_STATE_HOME", "the directory of states (~/.local/state)"),
        EnvironmentVariable("XDG_CACHE_HOME", "the directory of files that can be deleted (~/.cache)"),
        EnvironmentVariable("PATH", "the directories of the programs that jokectl runs, such as notify-send"),
        EnvironmentVariable("JOKESD_SWIPE", "the path of jokesd-swipe, the program of `swipe`"),
    ]
}
