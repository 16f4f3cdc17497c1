#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The units in a real user manager: who asks for a joke starts the daemon. Run by scripts/user-manager-tests.sh.
set -euo pipefail
PATH=/opt/jokesd/bin:$PATH

step() { echo "  - $*"; }
fail() {
    echo "FAILED: $*" >&2
    journalctl --boot --no-pager --lines=40 _UID="$(id -u)" >&2 || true
    exit 1
}
property() { systemctl --user show --property="$1" --value jokesd.service; }
expect() { [ "$2" = "$3" ] || fail "$1: expected '$3', found '$2'"; }

saved_ids() { jokectl saved list | cut -f1 | sort; }

mkdir -p ~/.config/systemd/user
cp /opt/jokesd/units/* ~/.config/systemd/user/
systemctl --user daemon-reload
systemd-analyze verify --user --man=no ~/.config/systemd/user/jokesd.* || fail "the units do not verify"

step "the socket listens, and no daemon runs"
systemctl --user enable --now --quiet jokesd.socket
expect "the service" "$(property ActiveState)" inactive
expect "the socket's mode" "$(stat -c %a "$XDG_RUNTIME_DIR/jokesd/socket")" 600
expect "its folder's mode" "$(stat -c %a "$XDG_RUNTIME_DIR/jokesd")" 700

step "the first jokectl next starts it and prints a joke"
joke=$(jokectl next) || fail "jokectl next ended with $?"
[ -n "$joke" ] || fail "no joke was printed"
expect "the service" "$(property ActiveState)" active
expect "its result" "$(property Result)" success

step "it says how it does, and the journal has no warning"
[[ $(property StatusText) =~ ^[0-9]+\ of\ 10\ jokes\ ready,\ 0\ saved$ ]] ||
    fail "the status is '$(property StatusText)'"
systemctl --user status --no-pager jokesd.service | grep -q 'Status: "' || fail "systemctl status shows no status"
warnings=$(journalctl --boot --quiet --no-pager --priority=warning _SYSTEMD_USER_UNIT=jokesd.service + \
    USER_UNIT=jokesd.service + USER_UNIT=jokesd.socket)
expect "warnings in the journal" "$warnings" ''

step "under its sandbox it keeps what is liked"
expect "what is confined" "$(property NoNewPrivileges)" yes
jokectl like >/dev/null
expect "saved jokes" "$(jokectl saved list | wc -l)" 1

step "it stops well, and the next one who asks starts it again"
systemctl --user stop jokesd.service 2>/dev/null
expect "the service" "$(property ActiveState)" inactive
expect "its result" "$(property Result)" success
expect "its exit status" "$(property ExecMainStatus)" 0
[ -S "$XDG_RUNTIME_DIR/jokesd/socket" ] || fail "the socket went with the service"
expect "saved jokes" "$(jokectl saved list | wc -l)" 1
jokectl like >/dev/null
before=$(saved_ids)
card=$(jokectl show)

step "after kill -9 it is there again for who asks next, with all that was kept"
pid=$(property MainPID)
kill -KILL "$pid"
expect "the saved jokes" "$(saved_ids)" "$before"
expect "the card" "$(jokectl show)" "$card"
[ "$(property MainPID)" != "$pid" ] || fail "it is the same process"

step "a bad configuration fails the service once, and says what to do in the journal"
mkdir -p ~/.config/jokesd
echo '{ "queue": { "capcity": 5 } }' >~/.config/jokesd/config.jsonc
systemctl --user stop jokesd.service 2>/dev/null
if systemctl --user start jokesd.service 2>/dev/null; then fail "it started"; fi
expect "its exit status" "$(property ExecMainStatus)" 78
expect "restarts" "$(property SubState)" failed
journalctl --boot --no-pager --priority=err _SYSTEMD_USER_UNIT=jokesd.service | grep -q capacity ||
    fail "the journal does not say what is wrong"
rm ~/.config/jokesd/config.jsonc
systemctl --user reset-failed jokesd.service jokesd.socket 2>/dev/null || true
systemctl --user start jokesd.socket
jokectl show >/dev/null || fail "it does not start with a good configuration"

step "stopping the socket takes it away"
systemctl --user stop jokesd.socket jokesd.service
[ ! -e "$XDG_RUNTIME_DIR/jokesd/socket" ] || fail "the socket is still there"
