#!/bin/sh
# SPDX-License-Identifier: MIT
# The joke in a menu: ~/bin/joke-menu, executable, for a key of the desktop. It uses fuzzel in Wayland, and rofi in X11.
pick() {
    if [ -n "${WAYLAND_DISPLAY-}" ]; then
        fuzzel --dmenu --width 64
    else
        rofi -dmenu -i -no-custom -p joke -theme-str 'window { width: 64ch; }'
    fi
}
wrap() { fmt -s -w 60; }

while :; do
    # To like the joke that the menu shows, even if another client goes on meanwhile.
    id=$(jokectl --format '{{joke.id}}')
    choice=$({ jokectl show --for plain --width 1000 | wrap && printf '%s\n' Like Next Saved; } | pick) || exit 0
    case $choice in
        Like) jokectl like --quiet "$id" >/dev/null ;;
        Next) jokectl next --quiet --reveal later >/dev/null ;;
        Saved)
            saved=$(jokectl saved list --all --format '{{joke.value|line}}' | pick) &&
                printf '%s\n' "$saved" | wrap | pick >/dev/null
            ;;
        # A line of the joke tells a punch line that is held back, or closes the menu.
        *) jokectl reveal --json=changed | grep -q true || exit 0 ;;
    esac
done
