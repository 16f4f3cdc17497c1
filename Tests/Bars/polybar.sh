#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests polybar in an X server, with examples/bars/polybar.ini.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

start_bar() {
    polybar -c "$bars/polybar.ini" main >"$home/bar.log" 2>&1 &
    bar=$!
}
stop_bar() { kill "$bar"; }
picture() { x_picture 840x24+0+0 "$1"; }
click() { x_click 60 "$1"; }
press_card() { x_click 10 1; }

start_x
test_bar polybar
