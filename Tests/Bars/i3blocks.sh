#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests i3blocks in the bar of i3, with examples/bars/i3blocks.conf, and the keys of docs/bars.md.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

# start_bar [SECONDS]: shows each part of a long joke for so long (2).
start_bar() {
    sed "s/--scroll 5/--scroll ${1-2}/" "$bars/i3blocks.conf" >"$home/i3blocks.conf"
    cat >"$home/i3.conf" <<-END
		# i3 config file (v4)
		font pango:DejaVu Sans 10
		set \$mod Mod4
		$(grep '^bindsym' "$checkout/docs/bars.md")
		bar {
		    position top
		    status_command i3blocks -c $home/i3blocks.conf
		}
	END
    i3 -c "$home/i3.conf" >"$home/bar.log" 2>&1 &
}
stop_bar() { i3-msg exit >/dev/null 2>&1 || true; }
# Leave out the clock and the names of workspaces.
picture() { x_picture 820x22+30+0 "$1"; }

press_card() { xdotool key super+c; }

# Shows a long joke to its end by one key, and likes it by the other one.
test_keys() {
    jokectl --quiet next --source last >/dev/null
    picture "$home/shown.png"
    start_bar 3600
    await "the short joke" shows "$home/last.png"
    cp "$home/last.png" "$home/shown.png"
    jokectl --quiet next --source long >/dev/null
    for part in 1 2 3 4 5; do
        [ "$part" = 1 ] || xdotool key super+n
        await "part $part, after a key" has_changed "$home/shown.png"
    done
    same "$home/shown.png" "$home/last.png" || fail "the last part is not shown after keys"
    xdotool key super+j
    await "the next joke, after a key" has_changed "$home/shown.png"
    grep -F "tower clock" <<<"$(jokectl saved list)" >/dev/null || fail "a key did not like the joke"
    stop_bar
    await "the end of all that the bar started" nothing_left
    echo "i3blocks: the keys of i3 show a long joke and like it"
}

start_x
test_bar i3blocks
test_keys
