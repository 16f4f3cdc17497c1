#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the main use inside the sandbox, with systemd's socket. MainJobTests of EndToEndTests test the same without
# systemd. Run by scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

state() { jokectl call state.get | jq -c ".state$1"; }
queued() { jokectl call queue.list | jq -r '.items[].id'; }
crash() {
    pid=$(property MainPID)
    kill -KILL "$pid"
    jokectl --timeout 10 show >/dev/null
    [ "$(property MainPID)" != "$pid" ] || fail "it is the same process"
}

install_units
jokectl show >/dev/null
await "a full queue" eval "[ \"\$(jokectl queue | wc -l)\" = 10 ]"

step "next, like, saved list: the joke that was liked is in the list"
joke=$(jokectl --json next | jq -r .joke.id)
jokectl like >/dev/null
expect "the saved list" "$(saved_ids)" "$joke"

step "after kill -9 the saved jokes, the queue and the card are as they were, and no seen joke comes again"
jokectl like >/dev/null
jokectl dislike >/dev/null
saved=$(saved_ids) queue=$(queued) card=$(state .joke.id)
crash
expect "the saved jokes" "$(saved_ids)" "$saved"
expect "the queue" "$(queued)" "$queue"
expect "the card" "$(state .joke.id)" "$card"

step "what was deleted is still gone after kill -9, and can still be undone"
jokectl saved delete "$joke" >/dev/null
crash
! saved_ids | grep -xF -- "$joke" >/dev/null || fail "it is there again"
jokectl undo >/dev/null
expect "the saved jokes" "$(saved_ids)" "$saved"

step "a drag turns the card green for everybody, and release saves and moves on; one that nobody continues springs back"
start_follower ~/followed
card=$(state .joke.id)
jokectl call card.drag translation=0.6 predictedEndX=414 width=414 >/dev/null
expect "the decision" "$(state .decisionState)" '"liked"'
jokectl call card.release >/dev/null
expect "the newest saved" "$(saved_ids | grep -cxF "${card//\"/}")" 1
[ "$(state .joke.id)" != "$card" ] || fail "it is still on the card"
jokectl call card.drag translation=-0.7 predictedEndX=-90 width=414 >/dev/null
# shellcheck disable=SC2016 # evaluated each time
await "its way back" eval '[ "$(state .decisionState)" = "\"undecided\"" ]'
kill "$follower"
expect "what the follower saw" "$(jq -r '.state.backgroundColor' ~/followed | uniq | paste -sd' ')" "gray green gray red gray"

step "the joke of the day is the same after a restart"
daily=$(jokectl --json daily | jq -r .joke.id)
systemctl --user restart jokesd.service
expect "the joke of the day" "$(jokectl --json daily | jq -r .joke.id)" "$daily"

step "a hundred more, each another one, none that was seen"
for _ in {1..100}; do jokectl --json next | jq -r .joke.id; done >~/shown
expect "other ones" "$(sort -u ~/shown | wc -l)" 100
! grep -qxFf <(saved_ids) ~/shown || fail "one that was saved came again"
