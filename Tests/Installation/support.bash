# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the tests of an installation share (scripts/installation-tests.sh). They run in a system of their own, which has
# a user manager of the user tester, whose home is empty.
set -euo pipefail

step() { echo "  - $*"; }
fail() {
    echo "FAILED: $*" >&2
    journalctl --boot --no-pager --lines=40 >&2 || true
    exit 1
}
expect() { [ "$2" = "$3" ] || fail "$1: expected '$3', found '$2'"; }

# await WHAT COMMAND...: until the command succeeds, for as long as a slow machine may take.
await() {
    local what=$1 end=$((SECONDS + 20))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "it did not come to this: $what"
        sleep 0.05
    done
}

# as USER COMMAND...: for root, as somebody who is logged in.
as() {
    local user=$1 id
    shift
    id=$(id -u "$user")
    (cd "/home/$user" && exec runuser -u "$user" -- env -i HOME="/home/$user" USER="$user" LANG=C.UTF-8 \
        PATH=/usr/local/bin:/usr/bin:/bin XDG_RUNTIME_DIR="/run/user/$id" "$@")
}

# Everything below a folder, with modes and contents.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + -o -printf '%y %m %p\n' | LC_ALL=C sort); }

# What is there after $2 and not before, and the other way round, from two lists.
same() { diff "$2" "$3" >&2 || fail "$1"; }
