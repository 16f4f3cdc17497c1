# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the tests share that run in systems of their own (scripts/systems.bash). The support.bash of their directory sources
# this, and has `fail WHAT`.
#
# Behind a pipe grep has no -q here: it would end at its first match, and who still writes would die of that, which
# pipefail takes for a failure, and `!` for what was wanted.
set -euo pipefail

step() { echo "  - $*"; }
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
