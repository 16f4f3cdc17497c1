#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records a session: session.py PROGRAMS > docs/session.svg

bash runs in tmux with examples/bars/tmux.conf, inside another tmux that serves as the terminal. The script records its
screens and writes them as an animated SVG. All output is from the programs in the directory PROGRAMS. Needs: tmux
"""
import html
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata

COLUMNS, ROWS = 88, 21
# The typed commands, and the seconds for which each result is shown.
STORY = [
    ("jokectl", 2.5),
    ("jokectl next", 2.5),
    ("jokectl like", 3.5),
    ("jokectl like", 3.5),
    ("clear", 0.5),
    ("jokectl saved list", 4),
    ("jokectl translate on", 3),
    ("jokectl next", 3.5),
]
KEY = 0.06  # seconds between two keys
LAST = 4  # seconds until the animation starts again

CELL, LINE, MARGIN, FONT = 8.4, 18, 14, 14
BACKGROUND, FOREGROUND = "#1d2021", "#ebdbb2"
# The eight colours of terminals and the eight bright ones.
COLOURS = "#282828 #fb4934 #8ec07c #fabd2f #83a598 #d3869b #8ec07c #ebdbb2".split()
COLOURS += "#928374 #fb4934 #b8bb26 #fabd2f #83a598 #d3869b #8ec07c #fbf1c7".split()


def main():
    programs = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        frames = record(programs, directory)
    print(drawing(frames), end="")


def record(programs, directory):
    """Returns the screens, each with the time of its appearance in seconds."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin", "HOME": directory, "XDG_RUNTIME_DIR": directory, "XDG_DATA_HOME": directory,
        "XDG_CACHE_HOME": f"{directory}/cache", "XDG_CONFIG_HOME": directory, "LANG": "C.UTF-8", "TERM": "xterm-256color",
        "PS1": r"\[\e[1;34m\]~\[\e[0m\] $ ", "TMUX_TMPDIR": directory, "SHELL": "/bin/sh",
    }
    with open(f"{directory}/tmux.conf", "w", encoding="utf-8") as settings:
        settings.write(
            f"source-file {root}/examples/bars/tmux.conf\n"
            "set -g status-interval 1\nset -g status-left ''\nset -g window-status-current-format ''\n"
            "set -g status-right '#(jokectl show --for tmux --width 50) '\n"
            "set -g status-style bg=#3c3836,fg=#ebdbb2\nset -g default-terminal tmux-256color\n"
        )
    daemon = subprocess.Popen([f"{programs}/jokesd"], env=environment, stderr=subprocess.DEVNULL)
    try:
        while subprocess.run([f"{programs}/jokectl", "-q", "call", "ping"], env=environment, capture_output=True).returncode:
            time.sleep(0.05)
        screen = Screen(directory, environment)
        try:
            return play(screen)
        finally:
            screen.close()
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()


class Screen:
    """A tmux in which another one runs, and the text on its screen."""

    def __init__(self, directory, environment):
        self.environment, self.directory = environment, directory
        self.frames, self.start = [], None
        inner = f"tmux -S {directory}/inner -f {directory}/tmux.conf new-session 'bash --norc --noprofile'"
        with open(f"{directory}/outer.conf", "w", encoding="utf-8") as settings:
            settings.write("set -g status off\nset -g default-terminal tmux-256color\n")
        self.outer("-f", f"{directory}/outer.conf", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), inner)

    def outer(self, *words):
        command = ["tmux", "-u", "-S", f"{self.directory}/outer", *words]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def close(self):
        subprocess.run(["tmux", "-S", f"{self.directory}/inner", "kill-server"], env=self.environment, check=False)

    def type(self, key):
        self.outer("send-keys", "-l", key)

    def watch(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(min(0.05, max(0, end - time.monotonic())))
            if self.start is not None:
                self.keep()

    def keep(self):
        place = self.outer("display-message", "-p", "#{cursor_x} #{cursor_y}").split()
        cursor = tuple(int(number) for number in place)
        shown = self.outer("capture-pane", "-ep").split("\n")[:ROWS]
        state, lines = Look(), []
        for row in range(ROWS):
            text = shown[row] if row < len(shown) else ""
            lines.append(state.runs(text, cursor[0] if cursor[1] == row else None))
        if not self.frames or self.frames[-1][1] != lines:
            self.frames.append((time.monotonic() - self.start, lines))


class Look:
    """The colours and attributes of text, from select graphic rendition (ECMA-48)."""

    def __init__(self):
        self.fore, self.back, self.bold, self.reverse = FOREGROUND, BACKGROUND, False, False

    def runs(self, text, cursor):
        """Returns the runs of text with one look: column, text, look, and whether it is a single wide character."""
        runs, column = [], 0
        for part in re.split(r"(\x1b\[[0-9;:]*m|\x0e|\x0f)", text):
            if part.startswith("\x1b"):
                self.take([int(number or 0) for number in re.split("[;:]", part[2:-1])])
                continue
            for letter in part:
                if runs and (unicodedata.combining(letter) or letter in "\u200d\ufe0f"):
                    runs[-1][1] += letter
                    continue
                wide = unicodedata.east_asian_width(letter) in "WF"
                look = self.look(column == cursor)
                if runs and runs[-1][2] == look and not wide and not runs[-1][3]:
                    runs[-1][1] += letter
                else:
                    runs.append([column, letter, look, wide])
                column += 2 if wide else 1
        if cursor is not None and cursor >= column:
            runs.append([cursor, " ", (BACKGROUND, FOREGROUND, False), False])
        return tuple(tuple(run) for run in runs)

    def look(self, is_cursor):
        if is_cursor != self.reverse:
            return (self.back, self.fore, self.bold)
        return (self.fore, self.back, self.bold)

    def take(self, codes):
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 22):
                self.bold = code == 1
            elif code in (7, 27):
                self.reverse = code == 7
            elif code in (38, 48):
                colour = self.extended(codes)
                self.fore, self.back = (colour, self.back) if code == 38 else (self.fore, colour)
            elif code in (39, 49):
                self.fore, self.back = (FOREGROUND, self.back) if code == 39 else (self.fore, BACKGROUND)
            elif 30 <= code < 38 or 90 <= code < 98:
                self.fore = COLOURS[code % 10 + (8 if code >= 90 else 0)]
            elif 40 <= code < 48 or 100 <= code < 108:
                self.back = COLOURS[code % 10 + (8 if code >= 100 else 0)]

    def extended(self, codes):
        if codes.pop(0) == 2:
            red, green, blue = codes[:3]
            del codes[:3]
            return f"#{red:02x}{green:02x}{blue:02x}"
        number = codes.pop(0)
        return COLOURS[number] if number < 16 else FOREGROUND


def play(screen):
    screen.watch(2)
    screen.start = time.monotonic()
    screen.watch(0.8)
    for line, pause in STORY:
        for key in line:
            screen.type(key)
            screen.watch(KEY)
        screen.watch(0.3)
        screen.type("\r")
        screen.watch(pause)
    return screen.frames


def drawing(frames):
    """Returns the SVG. Each row is a strip with all its texts side by side, which moves one step at a time."""
    total = frames[-1][0] + LAST
    width, height = COLUMNS * CELL + 2 * MARGIN, ROWS * LINE + 2 * MARGIN
    styles, rows = [], []
    for row in range(ROWS):
        states = []
        for at, lines in frames:
            if not states or states[-1][1] != lines[row]:
                states.append((at, lines[row]))
        y = MARGIN + row * LINE
        drawn = "".join(line(runs, place * width + MARGIN, y) for place, (_, runs) in enumerate(states))
        if len(states) == 1:
            rows.append(drawn)
            continue
        steps = [f"{at / total * 100:.2f}%{{transform:translateX({-place * width:g}px)}}" for place, (at, _) in enumerate(states)]
        steps[0] = "0%{transform:none}"
        styles.append(f"@keyframes r{row}{{{''.join(steps)}100%{{transform:translateX({-(len(states) - 1) * width:g}px)}}}}")
        # Without animation, the last screen is shown.
        rows.append(
            f'<g style="animation:r{row} {total:.1f}s step-end infinite;'
            f'transform:translateX({-(len(states) - 1) * width:g}px)">{drawn}</g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'font-family="ui-monospace,\'DejaVu Sans Mono\',Menlo,Consolas,monospace" font-size="{FONT}">\n'
        "<title>jokectl in a terminal: a joke, a like, the saved list, a translation; the joke in the bar below follows</title>\n"
        f"<style>text{{white-space:pre}}{''.join(styles)}@media(prefers-reduced-motion){{g{{animation:none!important}}}}</style>\n"
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{BACKGROUND}"/>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def line(runs, x, y):
    parts = []
    for column, text, (fore, back, bold), wide in runs:
        left, cells = x + column * CELL, 2 if wide else len(text)
        if back != BACKGROUND:
            parts.append(f'<rect x="{left:.1f}" y="{y}" width="{cells * CELL:.1f}" height="{LINE}" fill="{back}"/>')
        stripped = text.strip(" ")
        if not stripped:
            continue
        left += (len(text) - len(text.lstrip(" "))) * CELL
        cells = 2 if wide else len(stripped)
        weight = ' font-weight="bold"' if bold else ""
        parts.append(
            f'<text x="{left:.1f}" y="{y + 13}" fill="{fore}"{weight} textLength="{cells * CELL:.1f}">{html.escape(stripped, quote=False)}</text>'
        )
    return "".join(parts)


main()
