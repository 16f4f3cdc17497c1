#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the current joke and each later one; reconnects after restarts of the daemon. Needs jq and OpenBSD's nc.
socket=${JOKESD_SOCKET:-$XDG_RUNTIME_DIR/jokesd/socket}
known=$(mktemp) && trap 'rm -f "$known"' EXIT && trap 'exit 1' HUP INT TERM && echo '{}' >"$known"
while :; do
    jq -c '{id: 1, method: "state.subscribe", params: {since: .since}}' "$known" | nc -U "$socket" |
        jq -nc --unbuffered --slurpfile known "$known" 'foreach inputs as $message ($known[0];
            .isNew = false | $message.params as $new | if $message.id == 1 then .epoch = $message.result.epoch
            elif $new.topic == "state" and $new.state then
                .since = {epoch, seq: $new.seq} | .isNew = (.joke.id != $new.state.joke.id) | .joke = $new.state.joke
            else . end; select(.since))' |
        while IFS= read -r now; do
            printf '%s\n' "$now" >"$known"
            printf '%s\n' "$now" | jq -r 'select(.isNew).joke.value'
        done
    sleep 1
done
