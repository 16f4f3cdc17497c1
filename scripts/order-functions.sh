#!/bin/bash
# SPDX-License-Identifier: MIT
# Writes order/jokesd and order/jokectl: the functions that a usual run of each program calls, in the order of their first
# call. git ignores them; a release's archive of the source has them (scripts/source.sh). For jokectl, whose runs are short, the list also has the variables that `jokectl status` accesses. The linker
# places them next to each other, so that a run loads some hundred kilobytes of the program instead of some megabytes.
# Needs: valgrind, binutils
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh install build costs
mkdir -p order
make --no-print-directory build
programs=$PWD/.build/release
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
export XDG_RUNTIME_DIR=$directory XDG_DATA_HOME=$directory/data XDG_CACHE_HOME=$directory/cache XDG_CONFIG_HOME=$directory
unset JOKESD_SOCKET

# Runs a program under the profiler. The remaining arguments name its output.
profile() {
    local name=$1
    shift
    valgrind --tool=callgrind --demangle=no --callgrind-out-file="$directory/$name" "$@" >"$directory/out" 2>"$directory/err"
}

# Prints the names of the functions in the order in which the profiles first contain them.
ordered() {
    sed -nE "s/^c?fn=\([0-9]+\) ([^']+).*/\1/p" "$@" | grep -v '^0x' | awk '!seen[$0]++'
}

# Prints the names of the variables that a run of this program accesses, small ones first. Swift's variables are left
# out, because those of a module are one block for the linker.
touched() {
    local program=$1
    shift
    valgrind --tool=lackey --trace-mem=yes --log-file="$directory/accesses" "$program" "$@" >"$directory/out"
    {
        nm --print-size "$program" | sed -nE 's/^([0-9a-f]{16}) ([0-9a-f]{16}) [bBdD] (.*)/\1 0 \3 \2/p'
        sed -nE 's/^ [LSM] ([0-9a-f]+),.*/000000000000000\1/p' "$directory/accesses" | sed -E 's/.*(.{16})$/\1 1/' | sort -u
    } | LC_ALL=C sort | awk '$2 == 0 { name = $3; size = $4; next } name != "" { print size, name; name = "" }' |
        LC_ALL=C sort | sed -nE 's/^[0-9a-f]+ ([^$].*)/\1/p'
}

commands=('call ping' 'show' 'next' 'like' 'status' 'saved list' 'queue' 'undo' 'daily' 'dislike')
"$programs/jokesd" &
daemon=$!
until "$programs/jokectl" --quiet call ping >/dev/null 2>&1; do sleep 0.05; done
for index in "${!commands[@]}"; do
    # shellcheck disable=SC2086 # words of a command
    profile "jokectl.$index" "$programs/jokectl" --timeout 60 ${commands[index]}
done
{
    ordered "$directory"/jokectl.*
    touched "$programs/jokectl" --timeout 60 status
} >order/jokectl
kill "$daemon"
wait "$daemon"

# Run it twice, because only the first start creates the database.
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
ordered "$directory/jokesd.usual" "$directory/jokesd.first" >order/jokesd
wc -l order/*
# The build system does not know that the programs depend on the lists.
rm -f "$programs/jokesd" "$programs/jokectl"
