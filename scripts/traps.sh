#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Lists what may trap in the programs, with the reason why no input from outside reaches it. A trap in another file, or
# one more of them, is an error. (swift-format forbids force unwraps and `try!`.)
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.."
allowed='
JokeClient/CommandLine/Invocation.swift:3    the kind of an option belongs to the code; the parser has checked the value
JokeLinux/EventLoop/EventLoop.swift:3       only code of jokesd calls the loop
JokeLinux/EventLoop/UnixListener.swift:1    the listener is started once, by jokesd
JokeFetch/Providers/ChuckNorris.swift:2 maximumOperations(for:) is 0, so the job never asks for the operation
JokeFetch/Providers/DadJokes.swift:2  as above
JokeStore/Database+Queries.swift:2    the store passes the query to the writer or the reader by its case
JokeStore/StoreWriter.swift:1         whether a write is a decision decides both sides
JokeLinux/System/FileDescriptor.swift:1     a system call that fails throws before
jokesd-card/GObject.swift:1           GTK ends the program itself without memory
'
found=$(grep -rcE '\b(precondition|preconditionFailure|fatalError|unsafelyUnwrapped)\b|as!|st_[acm]tim\.tv_sec\) [*+-] ' \
    --include='*.swift' Sources | grep -v ':0$' | sed 's,^Sources/,,' | sort)
expected=$(awk 'NF { print $1 }' <<<"$allowed" | sort)
if ! difference=$(diff <(echo "$expected") <(echo "$found")); then
    echo "traps.sh: these files have other traps than the list in scripts/traps.sh (< listed, > found):" >&2
    grep '^[<>]' <<<"$difference" >&2
    exit 1
fi
