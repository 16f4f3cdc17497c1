#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sanitized-tests.sh address|thread [swift test options…]
# Builds the tests with a sanitizer in a separate directory and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sanitizer=$1
shift
directory=.build/$sanitizer
mkdir -p .build
options=(--scratch-path "$directory" --sanitize "$sanitizer")

# Skip XCTest: there are no tests for it, and its runner leaks memory. Skip a reply of a megabyte, because without
# optimisation and with a sanitizer it arrives after the client's timeout.
skip=(--disable-xctest --skip largeBatch)

# The tests run the programs. jokesd is built with the sanitizer, and optimised, because it reads thousands of fortunes
# within the timeout of a test. jokectl is the usual one, because a static executable cannot have a sanitizer.
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
        # With Swift's static library, which hides malloc, jokesd frees memory that libsystemd allocated by libc.
        # Measurements of memory are skipped, because they would include the sanitizer's memory.
        skip+=(--skip EndToEndTests.ActivationTests --skip 'HostileInputTests/stuck')
        # jokesd limits the memory of jokesd-fetch, which is too little for the sanitizer. jokesd looks for it in its
        # own directory.
        skip+=(--skip EndToEndTests.FetchTests --skip EndToEndTests.BrokenFetcherTests)
        skip+=(--skip EndToEndTests.CommandSourceTests)
        ;;
    thread)
        # The modules' own tests cover the threads. Tests of the programs would run a jokesd without the sanitizer.
        skip+=(--skip EndToEndTests)
        # Swift's Mutex is a futex that the sanitizer does not know, so data that it protects appears unprotected.
        echo 'race:EventLoop5Inbox' >"$directory.suppressions"
        export TSAN_OPTIONS="suppressions=$PWD/$directory.suppressions"
        ;;
    *)
        echo "usage: sanitized-tests.sh address | thread" >&2
        exit 64
        ;;
esac

# Do not build the whole package, which contains jokectl.
swift build "${options[@]}" --product jokesdPackageTests
# Swift's own crash report would precede the sanitizer's.
SWIFT_BACKTRACE=enable=no swift test "${options[@]}" --skip-build "${skip[@]}" "$@"
