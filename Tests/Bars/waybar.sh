#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests waybar in sway, which draws into memory, with examples/bars/waybar.jsonc and waybar.css.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

start_bar() {
    waybar -c "$bars/waybar.jsonc" -s "$bars/waybar.css" >"$home/bar.log" 2>&1 &
    bar=$!
}
stop_bar() { kill "$bar"; }
picture() { grim -g '0,0 820x28' -l 9 "$1"; }

start_sway() {
    echo 'output HEADLESS-1 resolution 900x60' >"$home/sway.conf"
    WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -c "$home/sway.conf" \
        >"$home/sway.log" 2>&1 &
    display=$!
    await "sway" has_socket
    # waybar needs no session bus. Without an address it does not search for one.
    export WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent GTK_A11Y=none NO_AT_BRIDGE=1
}
has_socket() {
    local socket
    for socket in "$XDG_RUNTIME_DIR"/wayland-*; do
        [ -S "$socket" ] && WAYLAND_DISPLAY=$(basename "$socket") && return
    done
    return 1
}

start_sway
test_bar waybar
