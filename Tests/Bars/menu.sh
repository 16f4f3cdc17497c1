#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests examples/bars/menu.sh with rofi in an X server, and with fuzzel in sway.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

configure '{ "sources": { "builtin": { "enabled": false },
    "tricks": { "type": "pack", "path": "~/tricks.jsonl" }, "long": { "type": "pack", "path": "~/long.jsonl" } } }'

picture() { x_picture 760x300+70+50 "$1"; }
# choose [TEXT]: chooses the first line with this text, and awaits the next menu.
choose() {
    [ $# = 0 ] || xdotool type --delay 50 "$1"
    await "a selection of ${1-the first line}" has_changed "$home/shown.png"
    xdotool key Return
    await "a menu after ${1-the first line}" has_changed "$home/shown.png"
}
is_saved() { grep -F "tower clock" <<<"$(jokectl saved list)" >/dev/null; }

# test_menu NAME: chooses each line of the menu.
test_menu() {
    await "the long joke" jokectl --quiet next --source long >/dev/null
    picture "$home/shown.png"
    "$bars/menu.sh" >"$home/menu.log" 2>&1 &
    await "a menu" has_changed "$home/shown.png"
    keep "$1"
    choose Like
    is_saved || fail "the menu did not like the joke"
    choose Next
    choose Saved
    xdotool key Return
    await "the saved joke" has_changed "$home/shown.png"
    xdotool key Escape
    await "the menu, after the saved joke" has_changed "$home/shown.png"
    xdotool key Escape
    await "the end of the menu" nothing_left
    echo "menu: works in $1"
    jokectl --quiet undo >/dev/null
}

screen=900x500
start_daemon
start_x
test_menu rofi
start_sway
test_menu fuzzel
[ ! -e "$home/pwned" ] || fail "a trick worked"
