#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes docs/session.png: a session of the programs of `make build`, in a real terminal on a display of its own.
# Needs: xvfb xfce4-terminal dbus-x11 scrot fonts-dejavu-core fonts-noto-color-emoji netcat-openbsd
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

if [ "${1:-}" != session ]; then
    export DISPLAY=:77
    Xvfb "$DISPLAY" -screen 0 1000x800x24 >/dev/null 2>&1 &
    screen=$!
    folder=$(mktemp -d)
    trap 'kill "$screen"; rm -rf "$folder"' EXIT
    export PICTURE_FOLDER=$folder
    mkfifo "$folder/done"
    until [ -S /tmp/.X11-unix/X77 ]; do sleep 0.1; done
    dbus-run-session -- xfce4-terminal --disable-server --hide-menubar --hide-borders --hide-scrollbar \
        --font='DejaVu Sans Mono 12' --geometry=96x41+0+0 -x bash "$root/scripts/picture.sh" session >/dev/null 2>&1 &
    read -r -t 20 <"$folder/done"
    # The terminal draws what it was given when it finds the time.
    sleep 1
    scrot --overwrite "$root/docs/session.png"
    exit
fi

export XDG_RUNTIME_DIR=$PICTURE_FOLDER XDG_DATA_HOME=$PICTURE_FOLDER XDG_CACHE_HOME=$PICTURE_FOLDER/cache
export XDG_CONFIG_HOME=$PICTURE_FOLDER LANG=C.UTF-8 TERM=xterm-256color PATH=$root/.build/release:$PATH
jokesd 2>/dev/null &
until jokectl --quiet call ping >/dev/null 2>&1; do sleep 0.05; done
play() {
    printf '\033[1;34m~\033[0m $ %s\n' "$*"
    "$@"
    echo
}
clear
play jokectl next
play jokectl like
play jokectl dislike
play jokectl undo
play jokectl saved list
# shellcheck disable=SC2016
printf '\033[1;34m~\033[0m $ %s\n' 'echo '\''{"method":"saved.list"}'\'' | nc -NU $XDG_RUNTIME_DIR/jokesd/socket | jq .result.total'
echo '{"method":"saved.list"}' | nc -NU "$XDG_RUNTIME_DIR/jokesd/socket" | jq .result.total
echo >"$PICTURE_FOLDER/done"
sleep 3
kill %1
