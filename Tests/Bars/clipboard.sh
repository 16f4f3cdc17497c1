#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copies a joke as a picture and as text by `jokectl share`, and pastes it: with xclip in an X server, and with wl-copy in
# sway.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

# test_clipboard NAME COMMAND...: the command, with a media type, prints what was copied.
test_clipboard() {
    local name=$1 form type
    shift
    for form in svg:image/svg+xml text:text/plain; do
        type=${form#*:} form=${form%%:*}
        jokectl share --as "$form" >"$home/shared"
        jokectl share --as "$form" --to clipboard >"$home/said"
        expect "what $name said" "$(cat "$home/said")" "Copied the joke to the clipboard."
        await "$form from $name" pasted "$@" "$type"
    done
    echo "clipboard: $name gives the same bytes back"
}

# Text is copied without its last newline.
pasted() {
    "$@" >"$home/pasted" 2>/dev/null || return 1
    echo >>"$home/pasted"
    same "$home/pasted" "$home/shared"
}

start_daemon
start_x
test_clipboard xclip xclip -o -selection clipboard -t
start_sway
test_clipboard wl-copy wl-paste --no-newline --type
