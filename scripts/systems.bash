# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Runs tests in parallel, each in its own system (scripts/userhost). Source this file.
#
# If no system is available, a message says so and the tests are skipped; with USERHOST_REQUIRE=1 this is a failure. If
# the tree of another Debian cannot be made (no network, no root), a message says so; with USERHOST_REQUIRE=all this is
# a failure.
require=${USERHOST_REQUIRE:-0}
export USERHOST_REQUIRE=${require/all/1}

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
mkdir "$stage/logs" "$stage/results"

status=0 skipped=() order=()
declare -A running=()

# begin TEST SYSTEM COMMAND...: starts a test in the background.
begin() {
    local test=$1 name="$1 ($2)"
    shift 2
    run_test "${name//\//-}" "$@" &
    order+=("$name")
    running[$name]=$!
}

# Bash forgets the exit status of a process if a later one has the same number, so it is in a file.
run_test() {
    local file=$1 result=0
    shift
    "$@" >"$stage/logs/$file" 2>&1 || result=$?
    echo "$result" >"$stage/results/$file"
}

# await_test NAME: waits for a test, and returns its exit status.
await_test() {
    wait "${running[$1]}" 2>/dev/null || true
    return "$(cat "$stage/results/${1//\//-}" || echo 1)"
}

# with_tree SUITE COMMAND...: runs COMMAND with the name of the system and the arguments of userhost for it. A tree with
# more packages than usual has a name: set tree_name and tree_packages.
tree_name='' tree_packages=()
with_tree() {
    local suite=$1 tree=.build/trees/$1${tree_name:+-$tree_name}
    shift
    if scripts/debian-tree.sh "$suite" "$tree" "${tree_packages[@]}"; then
        "$@" "Debian $suite" --tree "$tree"
    else
        skipped+=("all that is for Debian $suite")
        [ "$require" != all ] || status=1
    fi
}

# Prints the result of each test in the order in which they began. Ends with 1 if one failed.
finish() {
    local name result
    for name in "${order[@]}"; do
        result=0
        await_test "$name" || result=$?
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
