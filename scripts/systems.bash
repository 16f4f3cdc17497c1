# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Sourced by what runs tests in systems of their own (scripts/userhost), side by side, for they mostly wait.
#
# Where no system can be had, this is said and the tests are skipped; with USERHOST_REQUIRE=1 that is a failure. A tree
# of another Debian that cannot be made (no network, no root) is said, too, and is a failure with USERHOST_REQUIRE=all.
require=${USERHOST_REQUIRE:-0}
export USERHOST_REQUIRE=${require/all/1}

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
mkdir "$stage/logs"

status=0 skipped=() order=()
declare -A running=()

# begin TEST SYSTEM COMMAND...: in the background.
begin() {
    local test=$1 name="$1 ($2)"
    shift 2
    "$@" >"$stage/logs/${name//\//-}" 2>&1 &
    order+=("$name")
    running[$name]=$!
}

# with_tree SUITE COMMAND...: with the name of the system, and userhost's arguments for it.
with_tree() {
    local suite=$1 tree=.build/trees/$1
    shift
    if scripts/debian-tree.sh "$suite" "$tree"; then
        "$@" "Debian $suite" --tree "$tree"
    else
        skipped+=("all that is for Debian $suite")
        [ "$require" != all ] || status=1
    fi
}

# Says what came of each, in the order in which they began; ends with 1 where one failed.
finish() {
    local name result
    for name in "${order[@]}"; do
        result=0
        wait "${running[$name]}" || result=$?
        echo "In a system of its own: $name"
        cat "$stage/logs/${name//\//-}"
        case $result in
            0) ;;
            77) skipped+=("$name") ;;
            *)
                echo "FAILED with $result: $name" >&2
                status=1
                ;;
        esac
    done
    [ ${#skipped[@]} = 0 ] || printf 'SKIPPED, nothing was tested: %s\n' "${skipped[@]}" >&2
    exit "$status"
}
