#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests i3blocks in the bar of i3, with examples/bars/i3blocks.conf.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

start_bar() {
    faster i3blocks.conf >"$home/i3blocks.conf"
    cat >"$home/i3.conf" <<-END
		# i3 config file (v4)
		font pango:DejaVu Sans 10
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

start_x
test_bar i3blocks
