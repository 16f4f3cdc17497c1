# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The shared functions of Tests/Bars. Each test defines `start_bar`, which starts the bar in $display, and
# `picture FILE`. If the bar passes clicks on, it defines `click BUTTON`, too, and
# `press_card` if a click or a key opens the card.
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=Tests/systems.bash
. "$checkout/Tests/systems.bash"
# shellcheck disable=SC2034 # for the scripts that read this
bars=$checkout/examples/bars
home=$BAR_HOME
export HOME=$home XDG_RUNTIME_DIR=$home/run XDG_DATA_HOME=$home/data XDG_CACHE_HOME=$home/cache
export XDG_CONFIG_HOME=$home/.config LANG=C.UTF-8 PATH=$BAR_PROGRAMS:$PATH
unset JOKESD_SOCKET DISPLAY WAYLAND_DISPLAY TMUX
mkdir -m 700 "$XDG_RUNTIME_DIR"

# A joke with markup and commands for each bar, within the first part. Each command would create a file if a bar ran it.
cat >"$home/tricks.jsonl" <<'END'
{"id":"trick","value":"<b>&amp; %{A1:>pwned:}x%{A} #[fg=red] #(>pwned) $(>pwned) `>pwned` red</b> \"it's\"","language":"en"}
END
# A joke of 264 characters that each bar shows in five parts, and a short one that is shown as its last part is.
last='“I just wait until the song on the radio is over.”'
cat >"$home/long.jsonl" <<END
{"value":"Our tower clock has run four minutes slow for years. The council paid three experts, and all of them gave up. Then the baker asked my aunt, who winds it by hand. “It is not slow,” she said, and the mayor sat down. $last"}
END
echo '{"value":"'"$last"' 5/5"}' >"$home/last.jsonl"
configure '{ "sources": {
    "tricks": { "type": "pack", "path": "~/tricks.jsonl", "weight": 0.001 },
    "long": { "type": "pack", "path": "~/long.jsonl", "weight": 0.001 },
    "last": { "type": "pack", "path": "~/last.jsonl", "weight": 0.001 } } }'

daemon='' displays=() screen=900x60

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

start_daemon() {
    jokesd >>"$home/jokesd.log" 2>&1 &
    daemon=$!
    await "jokesd" jokectl --no-start --quiet call ping >/dev/null 2>&1
}

kill_daemon() {
    kill -9 "$daemon"
    wait "$daemon" 2>/dev/null || true
}

# Prints the processes that the test started, except the daemon, the displays and the test itself. They have the test's
# HOME.
others() {
    local file pid
    for file in /proc/[0-9]*/environ; do
        pid=${file#/proc/} pid=${pid%/environ}
        case " $$ $BASHPID $daemon ${displays[*]} " in *" $pid "*) continue ;; esac
        grep -qzFx "HOME=$home" "$file" 2>/dev/null || continue
        tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null || true
        echo
    done
}

# Returns whether the bar's picture differs from the file and no longer changes. The file then gets the new picture.
has_changed() {
    picture "$home/new.png" 2>/dev/null && ! same "$home/new.png" "$1" || return 1
    sleep 0.3
    picture "$home/newer.png" 2>/dev/null && same "$home/new.png" "$home/newer.png" || return 1
    mv "$home/newer.png" "$1"
}

same() { cmp -s "$1" "$2"; }

# shows FILE: returns whether the bar's picture is the one in the file.
shows() { picture "$home/new.png" 2>/dev/null && same "$home/new.png" "$1"; }

# faster FILE: prints a configuration, with parts of two seconds instead of five.
faster() { sed 's/--scroll 5/--scroll 2/' "$bars/$1"; }

# keep NAME: saves the current picture, for docs/bars.md.
keep() { [ -z "${BAR_PICTURES-}" ] || cp "$home/shown.png" "$BAR_PICTURES/$1.png"; }

# The steps that each bar is tested with.
test_bar() {
    local name=$1
    start_daemon
    picture "$home/shown.png" 2>/dev/null || : >"$home/shown.png"
    start_bar
    await "a joke in the bar" has_changed "$home/shown.png"
    keep "$name-1"
    ! declare -F press_card >/dev/null || test_card
    jokectl --quiet like >/dev/null
    await "the next joke, after a like elsewhere" has_changed "$home/shown.png"
    jokectl --quiet next --source tricks >/dev/null
    await "the joke with the tricks" has_changed "$home/shown.png"
    keep "$name-2"
    test_long_joke
    keep "$name-3"
    kill_daemon
    await "a word that jokesd is away" has_changed "$home/shown.png"
    keep "$name-4"
    start_daemon
    await "the joke, after jokesd came back" has_changed "$home/shown.png"
    stop_bar
    await "the end of all that the bar started" nothing_left
    [ ! -e "$home/pwned" ] || fail "a trick worked"
    echo "$name: shows the joke, all of a long one, the like, the restart; leaves nothing behind"
}

test_card() {
    press_card
    await "the card in a window" test -e "$home/card-opened"
}

# Pages or waits to the end of a long joke. If the bar has clicks, likes the joke and undoes that.
test_long_joke() {
    jokectl --quiet next --source last >/dev/null
    await "the short joke" has_changed "$home/shown.png"
    cp "$home/shown.png" "$home/last.png"
    jokectl --quiet next --source long >/dev/null
    await "the first part" has_changed "$home/shown.png"
    if declare -F click >/dev/null; then
        for part in 2 3 4 5; do
            click 5
            await "part $part, after a turn of the wheel" has_changed "$home/shown.png"
        done
        same "$home/shown.png" "$home/last.png" || fail "the last part is not shown"
        click 1
        await "the next joke, after a click" has_changed "$home/shown.png"
        cp "$home/shown.png" "$home/next.png"
        grep -F "tower clock" <<<"$(jokectl saved list)" >/dev/null || fail "a click did not like the joke"
        click 4
        await "the joke, after a turn of the wheel" has_changed "$home/shown.png"
        expect "saved jokes after an undo" "$(jokectl saved list | grep -cF "tower clock")" 0
        jokectl --quiet next >/dev/null
        await "the same next joke" shows "$home/next.png"
        jokectl --quiet next --source last >/dev/null
    fi
    await "the last words" shows "$home/last.png"
    cp "$home/last.png" "$home/shown.png"
}

nothing_left() { [ -z "$(others)" ]; }

# Runs at every exit.
clean_up() {
    local status=$?
    [ $status = 0 ] || others >&2
    [ ${#displays[@]} = 0 ] || kill "${displays[@]}" 2>/dev/null || true
    [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
    wait
    exit $status
}
trap clean_up EXIT

start_x() {
    exec 3>"$home/display"
    Xvfb -displayfd 3 -screen 0 "${screen}x24" -nolisten tcp -noreset >"$home/x.log" 2>&1 &
    displays+=($!)
    exec 3>&-
    await "an X server" test -s "$home/display"
    DISPLAY=:$(cat "$home/display")
    export DISPLAY
}

# x_click X BUTTON: clicks on the bar, and moves the pointer away, so that no tooltip appears.
x_click() { xdotool mousemove "$1" 12 click "$2" mousemove "$1" 55; }

x_picture() { import -silent -window root -crop "$1" +repage "png24:$2" && strip "$2"; }

start_sway() {
    start_x
    echo "output X11-1 resolution $screen" >"$home/sway.conf"
    WLR_BACKENDS=x11 WLR_RENDERER=pixman sway -c "$home/sway.conf" >"$home/sway.log" 2>&1 &
    displays+=($!)
    await "sway" has_socket
    # Nothing needs a session bus. Without an address, waybar does not search for one.
    export WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent GTK_A11Y=none NO_AT_BRIDGE=1
}
has_socket() {
    local socket
    for socket in "$XDG_RUNTIME_DIR"/wayland-*; do
        [ -S "$socket" ] && WAYLAND_DISPLAY=$(basename "$socket") && return
    done
    return 1
}

# Removes the data that differs between identical pictures.
strip() { mogrify -strip -define png:exclude-chunks=date,time "$1"; }
