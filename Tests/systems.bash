# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The functions that all tests in shell share. The support.bash of a test's directory sources this file, and defines
# `fail MESSAGE`.
#
# After a pipe, use grep without -q: with -q it exits at its first match, and the writer then dies of SIGPIPE, which
# pipefail reports as a failure.
set -euo pipefail

step() { echo "  - $*"; }
expect() { [ "$2" = "$3" ] || fail "$1: expected '$3', found '$2'"; }

# expect_exit CODE COMMAND...: the command exits with this code. Sets `said` to its output and its errors.
expect_exit() {
    local code=$1 result=0
    shift
    said=$("$@" 2>&1) || result=$?
    [ "$result" = "$code" ] || fail "$* exited with $result, not $code: $said"
}

# await WHAT COMMAND...: repeats the command until it succeeds. Fails after 30 seconds, which are for a slow machine.
await() {
    local what=$1 end=$((SECONDS + 30))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "timed out waiting for $what"
        sleep 0.05
    done
}

# configure JSON: makes it the configuration of this user.
configure() {
    mkdir -p ~/.config/jokesd
    printf '%s\n' "$1" >~/.config/jokesd/config.jsonc
}
