#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# card-pictures.sh PROGRAMS [DIRECTORY]
# Makes docs/card-*.png (or those in DIRECTORY): the card on the desktop and its pages in light, dark and high contrast,
# also at twice the size; a throw; and the small window. PROGRAMS is the directory of the programs of `make card`. Another
# client causes the states. The jokes are some of the built-in ones.
# Needs: the packages of `make test-card`, imagemagick, jq, optipng
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$(realpath "$1")
pictures=$(realpath "${2:-docs}")

directory=$(mktemp -d)
started=()
finish() {
    [ ${#started[@]} = 0 ] || kill "${started[@]}" 2>/dev/null || true
    rm -rf "$directory"
}
trap finish EXIT
export HOME=$directory XDG_RUNTIME_DIR=$directory/run XDG_DATA_HOME=$directory/data XDG_CACHE_HOME=$directory/cache
export XDG_CONFIG_HOME=$directory/config PATH=$programs:$PATH LANG=C.UTF-8 GSETTINGS_BACKEND=memory GSK_RENDERER=cairo
export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent GTK_A11Y=none
unset JOKESD_SOCKET WAYLAND_DISPLAY
mkdir -m 700 "$XDG_RUNTIME_DIR"
mkdir -p "$XDG_CONFIG_HOME/gtk-4.0"
mkdir "$directory/packs"
# The best jokes of the pack. There are more of them than the pictures show, so the source is not exhausted.
grep '"strength": 5' packs/builtin.jsonl >"$directory/packs/builtin.jsonl"
export JOKESD_PACKS=$directory/packs
printf '[Settings]\ngtk-font-name=Noto Sans 11\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"

exec 3>"$directory/display"
Xvfb -displayfd 3 -screen 0 1400x1700x24 -nolisten tcp >/dev/null 2>&1 &
started+=($!)
exec 3>&-
until [ -s "$directory/display" ]; do sleep 0.05; done
DISPLAY=:$(cat "$directory/display")
export DISPLAY
openbox >/dev/null 2>&1 &
started+=($!)
jokesd 2>"$directory/log" &
started+=($!)
until jokectl --quiet call ping >/dev/null 2>&1; do sleep 0.05; done

# Waits until the window no longer changes, then takes its picture.
picture() {
    local before='' now
    while :; do
        sleep 0.3
        now=$(import -window "$window" -silent rgb:- | md5sum)
        [ "$now" != "$before" ] || break
        before=$now
    done
    import -window "$window" -silent "$directory/$1.png"
}
drag() { jokectl --quiet call card.drag translation="$1" predictedEndX="$2" width=2 >/dev/null; }

for _ in {1..8}; do jokectl --quiet like >/dev/null; done
# small NAME ARGUMENT...: writes a picture with few colors, which is a third as large.
small() { convert "${@:2}" -strip +dither -colors 255 "png8:$pictures/$1.png"; }
# Makes a picture of the other pages, side by side: the editor, a feed, the details, the sources, and the taste.
pages() {
    local key
    for key in f i o y a; do
        xdotool key Escape
        sleep 0.5
        xdotool key "$key"
        picture "page-$key"
    done
    xdotool key Escape
    small "card-pages-$1" "$directory"/page-[fioya].png -resize 60% +append
}
# Makes a picture of each step of a throw by the pointer: under the hand, from half the width on in full color, and in
# flight.
throw() {
    local x y shift frame=0
    frame() {
        frame=$((frame + 1))
        import -window "$window" -silent "$directory/throw-$frame.png"
    }
    xdotool key Escape
    picture 5
    eval "$(xdotool getwindowgeometry --shell "$window")"
    x=$((X + 280)) y=$((Y + 380))
    xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x + 8)) "$y"
    for shift in 60 140 220; do
        xdotool mousemove $((x + shift)) "$y" sleep 0.2
        frame
    done
    # Back, and then fast enough to be decided.
    xdotool mousemove $((x + 40)) "$y" sleep 0.2 mousemove $((x + 100)) "$y" sleep 0.04 \
        mousemove $((x + 200)) "$y" sleep 0.04 mousemove $((x + 320)) "$y" mouseup 1 sleep 0.03
    # The card would be out of sight before its picture is taken.
    kill -STOP "$card"
    frame
    kill -CONT "$card"
    sleep 0.3
    frame
    small "card-throw" "$directory"/throw-*.png -resize 50% +append
    xdotool mousemove 0 0
}

xdotool mousemove 0 0
for style in light dark contrast; do
    case $style in
        light) theme=Adwaita ;;
        dark) theme=Adwaita:dark ;;
        contrast) theme=HighContrast ;;
    esac
    for scale in 1 2; do
        jokectl --quiet call joke.next >/dev/null
        GTK_THEME=$theme GDK_SCALE=$scale jokesd-card --socket "$XDG_RUNTIME_DIR/jokesd/socket" 2>/dev/null &
        card=$!
        until window=$(xdotool search --onlyvisible --class io.github.jokesd.Card 2>/dev/null | tail -1) && [ -n "$window" ]; do
            sleep 0.05
        done
        picture 1
        drag -0.35 0.7 && picture 2
        drag 0.62 3 && picture 3
        jokectl --quiet call card.reset >/dev/null
        xdotool key s && picture 4
        suffix=
        [ "$scale" = 1 ] || suffix=-2x
        small "card-$style$suffix" "$directory"/[1234].png +append
        pages "$style$suffix"
        if [ "$style $scale" = "light 1" ]; then
            throw
            # A joke that fits the small card.
            for _ in {1..60}; do
                ! jokectl --quiet call joke.next | jq -e '.joke.value | length < 50' >/dev/null || break
            done
            xdotool key m
            picture 6
            small "card-small" "$directory/6.png"
        fi
        kill "$card"
        wait "$card" || true
    done
done
optipng -quiet -o1 "$pictures"/card-*.png
