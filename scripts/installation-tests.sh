#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# installation-tests.sh
# Makes the Debian package and the tar archive of what was built, and runs Tests/Installation/*.sh side by side, each in a
# system of its own (scripts/userhost): the package on a plain Debian of each of INSTALLATION_SUITES (bookworm trixie),
# whose trees are kept under .build/trees, and the others on this machine's system.
#
# Where no system can be had, this is said and the tests are skipped; with USERHOST_REQUIRE=1 that is a failure. A tree
# that cannot be made (no network, no root) is said, too, and is a failure with USERHOST_REQUIRE=all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
require=${USERHOST_REQUIRE:-0}
export COMPRESSION=1

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
install -D -t "$stage/tests" Tests/Installation/*

status=0 skipped=()
declare -A running=()

# begin TEST SYSTEM ARGUMENT...: in the background; userhost gets the arguments.
begin() {
    local test=$1 name="$1 ($2)"
    shift 2
    USERHOST_REQUIRE=${require/all/1} scripts/userhost --bind "$stage/tests:/opt/tests" \
        --bind "$stage/packages:/opt/packages" "$@" -- "/opt/tests/$test" >"$stage/$name.log" 2>&1 &
    running[$name]=$!
}

finish() {
    local name result
    for name in "${!running[@]}"; do
        result=0
        wait "${running[$name]}" || result=$?
        echo "Installed: Tests/Installation/$name"
        cat "$stage/$name.log"
        case $result in
            0) ;;
            77) skipped+=("$name") ;;
            *)
                echo "FAILED with $result: Tests/Installation/$name" >&2
                status=1
                ;;
        esac
    done
}

mkdir "$stage/packages"
scripts/tar.sh "$stage/packages" >/dev/null
begin archive.sh "this machine's"
begin everybody.sh "this machine's" --root
begin without-systemd.sh "this machine's"
begin home.sh "this machine's" --bind "$PWD:/opt/clone"

scripts/deb.sh "$stage/packages" >/dev/null
for suite in ${INSTALLATION_SUITES-bookworm trixie}; do
    tree=.build/trees/$suite result=0
    scripts/debian-tree.sh "$suite" "$tree" || result=$?
    if [ "$result" = 0 ]; then
        begin package.sh "Debian $suite" --tree "$tree" --root
    else
        skipped+=("package.sh (Debian $suite)")
        [ "$require" != all ] || status=1
    fi
done

echo "Packed: the same programs make the same package and the same archive, wherever and whenever"
mkdir "$stage/again"
(
    umask 077
    export TZ=Pacific/Auckland LC_ALL=C
    scripts/tar.sh "$stage/again" >/dev/null
    scripts/deb.sh "$stage/again" >/dev/null
)
for file in "$stage"/packages/*; do
    cmp "$file" "$stage/again/$(basename "$file")" || status=1
done
mandoc -T lint -W warning .build/stage/share/man/man*/* || status=1
lintian --allow-root --fail-on error "$stage"/packages/*.deb || status=1

finish
[ ${#skipped[@]} = 0 ] || printf 'SKIPPED, nothing was tested: %s\n' "${skipped[@]}" >&2
exit $status
