#!/bin/sh
# SPDX-License-Identifier: MIT
# when-liked.sh COMMAND [ARGUMENT]...
# Runs a command for each joke that any client likes, with the joke's id as the last argument. It misses no joke while it
# runs, even if the daemon restarts. Needs jq. Example: when-liked.sh notify-send Saved
jokectl follow --topic log |
    jq --unbuffered -r 'select(.event == "liked") | .joke.id' |
    while read -r id; do "$@" "$id" </dev/null; done
