#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# user-manager-tests.sh PROGRAMS [TEST]...
# Runs Tests/UserManager/*.sh, or the named tests. Each has its own real user manager, with the programs of the
# directory PROGRAMS installed under /opt/jokesd. The tests run under this machine's systemd and under that of each
# Debian in USER_MANAGER_SUITES (trixie), whose trees are kept in .build/trees. scripts/systems.bash says which tests
# are skipped when.
#
# A test that ends with 133 is run again with the argument "again", after another boot with the same home.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/systems.bash
. scripts/systems.bash
programs=$1
shift
[ $# -gt 0 ] || set -- Tests/UserManager/*.sh
tests=("$@")

install -D -t "$stage/bin" "$programs/jokesd" "$programs/jokectl"
install -D -t "$stage/libexec/jokesd" "$programs/jokesd-fetch" "$programs/jokesd-search"
install -D -m 644 desktop/io.github.jokesd.Search.service.in "$stage/search.service"
install -D -m 644 -t "$stage/share/jokesd/packs" packs/*.jsonl
scripts/units.sh "$stage/units" /opt/jokesd/bin /opt/jokesd/libexec/jokesd
install -D -t "$stage/tests" Tests/systems.bash Tests/UserManager/*
install -D -t "$stage/examples" examples/*.sh
install -D -m 644 -t "$stage/drop-ins" systemd/drop-ins/*

# boot TEST ARGUMENT...: runs one test. The arguments are those of userhost.
# shellcheck disable=SC2317 # `begin` calls it
boot() {
    local name=$1 home result=0
    shift
    home=$(mktemp -d --tmpdir="$stage")
    chmod 700 "$home"
    local userhost=(scripts/userhost "$@" --home "$home" --bind "$stage:/opt/jokesd")
    "${userhost[@]}" -- "/opt/jokesd/tests/$name" || result=$?
    [ "$result" = 133 ] || return "$result"
    "${userhost[@]}" -- "/opt/jokesd/tests/$name" again
}

# begin_all SYSTEM ARGUMENT...
begin_all() {
    local test system=$1
    shift
    for test in "${tests[@]}"; do
        case $test in
            */namespaces.sh)
                for allowed in user yes; do
                    begin "$test" "$system, RestrictNamespaces=$allowed" \
                        boot namespaces.sh --manager "RestrictNamespaces=$allowed" "$@"
                done
                ;;
            *) begin "$test" "$system" boot "$(basename "$test")" "$@" ;;
        esac
    done
}

begin_all "this machine's"
for suite in ${USER_MANAGER_SUITES-trixie}; do with_tree "$suite" begin_all; done
finish
