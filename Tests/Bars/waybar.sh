#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests waybar in sway, in an X server, with examples/bars/waybar.jsonc and waybar.css.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

start_bar() {
    waybar -c "$bars/waybar.jsonc" -s "$bars/waybar.css" >"$home/bar.log" 2>&1 &
    bar=$!
}
stop_bar() { kill "$bar"; }
picture() { grim -g '0,0 820x28' -l 9 "$1"; }
click() { x_click 60 "$1"; }
press_card() { x_click 15 1; }

start_sway
test_bar waybar
