#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that the units in a real user manager start the daemon for its first client. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

install_units
systemd-analyze verify --user --man=no --recursive-errors=yes ~/.config/systemd/user/jokesd* ||
    fail "systemd-analyze verify rejects the units"

step "the socket listens and no daemon runs"
expect "the state of jokesd.service" "$(property ActiveState)" inactive
expect "the socket's mode" "$(stat -c %a "$XDG_RUNTIME_DIR/jokesd/socket")" 600
expect "the mode of the socket's directory" "$(stat -c %a "$XDG_RUNTIME_DIR/jokesd")" 700

step "jokectl --no-start and shell completion do not start the daemon"
expect_exit 69 jokectl --no-start show
[[ $said == *"to start it, leave out --no-start"* ]] || fail "unexpected output of jokectl: $said"
expect "the completions" "$(jokectl complete -- saved show '')" ''
expect "the state of jokesd.service" "$(property ActiveState)" inactive

step "the first jokectl next starts the daemon and prints a joke"
joke=$(jokectl next) || fail "jokectl next exited with $?"
[ -n "$joke" ] || fail "jokectl next printed no joke"
expect "the state of jokesd.service" "$(property ActiveState)" active
expect "the result of jokesd.service" "$(property Result)" success

step "while the daemon runs, jokectl --no-start and shell completion use it"
expect "the card" "$(jokectl --no-start show)" "$joke"
[[ $(jokectl complete -- next --source b) == builtin$'\t'* ]] || fail "shell completion offers no sources"

step "systemctl status shows the daemon's status, and the journal has no warning"
[[ $(property StatusText) =~ ^[0-9]+\ of\ 10\ jokes\ ready,\ 0\ saved$ ]] ||
    fail "the status is '$(property StatusText)'"
systemctl --user status --no-pager jokesd.service | grep 'Status: "' >/dev/null || fail "systemctl status prints no Status line"
warnings=$(journalctl --boot --quiet --no-pager --priority=warning _SYSTEMD_USER_UNIT=jokesd.service + \
    USER_UNIT=jokesd.service + USER_UNIT=jokesd.socket)
expect "warnings in the journal" "$warnings" ''

step "a liked joke is saved inside the sandbox"
expect "the property NoNewPrivileges" "$(property NoNewPrivileges)" yes
jokectl like >/dev/null
expect "the number of saved jokes" "$(jokectl saved list | wc -l)" 1

step "the daemon stops without an error, and the next request starts it again"
systemctl --user stop jokesd.service 2>/dev/null
expect "the state of jokesd.service" "$(property ActiveState)" inactive
expect "the result of jokesd.service" "$(property Result)" success
expect "the exit status of jokesd.service" "$(property ExecMainStatus)" 0
[ -S "$XDG_RUNTIME_DIR/jokesd/socket" ] || fail "stopping the service removed the socket"
expect "the number of saved jokes" "$(jokectl saved list | wc -l)" 1
jokectl like >/dev/null
before=$(saved_ids)
card=$(jokectl show)

step "after kill -9 the next request starts the daemon with the saved jokes and the card"
pid=$(property MainPID)
kill -KILL "$pid"
expect "the saved jokes" "$(saved_ids)" "$before"
expect "the card" "$(jokectl show)" "$card"
[ "$(property MainPID)" != "$pid" ] || fail "the daemon's process did not change"

step "a data directory that is another one at the next start is named in the journal, once"
# The shell that says it may have ended before journald looks for its unit.
is_said() { journal_says "is another directory than at the last start" --identifier=sh; }
if is_said; then fail "it was said before"; fi
systemctl --user stop jokesd.service 2>/dev/null
mv ~/.local/share/jokesd ~/beneath
jokectl show >/dev/null
await "the message" is_said

step "with an invalid configuration jokesd uses the last good one, and the journal and systemctl status name the mistake"
configure '{ "queue": { "capacity": 7 } }'
jokectl reload >/dev/null
configure '{ "queue": { "capcity": 5 } }'
systemctl --user restart jokesd.service || fail "the service does not start with an invalid configuration"
expect "the capacity" "$(jokectl --json status | jq .queue.capacity)" 7
await "the configuration error in the journal" journal_says capacity --user-unit jokesd.service --priority=err
[[ $(property StatusText) == *queue.capcity*"did you mean capacity?"* ]] ||
    fail "the status is '$(property StatusText)'"
rm ~/.config/jokesd/config.jsonc
jokectl reload >/dev/null

step "stopping the socket unit removes the socket"
systemctl --user stop jokesd.socket jokesd.service jokesd-fetch.socket
[ ! -e "$XDG_RUNTIME_DIR/jokesd/socket" ] || fail "the socket still exists"
