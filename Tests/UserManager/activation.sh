#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that the units in a real user manager start the daemon for its first client. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

install_units
systemd-analyze verify --user --man=no --recursive-errors=yes ~/.config/systemd/user/jokesd* ||
    fail "the units do not verify"

step "the socket listens, and no daemon runs"
expect "the service" "$(property ActiveState)" inactive
expect "the socket's mode" "$(stat -c %a "$XDG_RUNTIME_DIR/jokesd/socket")" 600
expect "its directory's mode" "$(stat -c %a "$XDG_RUNTIME_DIR/jokesd")" 700

step "--no-start does not start it, and neither does a shell that completes a line"
expect_exit 69 jokectl --no-start show
[[ $said == *"--no-start leaves it so"* ]] || fail "jokectl said: $said"
expect "what is completed" "$(jokectl complete -- next --source '')" ''
expect "the service" "$(property ActiveState)" inactive

step "the first jokectl next starts it and prints a joke"
joke=$(jokectl next) || fail "jokectl next ended with $?"
[ -n "$joke" ] || fail "no joke was printed"
expect "the service" "$(property ActiveState)" active
expect "its result" "$(property Result)" success

step "now --no-start asks it, and lines are completed"
expect "the card" "$(jokectl --no-start show)" "$joke"
[[ $(jokectl complete -- next --source b) == builtin$'\t'* ]] || fail "the sources are not completed"

step "it says how it does, and the journal has no warning"
[[ $(property StatusText) =~ ^[0-9]+\ of\ 10\ jokes\ ready,\ 0\ saved$ ]] ||
    fail "the status is '$(property StatusText)'"
systemctl --user status --no-pager jokesd.service | grep 'Status: "' >/dev/null || fail "systemctl status shows no status"
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
configure '{ "queue": { "capcity": 5 } }'
systemctl --user stop jokesd.service 2>/dev/null
if systemctl --user start jokesd.service 2>/dev/null; then fail "it started"; fi
expect "its exit status" "$(property ExecMainStatus)" 78
expect "restarts" "$(property SubState)" failed
await "what is wrong, in the journal" journal_says capacity --user-unit jokesd.service --priority=err

step "who asks meanwhile is told, and how to look into it, as often as they ask"
for _ in {1..30}; do expect_exit 78 jokectl show; done
[[ $said == *queue.capcity*"did you mean capacity?"*--check-config* ]] || fail "jokectl said: $said"
expect "the socket" "$(property ActiveState jokesd.socket)" active
rm ~/.config/jokesd/config.jsonc
jokectl show >/dev/null || fail "it does not start with a good configuration"

step "stopping the socket takes it away"
systemctl --user stop jokesd.socket jokesd.service jokesd-fetch.socket
[ ! -e "$XDG_RUNTIME_DIR/jokesd/socket" ] || fail "the socket is still there"
