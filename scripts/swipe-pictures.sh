#!/bin/bash
# SPDX-License-Identifier: MIT
# swipe-pictures.sh [PROGRAMS]
# Makes docs/swipe-*.png: the card of `jokectl swipe` in each of its states, in a real terminal on a virtual display.
# PROGRAMS is the directory of the programs (.build/release). Most states are the daemon's, so another client causes
# them. Keys are sent by tmux.
# Needs: xvfb xfce4-terminal dbus-x11 scrot optipng tmux fonts-dejavu-core fonts-noto-color-emoji
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
programs=$(realpath "${1:-.build/release}")

directory=$(mktemp -d)
export DISPLAY=:78 LANG=C.UTF-8 XDG_RUNTIME_DIR=$directory XDG_DATA_HOME=$directory/data XDG_CACHE_HOME=$directory/cache
export XDG_CONFIG_HOME=$directory/config PATH=$programs:$PATH
unset JOKESD_SOCKET TMUX
in_tmux() { tmux -S "$directory/tmux" -f "$directory/tmux.conf" "$@"; }
started=()
finish() {
    in_tmux kill-server 2>/dev/null || true
    kill "${started[@]}" 2>/dev/null || true
    rm -rf "$directory"
}
trap finish EXIT

mkdir -p "$directory/config/jokesd" "$directory/config/xfce4/terminal"
# For two pictures the fetch never ends, or fails. It takes as long as the pictures.
cat >"$directory/config/jokesd/config.jsonc" <<'END'
{ "sources": {
    "slow": { "type": "command", "command": ["sleep", "60"], "language": "en", "enabled": false },
    "broken": { "type": "command", "command": ["false"], "language": "en", "enabled": false } } }
END
printf '[Configuration]\nMiscMenubarDefault=FALSE\nScrollingBar=TERMINAL_SCROLLBAR_NONE\n' >"$directory/config/xfce4/terminal/terminalrc"
printf 'set -g status off\nset -g default-terminal tmux-256color\nset -as terminal-features ",*:RGB"\n' >"$directory/tmux.conf"

jokesd 2>"$directory/log" &
started+=($!)
Xvfb "$DISPLAY" -screen 0 674x412x24 >/dev/null 2>&1 &
started+=($!)
until [ -S /tmp/.X11-unix/X78 ] && jokectl --quiet call ping >/dev/null 2>&1; do sleep 0.1; done

COLORTERM=truecolor in_tmux new-session -d -x 84 -y 24 "jokectl swipe --no-motion"
dbus-run-session -- xfce4-terminal --disable-server --hide-menubar --hide-borders --hide-scrollbar \
    --font='DejaVu Sans Mono 10' --geometry=84x24+0+0 -x tmux -S "$directory/tmux" attach >/dev/null 2>&1 &
started+=($!)
until [ -n "$(in_tmux list-clients)" ]; do sleep 0.1; done

await_screen() { until in_tmux capture-pane -p | grep -q -- "$1"; do sleep 0.05; done; }
# Wait until the screen has this text and the terminal has drawn it.
picture() {
    local name=$1 words=$2
    await_screen "$words"
    sleep 1
    scrot --overwrite "$root/docs/swipe-$name.png"
}
drag() { jokectl --quiet call card.drag translation="$1" predictedEndX="$2" width=414 >/dev/null; }
calm() { jokectl --quiet call card.reset >/dev/null; }

jokectl --quiet next >/dev/null
sleep 1
picture gray 'queue'
drag 0.35 300 && picture dragged '▮▮▮'
drag 0.62 500 && picture liked 'liked'
drag -0.62 -90 && picture disliked 'disliked'
calm
jokectl --quiet translate on >/dev/null && picture translated 'translated'
jokectl --quiet translate off >/dev/null
for _ in 1 2 3 4 5 6 7; do jokectl --quiet like >/dev/null; done
in_tmux send-keys s g && picture grid 'Saved jokes'
in_tmux send-keys s
in_tmux send-keys f && await_screen 'all categories'
in_tmux send-keys k && picture feed 'Jokes of builtin · [a-z]* ('
in_tmux send-keys f
jokectl --quiet sources enable broken >/dev/null
jokectl --quiet --timeout 20 next --wait --source broken >/dev/null 2>&1 || true
picture error 'next try'
jokectl --quiet sources disable broken >/dev/null
jokectl --quiet sources enable slow >/dev/null
jokectl --quiet --timeout 1 next --wait --source slow >/dev/null 2>&1 || true
picture fetching 'fetching'
optipng -quiet docs/swipe-*.png
