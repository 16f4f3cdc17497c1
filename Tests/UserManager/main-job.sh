#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the main use inside the sandbox, with systemd's socket. MainJobTests of EndToEndTests test the same without
# systemd. Run by scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

state() { jokectl call state.get | jq -c ".state$1"; }
queued() { jokectl call queue.list | jq -r '.items[].id'; }
received() { [ "$(jq -r '.state.backgroundColor' ~/followed | uniq | paste -sd' ')" = "$1" ]; }
crash() {
    pid=$(property MainPID)
    kill -KILL "$pid"
    jokectl --timeout 10 show >/dev/null
    [ "$(property MainPID)" != "$pid" ] || fail "the daemon's process did not change"
}

install_units
jokectl show >/dev/null
await "a full queue" eval "[ \"\$(jokectl queue | wc -l)\" = 10 ]"

step "a liked joke is in the saved list"
joke=$(jokectl --json next | jq -r .joke.id)
jokectl like >/dev/null
expect "the saved list" "$(saved_ids)" "$joke"

step "the saved jokes, the queue and the card survive kill -9"
jokectl like >/dev/null
jokectl dislike >/dev/null
saved=$(saved_ids) queue=$(queued) card=$(state .joke.id)
crash
expect "the saved jokes" "$(saved_ids)" "$saved"
expect "the queue" "$(queued)" "$queue"
expect "the card" "$(state .joke.id)" "$card"

step "after kill -9 a deleted joke stays deleted, and undo restores it"
jokectl saved delete "$joke" >/dev/null
crash
! saved_ids | grep -xF -- "$joke" >/dev/null || fail "the deleted joke is in the saved list again"
jokectl undo >/dev/null
expect "the saved jokes" "$(saved_ids)" "$saved"

step "every client sees a drag; a release saves the joke, and an abandoned drag springs back"
start_follower ~/followed
card=$(state .joke.id)
jokectl call card.drag translation=0.6 predictedEndX=414 width=414 >/dev/null
expect "the decision" "$(state .decisionState)" '"liked"'
jokectl call card.release >/dev/null
expect "the number of saved jokes with the id of the card" "$(saved_ids | grep -cxF "${card//\"/}")" 1
[ "$(state .joke.id)" != "$card" ] || fail "the saved joke is still on the card"
jokectl call card.drag translation=-0.7 predictedEndX=-90 width=414 >/dev/null
await "the background colors at the follower" received "gray green gray red gray"
kill "$follower"

step "the joke of the day is the same after a restart"
daily=$(jokectl --json daily | jq -r .joke.id)
systemctl --user restart jokesd.service
expect "the joke of the day" "$(jokectl --json daily | jq -r .joke.id)" "$daily"

step "a hundred more jokes differ from each other and from the saved jokes"
for _ in {1..100}; do jokectl --json next | jq -r .joke.id; done >~/shown
expect "the number of different jokes" "$(sort -u ~/shown | wc -l)" 100
! grep -qxFf <(saved_ids) ~/shown || fail "a saved joke was shown again"
