#!/bin/bash
# SPDX-License-Identifier: MIT
# status-picture.sh [PROGRAMS]
# Makes docs/status.png: `systemctl --user status jokesd` on a terminal, in a real user manager (scripts/userhost) with
# the installed units.
# Needs: root, xvfb xfce4-terminal dbus-daemon scrot optipng fonts-dejavu-core
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD programs=${1:-.build/release}

if [ "${2:-}" = terminal ]; then
    printf '\033[1;34m~\033[0m $ systemctl --user status jokesd\n'
    cat "$PICTURE_DIRECTORY/status"
    echo >"$PICTURE_DIRECTORY/done"
    sleep 10
    exit
fi

PICTURE_DIRECTORY=$(mktemp -d)
export PICTURE_DIRECTORY DISPLAY=:76
trap 'kill "$screen"; rm -rf "$PICTURE_DIRECTORY"' EXIT
chmod 755 "$PICTURE_DIRECTORY"
Xvfb "$DISPLAY" -screen 0 800x272x24 >/dev/null 2>&1 &
screen=$!

stage=$PICTURE_DIRECTORY/stage
install -D -t "$stage/bin" "$programs/jokesd" "$programs/jokectl"
install -D -t "$stage/libexec/jokesd" "$programs/jokesd-fetch"
install -D -m 644 -t "$stage/share/jokesd/packs" packs/*.jsonl
scripts/units.sh "$stage/units" /opt/jokesd/bin /opt/jokesd/libexec/jokesd
install -D -t "$stage/tests" Tests/systems.bash Tests/UserManager/*
# shellcheck disable=SC2016 # are expanded in there
scripts/userhost --bind "$stage:/opt/jokesd" -- bash -c '. /opt/jokesd/tests/support.bash; install_units
    await "a full queue" eval "[ \$(jokectl queue | wc -l) = 10 ]"
    jokectl like >/dev/null
    await "its status" eval "systemctl --user status jokesd | grep -q \"1 saved\""
    COLUMNS=100 SYSTEMD_COLORS=16 SYSTEMD_URLIFY=0 systemctl --user --no-pager --lines=3 status jokesd.service' \
    >"$PICTURE_DIRECTORY/status" || { cat "$PICTURE_DIRECTORY/status" >&2; exit 1; }

mkfifo "$PICTURE_DIRECTORY/done"
dbus-run-session -- timeout 30 xfce4-terminal --disable-server --hide-menubar --hide-borders --hide-scrollbar \
    --font='DejaVu Sans Mono 11' --geometry="104x$(($(wc -l <"$PICTURE_DIRECTORY/status") + 2))+0+0" \
    -x bash "$root/scripts/status-picture.sh" "$programs" terminal >/dev/null 2>&1 &
read -r -t 20 <"$PICTURE_DIRECTORY/done"
# The terminal draws its output with a delay.
sleep 1
scrot --overwrite "$root/docs/status.png"
optipng -quiet "$root/docs/status.png"
