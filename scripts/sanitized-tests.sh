#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sanitized-tests.sh address|thread [swift test options…]
# Builds the tests with a sanitizer, in a directory of their own, and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sanitizer=$1
shift
directory=.build/$sanitizer
mkdir -p .build
options=(--scratch-path "$directory" --sanitize "$sanitizer")

# There are no tests of XCTest, and its own run leaks. A reply of a megabyte, written by code that is neither optimised nor
# left alone, comes later than a client waits.
skip=(--disable-xctest --skip largeBatch)

# The programs are part of the tests: jokesd has the sanitizer, too, and is optimised, since thousands of fortunes are read
# within a test's patience. jokectl is linked statically, which no sanitizer can be: it is the usual one.
build_programs() {
    swift build --product jokectl
    swift build "${options[@]}" -c release --product jokesd
    mkdir -p "$directory/programs"
    ln -sf "$PWD/.build/debug/jokectl" "$PWD/$directory/release/jokesd" "$directory/programs/"
    export JOKESD_BINARIES=$PWD/$directory/programs
}

case $sanitizer in
    address)
        build_programs
        # Linked with the static library of Swift, which hides malloc, jokesd frees what libsystemd took from libc's;
        # and a sanitizer's shadow is no measure of memory.
        skip+=(--skip EndToEndTests.ActivationTests --skip 'HostileInputTests/stuck')
        # jokesd bounds the memory of jokesd-fetch, where the sanitizer's would not fit; it is looked for beside jokesd.
        skip+=(--skip EndToEndTests.FetchTests --skip EndToEndTests.BrokenFetcherTests)
        skip+=(--skip EndToEndTests.CommandSourceTests)
        ;;
    thread)
        # The threads are those of the modules, which have tests of their own; the programs' would run a usual jokesd.
        skip+=(--skip EndToEndTests)
        # Swift's Mutex is a futex that the sanitizer does not know: what it guards looks unguarded.
        echo 'race:EventLoop5Inbox' >"$directory.suppressions"
        export TSAN_OPTIONS="suppressions=$PWD/$directory.suppressions"
        ;;
    *)
        echo "usage: sanitized-tests.sh address | thread" >&2
        exit 64
        ;;
esac

# Not the whole package, which has jokectl in it.
swift build "${options[@]}" --product jokesdPackageTests
# Swift's own report of a crash would come before the sanitizer's.
SWIFT_BACKTRACE=enable=no swift test "${options[@]}" --skip-build "${skip[@]}" "$@"
