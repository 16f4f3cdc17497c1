#!/bin/sh
# SPDX-License-Identifier: MIT
# A hook: runs a command for each joke that is liked, wherever that happens: when-liked.sh COMMAND [ARGUMENT]...
# The joke's id is the last argument. Needs jq. For example: when-liked.sh notify-send Saved
#
# The log misses nothing while this runs, over restarts of the daemon, too.
jokectl follow --topic log |
    jq --unbuffered -r 'select(.event == "liked") | .joke.id' |
    while read -r id; do "$@" "$id" </dev/null; done
