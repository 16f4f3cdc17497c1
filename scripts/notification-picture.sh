#!/bin/bash
# SPDX-License-Identifier: MIT
# notification-picture.sh [PROGRAMS]
# Makes docs/notification.png: the joke of the day in xfce4-notifyd on a virtual display, with the built programs. Then
# it clicks on Like, and fails if the joke was not saved.
# Needs: xvfb openbox xfce4-notifyd dbus-daemon libnotify-bin xdotool scrot optipng fonts-dejavu-core librsvg2-common
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD programs=$(readlink -f "${1:-.build/release}")

if [ "${2:-}" != session ]; then
    export DISPLAY=:78
    Xvfb "$DISPLAY" -screen 0 440x260x24 >/dev/null 2>&1 &
    screen=$!
    PICTURE_DIRECTORY=$(mktemp -d)
    export PICTURE_DIRECTORY
    trap 'kill "$screen"; rm -rf "$PICTURE_DIRECTORY"' EXIT
    until [ -S /tmp/.X11-unix/X78 ]; do sleep 0.1; done
    dbus-run-session -- "$root/scripts/notification-picture.sh" "$programs" session 2>"$PICTURE_DIRECTORY/errors" ||
        { cat "$PICTURE_DIRECTORY/errors" >&2; exit 1; }
    exit
fi

export HOME=$PICTURE_DIRECTORY XDG_RUNTIME_DIR=$PICTURE_DIRECTORY XDG_DATA_HOME=$PICTURE_DIRECTORY/share LANG=C.UTF-8
export XDG_STATE_HOME=$PICTURE_DIRECTORY XDG_CACHE_HOME=$PICTURE_DIRECTORY/cache XDG_CONFIG_HOME=$PICTURE_DIRECTORY
export PATH=$programs:$PATH
install -D -m 644 desktop/jokesd.svg "$XDG_DATA_HOME/icons/hicolor/scalable/apps/jokesd.svg"

jokesd &
openbox &
"$(echo /usr/lib/*/xfce4/notifyd/xfce4-notifyd)" &
until jokectl --quiet call ping >/dev/null 2>&1; do sleep 0.05; done
# Do not send it a request, which could start another installed server.
until busctl --user --acquired list | grep -q org.freedesktop.Notifications; do sleep 0.1; done

timeout 30 jokectl notify &
notifier=$!
eval "$(timeout 10 xdotool search --sync --onlyvisible --class xfce4-notifyd getwindowgeometry --shell)"
# The notification fades in.
sleep 1
scrot --overwrite --autoselect "$((X - 8)),$((Y - 8)),$((WIDTH + 16)),$((HEIGHT + 16))" "$root/docs/notification.png"
# Click the first of the four buttons, in the bottom row.
xdotool mousemove $((X + WIDTH / 8)) $((Y + HEIGHT - 30)) click 1
wait "$notifier"
[ "$(jokectl saved list | wc -l)" = 1 ] || { echo "The joke was not saved." >&2; exit 1; }
optipng -quiet "$root/docs/notification.png"
kill %1 %2 %3
