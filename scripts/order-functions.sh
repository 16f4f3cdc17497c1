#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes Sources/*/functions.order anew: the functions that a usual run of each program calls, in the order of their first
# call. The linker puts them side by side, so that a run touches some hundred kilobytes of the program instead of some
# megabytes. A name that is gone is ignored and a new function stands elsewhere, so the lists may age.
# Needs: valgrind
set -euo pipefail
cd "$(dirname "$0")/.."

JOKESD_SYMBOLS=1 make --no-print-directory build
programs=$PWD/.build/release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder
unset JOKESD_SOCKET

# Under the profiler, whose file is named by the rest.
profile() {
    local name=$1
    shift
    valgrind --tool=callgrind --demangle=no --callgrind-out-file="$folder/$name" "$@" >"$folder/out" 2>"$folder/err"
}

# The names of the functions in the order in which the profiles first mention them.
ordered() {
    sed -nE "s/^c?fn=\([0-9]+\) ([^']+).*/\1/p" "$@" | grep -v '^0x' | awk '!seen[$0]++'
}

commands=('call ping' 'show' 'next' 'like' 'status' 'saved list' 'queue' 'undo' 'daily' 'dislike')
"$programs/jokesd" &
daemon=$!
until "$programs/jokectl" --quiet call ping >/dev/null 2>&1; do sleep 0.05; done
for index in "${!commands[@]}"; do
    # shellcheck disable=SC2086 # words of a command
    profile "jokectl.$index" "$programs/jokectl" --timeout 60 ${commands[index]}
done
kill "$daemon"
wait "$daemon"
ordered "$folder"/jokectl.* >Sources/jokectl/functions.order

# Twice: the first start makes the database, which no other one does.
for run in first usual; do
    profile "jokesd.$run" "$programs/jokesd" &
    daemon=$!
    until "$programs/jokectl" --quiet call ping >/dev/null 2>&1; do sleep 0.05; done
    for command in "${commands[@]}"; do
        # shellcheck disable=SC2086
        "$programs/jokectl" --timeout 60 $command >/dev/null
    done
    kill "$(pgrep -P "$daemon" || echo "$daemon")"
    wait "$daemon" || true
done
ordered "$folder/jokesd.usual" "$folder/jokesd.first" >Sources/jokesd/functions.order
wc -l Sources/*/functions.order
# The build system does not know that the programs depend on them.
rm -f "$programs/jokesd" "$programs/jokectl"
