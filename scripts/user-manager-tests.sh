#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# user-manager-tests.sh PROGRAMS [TEST]...
# Runs Tests/UserManager/*.sh, or those named, each in a real user manager of its own (scripts/userhost), with an
# installation under /opt/jokesd of the programs in the folder PROGRAMS: under this machine's systemd, and under that
# of each Debian in USER_MANAGER_SUITES (trixie), whose trees are kept under .build/trees.
#
# A test that ends with 133 wants to be run once more, with the argument "again", after another boot with the same home.
#
# Where no user manager can be had, this is said and the tests are skipped; with USERHOST_REQUIRE=1 that is a failure.
# A tree that cannot be made (no network, no root) is said, too, and is a failure with USERHOST_REQUIRE=all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1
shift
[ $# -gt 0 ] || set -- Tests/UserManager/*.sh
tests=("$@")
require=${USERHOST_REQUIRE:-0}

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
install -D -t "$stage/bin" "$programs/jokesd" "$programs/jokectl"
install -D -t "$stage/libexec/jokesd" "$programs/jokesd-fetch"
install -D -m 644 -t "$stage/share/jokesd/packs" packs/*.jsonl
scripts/units.sh "$stage/units" /opt/jokesd/bin /opt/jokesd/libexec/jokesd
install -D -t "$stage/tests" Tests/UserManager/*
install -D -t "$stage/examples" examples/*.sh
install -D -m 644 -t "$stage/drop-ins" systemd/drop-ins/*

status=0 skipped=()

# boot TEST ARGUMENT...: one test; userhost gets the arguments.
boot() {
    local name=$1 home result=0
    shift
    home=$(mktemp -d --tmpdir="$stage")
    chmod 700 "$home"
    local userhost=(scripts/userhost "$@" --home "$home" --bind "$stage:/opt/jokesd")
    export USERHOST_REQUIRE=${require/all/1}
    "${userhost[@]}" -- "/opt/jokesd/tests/$name" || result=$?
    [ "$result" = 133 ] || return "$result"
    "${userhost[@]}" -- "/opt/jokesd/tests/$name" again
}

# run SYSTEM ARGUMENT...: all tests side by side, for they mostly wait; userhost gets the arguments.
run() {
    local system=$1 test name result
    shift
    local -A running=()
    for test in "${tests[@]}"; do
        name=$(basename "$test")
        boot "$name" "$@" >"$stage/$name.log" 2>&1 &
        running[$test]=$!
    done
    for test in "${tests[@]}"; do
        result=0
        wait "${running[$test]}" || result=$?
        echo "In a real user manager ($system): $test"
        cat "$stage/$(basename "$test").log"
        case $result in
            0) ;;
            77) skipped+=("$test ($system)") ;;
            *)
                echo "FAILED with $result: $test ($system)" >&2
                status=1
                ;;
        esac
    done
}

run "this machine's"
for suite in ${USER_MANAGER_SUITES-trixie}; do
    tree=.build/trees/$suite result=0
    scripts/debian-tree.sh "$suite" "$tree" || result=$?
    if [ "$result" != 0 ]; then
        skipped+=("all of $suite")
        [ "$require" != all ] || status=1
        continue
    fi
    run "Debian $suite" --tree "$tree"
done

[ ${#skipped[@]} = 0 ] || printf 'SKIPPED, nothing was tested: %s\n' "${skipped[@]}" >&2
exit $status
