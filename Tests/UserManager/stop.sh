#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that `systemctl --user stop jokesd` and `jokectl stop` hold although clients follow, and that these clients say so
# and connect again after another command. Run by scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

said_last() { tail -n 1 ~/"$1" | grep -F "$2" >/dev/null; }
has_subscriber() { jokectl --no-start status --verbose --json | jq --exit-status 'any(.clients[]; .subscriptions > 0)' >/dev/null; }

install_units
start_follower ~/state
start_follower ~/bar --for waybar

for stop in "systemctl --user stop jokesd.service" "jokectl stop"; do
    step "after \`$stop\`, followers say that jokesd was stopped, and it stays so"
    $stop || fail "$stop exited with $?"
    await "the end in the followed state" said_last state "jokesd was stopped"
    await "the end on the bar" said_last bar "jokesd was stopped"
    expect "the state of jokesd.service" "$(property ActiveState)" inactive
    expect_exit 1 jokectl stop

    step "the next command starts jokesd, and the followers have its state"
    jokectl next >/dev/null
    await "the followed state" said_last state '"state":{'
    await "the joke on the bar" said_last bar '"alt":"undecided"'
done

step "during a restart and after a crash, a bar keeps its line"
count=$(grep -c '"alt":"offline"' ~/bar)
systemctl --user restart jokesd.service
await "a subscriber" has_subscriber
kill -KILL "$(property MainPID)"
await "the restart" is SubState running
await "a subscriber" has_subscriber
expect "the number of lines without jokesd" "$(grep -c '"alt":"offline"' ~/bar)" "$count"
