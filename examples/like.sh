#!/bin/sh
# SPDX-License-Identifier: MIT
# like.sh [ID]: likes the current joke, if it still has this id. Needs jq and OpenBSD's nc.
jq -nc '{method: "joke.like", params: {ifJoke: $ARGS.positional[0]}}' --args "$@" |
    nc -NU "${JOKESD_SOCKET:-$XDG_RUNTIME_DIR/jokesd/socket}" |
    jq -nr 'input | if .error then .error.message + "\n" | halt_error else .result.decided.value end'
