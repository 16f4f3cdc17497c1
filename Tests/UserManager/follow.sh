#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Ten restarts and ten crashes under a follower of the log, while somebody likes: every decision comes, once. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=/dev/null
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

likes_followed() { jq -r 'select(.event == "liked") | .joke.id' ~/followed | sort; }
has_all() { [ "$(likes_followed | wc -l)" -ge "$(jokectl saved list | wc -l)" ]; }
has_subscriber() { jokectl status --verbose --json | jq --exit-status 'any(.clients[]; .subscriptions > 0)' >/dev/null; }
is_another() { [ "$(property MainPID)" != "$1" ] && is SubState running; }

install_units
# A restart's wait is not what is tested.
drop_in jokesd.service RestartSec=100ms
jokectl show >/dev/null
command jokectl follow --topic log >~/followed &
follower=$!
await "a subscriber" has_subscriber

touch ~/going
while [ -e ~/going ]; do
    # One that asks while the daemon goes may be told that it closes.
    jokectl like >/dev/null 2>>~/refused || true
    sleep 0.1
done &
liker=$!

step "ten restarts"
for _ in {1..10}; do
    systemctl --user restart jokesd.service
    sleep 0.3
done
step "ten crashes"
for _ in {1..10}; do
    pid=$(property MainPID)
    kill -KILL "$pid"
    await "another process" is_another "$pid"
    sleep 0.3
done
rm ~/going
wait "$liker"

count=$(jokectl saved list | wc -l)
[ "$count" -ge 20 ] || fail "only $count jokes were liked: $(tail -n 3 ~/refused)"
await "all of the log" has_all
kill "$follower"
expect "what was followed" "$(likes_followed)" "$(saved_ids)"
expect "gaps" "$(grep -c '"event":"gap"' ~/followed || true)" 0
echo "    $count decisions, each followed once; $(wc -l <~/refused) askers were told to try again"
