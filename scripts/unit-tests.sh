#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# unit-tests.sh ARGUMENT…
# Runs the built tests by `swift test` with these arguments, and repeats the failures at the end. Tests that begin and
# pass are not printed. It also lists and counts the tests that were skipped because this system or user lacks what they
# need, such as root. With USERHOST_REQUIRE=1 (scripts/userhost), which CI sets, this is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
# A name of several lines is not printed either.
swift test --skip-build --disable-xctest "$@" 2>&1 | tee "$log" |
    awk 'BEGIN { told = 1 } /^(◇|✔|✘|➜)/ { told = /^(✘|➜|✔ Test run)/ } told' || status=$?
[ "$status" -eq 0 ] || {
    printf '\nfailures (swift test exited with %d):\n' "$status"
    # Print each ✘ that records an issue with the lines that explain it, and the message of a crash.
    awk '/^✘/ { told = 1; print; next } told && /^↳/ { print; next } { told = 0 } /error:|Fatal error|crashed/' "$log"
} >&2
skipped=$(sed -nE 's/^➜ (Test|Suite) (.*) skipped: "(.*needs .*)"$/SKIPPED, nothing was tested: \2: \3/p' "$log")
[ -z "$skipped" ] || {
    echo "$skipped"
    echo "SKIPPED: $(wc -l <<<"$skipped") tests or suites need what this system or user lacks"
    [ "${USERHOST_REQUIRE:-0}" = 0 ] || status=1
} >&2
exit "$status"
