#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The life of the service in a real user manager: reload, idle exit and return, a loop that hangs. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=/dev/null
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

capacity() { jokectl --json status | jq .queue.capacity; }
has_capacity() { [ "$(capacity)" = "$1" ]; }
logged() { [ -n "$(journalctl --boot --quiet MESSAGE_ID="$1")" ]; }

install_units
jokectl next >/dev/null
pid=$(property MainPID)

step "systemctl reload has it read the configuration again, and nobody is disconnected"
command jokectl follow >~/followed &
follower=$!
await "a follower" test -s ~/followed
configure '{ "queue": { "capacity": 6 }, "limits": { "connections": 9 } }'
systemctl --user reload jokesd.service || fail "it was not reloaded"
expect "the capacity" "$(capacity)" 6
await "a status that says so" is StatusText "6 of 6 jokes ready, 0 saved"
expect "the state" "$(property ActiveState)" active
await "what the journal tells of it" logged 0b8a6e2d95f34c7fb0c4d19e63a75f28
expect "what jokectl reload changes" "$(jokectl reload)" ''
configure '{ "queue": { "capacity": 7 }, "limits": { "connections": 8 } }'
expect "what jokectl reload changes" "$(jokectl reload | tr '\t\n' ' ;')" 'queue.capacity now;limits.connections restart;'

step "as a whole or not at all: a mistake is said, and all stays as it was"
configure '{ "queue": { "capacity": 3, "lowWater": "x" }, "taste": 0 }'
if systemctl --user reload jokesd.service 2>/dev/null; then fail "a bad configuration was taken"; fi
result=0
said=$(jokectl reload 2>&1) || result=$?
expect "jokectl's exit status" "$result" 78
[[ $said == *queue.lowWater*"and 1 more"* ]] || fail "jokectl said: $said"
expect "the capacity" "$(capacity)" 7
expect "the state" "$(property ActiveState)" active
await "what the journal tells of it" logged c41f7b9e2a6d4d0d8f53ae17906b2c84

step "SIGHUP does the same"
configure '{ "queue": { "capacity": 5 } }'
kill -HUP "$pid"
await "a capacity of 5" has_capacity 5
await "a unit that runs" is SubState running
expect "the process" "$(property MainPID)" "$pid"
grep -q '"online":false' ~/followed && fail "the follower was disconnected"

step "with somebody connected it stays, however idle"
configure '{ "idleExit": "1s" }'
jokectl reload >/dev/null
sleep 1.5
expect "the service" "$(property ActiveState)" active

step "alone it ends, well; who asks next finds all of it, the queue ready"
jokectl like >/dev/null
card=$(jokectl show)
queue=$(jokectl queue)
kill "$follower"
await "an idle exit" is ActiveState inactive
expect "its result" "$(property Result)" success
await "what the journal tells of it" logged 86e29d5073bf4c1ea7d8f4602b9c5e13
expect "the socket" "$(property ActiveState jokesd.socket)" active
expect "the card" "$(jokectl show)" "$card"
expect "the queue" "$(jokectl queue)" "$queue"
expect "saved jokes" "$(jokectl saved list | wc -l)" 1

step "who connects while it ends is answered all the same"
for _ in 1 2 3; do
    jokectl show >/dev/null
    pid=$(property MainPID)
    # When it goes on, it finds that its time is over and that somebody is at the door.
    kill -STOP "$pid"
    sleep 1.2
    command jokectl --timeout 15 show >~/shown &
    asking=$!
    sleep 0.1
    kill -CONT "$pid"
    wait "$asking" || fail "nobody answered"
    expect "the card" "$(cat ~/shown)" "$card"
done

step "a loop that hangs is back within the watchdog's time, with nothing lost"
configure '{}'
drop_in jokesd.service WatchdogSec=2s
systemctl --user restart jokesd.service
jokectl like >/dev/null
card=$(jokectl show) saved=$(saved_ids)
sleep 3
expect "restarts of one that turns" "$(property NRestarts)" 0
pid=$(property MainPID)
began=$(date +%s%N)
kill -STOP "$pid"
expect "the card" "$(jokectl --timeout 15 show)" "$card"
took=$((($(date +%s%N) - began) / 1000000))
echo "    it was back after $took ms"
[ "$took" -lt 6000 ] || fail "it took $took ms"
[ "$(property MainPID)" != "$pid" ] || fail "it is the same process"
expect "restarts" "$(property NRestarts)" 1
expect "the saved jokes" "$(saved_ids)" "$saved"

step "one that ends well is not started again by itself"
systemctl --user stop jokesd.service 2>/dev/null
expect "the service" "$(property ActiveState)" inactive
expect "its exit status" "$(property ExecMainStatus)" 0
