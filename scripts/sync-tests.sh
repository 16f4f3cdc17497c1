#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sync-tests.sh PROGRAMS [SCENARIO]...
# Tests sync with real instances of Syncthing on the loopback, with git and with a shared directory (Tests/Sync/sync.py),
# with the programs in the directory PROGRAMS. The scenarios are `like`, `two`, `five`, `git` and `shared`. SYNC_OPERATIONS
# is the number of operations of a scenario (10,000 for `five`, otherwise 1000), SYNC_SEED the seed (the time).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- like two shared git five
clock=.build/shifted-clock.so
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
"$clang" -O2 -Wall -Wextra -Werror -shared -fPIC -o $clock Tests/Sync/shifted-clock.c
for scenario in "$@"; do python3 Tests/Sync/sync.py "$programs" "$PWD/$clock" "$scenario"; done
