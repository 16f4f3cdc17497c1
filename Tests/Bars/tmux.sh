#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests tmux with examples/bars/tmux.conf, in an outer tmux that captures its screen.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

# The default is the user's shell, and that of nobody is nologin.
export SHELL=/bin/sh

outer() { tmux -S "$home/outer" -f /dev/null "$@"; }

start_bar() {
    outer new-session -d -x 120 -y 6 "tmux -S $home/inner -f $bars/tmux.conf new-session -s jokes 'exec cat'"
}
stop_bar() {
    tmux -S "$home/inner" kill-server
    outer kill-server 2>/dev/null || true
}
# Captures the status line without the clock at its end.
picture() { outer capture-pane -p 2>/dev/null | tail -n 1 | sed 's/ | [0-9:]*$//' >"$1" && [ -s "$1" ]; }

test_bar tmux
