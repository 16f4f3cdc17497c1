#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tmux in a tmux, whose screen is what the inner one shows, with examples/bars/tmux.conf.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

# What it would else take is the user's own, and nobody's is nologin.
export SHELL=/bin/sh

outer() { tmux -S "$home/outer" -f /dev/null "$@"; }

start_bar() {
    outer new-session -d -x 120 -y 6 "tmux -S $home/inner -f $bars/tmux.conf new-session -s jokes 'exec cat'"
}
stop_bar() {
    tmux -S "$home/inner" kill-server
    outer kill-server 2>/dev/null || true
}
# The line, without the clock at its end.
picture() { outer capture-pane -p 2>/dev/null | tail -n 1 | sed 's/ | [0-9:]*$//' >"$1" && [ -s "$1" ]; }

story tmux
