#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs a short session with the programs of `make build`. The daemon keeps its state in .build/run, apart from the
# user's. On a terminal it runs until Ctrl-C; otherwise it ends after the session.
set -euo pipefail
cd "$(dirname "$0")/.."

state=$PWD/.build/run
programs=$PWD/.build/release
mkdir -p "$state/runtime"
chmod 0700 "$state/runtime"
export XDG_RUNTIME_DIR=$state/runtime XDG_DATA_HOME=$state/data XDG_CACHE_HOME=$state/cache
export XDG_CONFIG_HOME=$state/config
export JOKESD_SOCKET=$XDG_RUNTIME_DIR/jokesd/socket
daemon=
short=
cleanup() {
    [ -z "$daemon" ] || { kill "$daemon" 2>/dev/null && wait "$daemon"; } || true
    [ -z "$short" ] || rm -rf "$short"
}
trap cleanup EXIT

# The path of a socket has at most 107 bytes (unix(7)); that of a checkout may be longer.
if ((${#JOKESD_SOCKET} > 100)); then
    short=$(mktemp -d)
    export JOKESD_SOCKET=$short/jokesd/socket
fi

"$programs/jokesd" &
daemon=$!
# Wait at most five seconds. The daemon needs some milliseconds.
for _ in {1..100}; do
    if "$programs/jokectl" --quiet call ping >/dev/null 2>&1; then break; fi
    if ! kill -0 "$daemon" 2>/dev/null; then wait "$daemon"; fi
    sleep 0.05
done

play() {
    printf '\n$ jokectl %s\n' "$*"
    "$programs/jokectl" "$@"
}
play next
play like
play saved list
play status

cat <<END

The daemon of this session keeps its state in .build/run and listens at
  $JOKESD_SOCKET
In another terminal, try:
  export JOKESD_SOCKET=$JOKESD_SOCKET PATH=$programs:\$PATH
  jokectl next          jokectl undo          jokectl daily
  jokectl follow        jokectl help
END
if [ -t 0 ] && [ -t 1 ]; then
    printf '\nPress Ctrl-C to stop jokesd.\n'
    trap 'printf "\n"; exit 0' INT
    wait "$daemon"
fi
