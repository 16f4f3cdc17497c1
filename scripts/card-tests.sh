#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# card-tests.sh PROGRAMS [TEST]...
# Tests jokesd-card with the programs in the directory PROGRAMS, on a virtual display with a window manager and a session
# bus: Tests/Card/card.py describes the tests. If it runs as root, they run as nobody.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1
shift

stage=$(mktemp -d /tmp/jokesd-card-XXXXXX)
finish() {
    local status=$?
    [ $status = 0 ] || tail -n 20 "$stage"/home/*.log >&2 || true
    rm -rf "$stage"
}
trap finish EXIT
install -D -t "$stage/bin" "$programs/jokesd" "$programs/jokectl" "$programs/jokesd-card"
install -D -t "$stage/libexec/jokesd" "$programs/jokesd-fetch"
install -D -m 644 -t "$stage/share/jokesd/packs" packs/*.jsonl
install -D -t "$stage/tests" Tests/Card/*.py
mkdir "$stage/home"
mkdir -m 700 "$stage/home/run"
as_nobody=()
if [ "$(id -u)" = 0 ]; then
    chmod -R a+rX "$stage"
    chown -R 65534:65534 "$stage/home"
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
cd "$stage/home"
# The tests take a minute on a quiet machine. Each wait in them has a limit of its own.
CARD_HOME=$stage/home CARD_PROGRAMS=$stage/bin timeout --kill-after=10 300 "${as_nobody[@]}" \
    env -u DISPLAY -u WAYLAND_DISPLAY -u DBUS_SESSION_BUS_ADDRESS HOME="$stage/home" XDG_RUNTIME_DIR="$stage/home/run" \
    dbus-run-session -- /usr/bin/python3 "$stage/tests/card.py" "$@"
