#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the lifecycle of the service in a real user manager: reload, idle exit and new start, a loop that hangs. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

capacity() { jokectl --json status | jq .queue.capacity; }
has_capacity() { [ "$(capacity)" = "$1" ]; }
logged() { [ -n "$(journalctl --boot --quiet MESSAGE_ID="$1")" ]; }

# The state of the daemon's timer (proc(5), fdinfo): less than a second is left; the time is over, and it has not noticed.
counts_down() { grep -qE '^it_value: \(0, [1-9]' "/proc/$1"/fdinfo/* 2>/dev/null; }
has_expired() { grep -qE '^ticks: [1-9]' "/proc/$1"/fdinfo/* 2>/dev/null; }
# A connection that nobody has accepted yet has the path of the listening socket and the state 02 (net/unix/af_unix.c).
has_backlog() { awk -v path="$XDG_RUNTIME_DIR/jokesd/socket" '$6 == "02" && $8 == path { n++ } END { exit !n }' /proc/net/unix; }

heartbeat() { property WatchdogTimestampMonotonic; }
is_newer_heartbeat() { [ "$(heartbeat)" != "$1" ]; }
# await_heartbeats COUNT: waits until the daemon has sent COUNT more heartbeats to the manager's watchdog.
await_heartbeats() {
    for _ in $(seq "$1"); do await "a heartbeat" is_newer_heartbeat "$(heartbeat)"; done
}

install_units
jokectl next >/dev/null
pid=$(property MainPID)

step "systemctl reload applies the configuration and disconnects no client"
start_follower ~/followed
configure '{ "queue": { "capacity": 6 }, "limits": { "connections": 9 } }'
systemctl --user reload jokesd.service || fail "systemctl reload failed"
expect "the capacity" "$(capacity)" 6
await "a status with the new capacity" is StatusText "6 of 6 jokes ready, 0 saved"
expect "the state of jokesd.service" "$(property ActiveState)" active
await "the reload in the journal" logged 0b8a6e2d95f34c7fb0c4d19e63a75f28
expect "the changes that jokectl reload prints" "$(jokectl reload)" ''
configure '{ "queue": { "capacity": 7 }, "limits": { "connections": 8 } }'
expect "the changes that jokectl reload prints" "$(jokectl reload | tr '\t\n' ' ;')" 'queue.capacity now;limits.connections restart;'

step "a reload with an error changes nothing and reports the error"
configure '{ "queue": { "capacity": 3, "lowWater": "x" }, "taste": 0 }'
if systemctl --user reload jokesd.service 2>/dev/null; then fail "systemctl reload accepted an invalid configuration"; fi
expect_exit 78 jokectl reload
[[ $said == *queue.lowWater*"and 1 more"* ]] || fail "unexpected output of jokectl: $said"
expect "the capacity" "$(capacity)" 7
expect "the state of jokesd.service" "$(property ActiveState)" active
await "the configuration error in the journal" logged c41f7b9e2a6d4d0d8f53ae17906b2c84

step "SIGHUP applies the configuration"
configure '{ "queue": { "capacity": 5 } }'
kill -HUP "$pid"
await "a capacity of 5" has_capacity 5
await "the running state of jokesd.service" is SubState running
expect "the daemon's process" "$(property MainPID)" "$pid"
grep -q '"online":false' ~/followed && fail "the follower was disconnected"

kill "$follower"

step "a daemon without clients exits after idleExit and keeps the saved jokes, the card and the queue"
configure '{ "idleExit": "1s" }'
jokectl reload >/dev/null
jokectl like >/dev/null
card=$(jokectl show)
queue=$(jokectl queue)
await "an idle exit" is ActiveState inactive
expect "the result of jokesd.service" "$(property Result)" success
await "the idle exit in the journal" logged 86e29d5073bf4c1ea7d8f4602b9c5e13
expect "the state of jokesd.socket" "$(property ActiveState jokesd.socket)" active
expect "the card" "$(jokectl show)" "$card"
expect "the queue" "$(jokectl queue)" "$queue"
expect "the number of saved jokes" "$(jokectl saved list | wc -l)" 1

step "a client that connects during the idle exit gets its reply"
for _ in 1 2 3; do
    jokectl show >/dev/null
    pid=$(property MainPID)
    await "the countdown to the idle exit" counts_down "$pid"
    # When it continues, its time is over and a client waits.
    kill -STOP "$pid"
    await "the end of the countdown" has_expired "$pid"
    command jokectl --timeout 15 show >~/shown &
    asking=$!
    await "a client in the backlog" has_backlog
    kill -CONT "$pid"
    wait "$asking" || fail "the client got no reply"
    expect "the card" "$(cat ~/shown)" "$card"
done

step "a daemon with a client does not exit when idle, and the watchdog does not restart it"
drop_in jokesd.service WatchdogSec=2s
systemctl --user restart jokesd.service
jokectl like >/dev/null
card=$(jokectl show) saved=$(saved_ids)
pid=$(property MainPID)
start_follower ~/followed
# One second passes between two of them. The time from the first to the third exceeds idleExit and, from the start,
# WatchdogSec.
await_heartbeats 3
expect "the daemon's process" "$(property MainPID)" "$pid"
expect "the number of restarts" "$(property NRestarts)" 0
configure '{}'
jokectl reload >/dev/null
kill "$follower"

step "the watchdog restarts a daemon that hangs, and no saved joke is lost"
began=$(date +%s%N)
kill -STOP "$pid"
expect "the card" "$(jokectl --timeout 15 show)" "$card"
took=$((($(date +%s%N) - began) / 1000000))
echo "    the daemon replied after $took ms"
[ "$took" -lt 6000 ] || fail "the daemon replied only after $took ms"
[ "$(property MainPID)" != "$pid" ] || fail "the daemon's process did not change"
expect "the number of restarts" "$(property NRestarts)" 1
expect "the saved jokes" "$(saved_ids)" "$saved"

step "systemd does not restart a daemon that exits without an error"
systemctl --user stop jokesd.service 2>/dev/null
expect "the state of jokesd.service" "$(property ActiveState)" inactive
expect "the exit status of jokesd.service" "$(property ExecMainStatus)" 0
