#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run-card.sh PROGRAMS
# Shows the card on the desktop with the programs of `make card`. Its daemon keeps its state in .build/run, apart from
# the user's, and ends with the window.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1

# The path of a socket has at most 107 bytes (unix(7)); that of a checkout may be longer.
socket=$(mktemp -d)
daemon=
cleanup() {
    [ -z "$daemon" ] || { kill "$daemon" 2>/dev/null && wait "$daemon"; } || true
    rm -rf "$socket"
}
trap cleanup EXIT
state=$PWD/.build/run
XDG_DATA_HOME=$state/data XDG_CACHE_HOME=$state/cache XDG_CONFIG_HOME=$state/config \
    "$programs/jokesd" --socket "$socket/socket" &
daemon=$!
# The card waits for the daemon.
"$programs/jokesd-card" --socket "$socket/socket"
