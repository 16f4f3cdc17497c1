#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# user-manager-tests.sh PROGRAMS [TEST]...
# Runs Tests/UserManager/*.sh, or those named, each in a real user manager of its own (scripts/userhost), with an
# installation under /opt/jokesd of the programs in the folder PROGRAMS.
# Where no user manager can be had, this is said and the tests are skipped; with USERHOST_REQUIRE=1 that is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1
shift
[ $# -gt 0 ] || set -- Tests/UserManager/*.sh

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
install -D -t "$stage/bin" "$programs/jokesd" "$programs/jokectl"
install -D -t "$stage/libexec/jokesd" "$programs/jokesd-fetch"
install -D -m 644 -t "$stage/share/jokesd/packs" packs/*.jsonl
install -D -m 644 -t "$stage/units" systemd/jokesd.socket
sed 's|@BINDIR@|/opt/jokesd/bin|g' systemd/jokesd.service.in >"$stage/units/jokesd.service"
chmod 644 "$stage/units/jokesd.service"
install -D -t "$stage/tests" "$@"

status=0
for test in "$@"; do
    echo "In a real user manager: $test"
    result=0
    scripts/userhost --bind "$stage:/opt/jokesd" -- "/opt/jokesd/tests/$(basename "$test")" || result=$?
    case $result in
        0) ;;
        77) echo "SKIPPED: $test (set USERHOST_REQUIRE=1 to make that a failure)" >&2 ;;
        *)
            echo "FAILED with $result: $test" >&2
            status=1
            ;;
    esac
done
exit $status
