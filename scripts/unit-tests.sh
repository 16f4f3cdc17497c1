#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# unit-tests.sh ARGUMENT…
# `swift test` with these arguments. Fourteen hundred tests tell a lot: where some fail, what they said stands once more
# at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
swift test --skip-build --scratch-path .build/tests "$@" 2>&1 | tee "$log" || status=$?
[ "$status" -eq 0 ] || {
    printf '\nwhat failed (swift test ended with %d):\n' "$status"
    # A ✘ that records an issue, with the lines that explain it; and what XCTest or a crash says.
    awk '/^✘/ { told = 1; print; next } told && /^↳/ { print; next } { told = 0 } /error:|Fatal error|crashed/' "$log"
} >&2
exit "$status"
