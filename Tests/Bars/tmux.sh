#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests tmux in xterm, with examples/bars/tmux.conf.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

# The default is the user's shell, and that of nobody is nologin.
export SHELL=/bin/sh

start_bar() {
    faster tmux.conf >"$home/tmux.conf"
    xterm -fa 'DejaVu Sans Mono' -fs 9 -geometry 110x3+0+0 -b 0 -bw 0 +sb \
        -e tmux -S "$home/socket" -f "$home/tmux.conf" new-session -s jokes 'exec cat' >"$home/bar.log" 2>&1 &
}
stop_bar() { tmux -S "$home/socket" kill-server; }
# The right part of the status line without the clock at its end. Before the first joke, it has only one color.
picture() { x_picture 616x15+200+30 "$1" && [ "$(identify -format %k "$1")" -gt 1 ]; }
press_card() { xdotool mousemove 100 10 key ctrl+b key J; }

start_x
test_bar tmux
