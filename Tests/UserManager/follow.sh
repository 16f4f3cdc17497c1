#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests a follower of the log during ten restarts and ten crashes, while another client likes jokes. It must get every
# decision exactly once. Run by scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

likes_followed() { jq -r 'select(.event == "liked") | .joke.id' ~/followed | sort; }
has_all() { [ "$(likes_followed | wc -l)" -ge "$(jokectl saved list | wc -l)" ]; }
has_subscriber() { jokectl status --verbose --json | jq --exit-status 'any(.clients[]; .subscriptions > 0)' >/dev/null; }
is_another() { [ "$(property MainPID)" != "$1" ] && is SubState running; }

install_units
# Shorten the delay of a restart, which is not under test.
drop_in jokesd.service RestartSec=100ms
jokectl show >/dev/null
command jokectl follow --topic log >~/followed &
follower=$!
await "a subscriber" has_subscriber

: >~/refused
# Likes five jokes, and prints a line after each. A request may be refused while the daemon stops; it is repeated.
like_five() {
    for _ in {1..5}; do
        until jokectl like >/dev/null 2>>~/refused; do :; done
        echo
    done
}

step "the daemon restarts ten times while a client likes jokes"
for _ in {1..10}; do
    like_five >~/liked &
    systemctl --user restart jokesd.service
    wait "$!"
done
step "the daemon is killed ten times while a client likes jokes"
for _ in {1..10}; do
    pid=$(property MainPID)
    exec 3< <(like_five)
    read -r -u 3
    kill -KILL "$pid"
    await "a new process of the daemon" is_another "$pid"
    # The end of the other four.
    cat <&3 >/dev/null
done

count=$(jokectl saved list | wc -l)
[ "$count" -ge 100 ] || fail "only $count jokes were liked: $(tail -n 3 ~/refused)"
await "every like in the log" has_all
kill "$follower"
expect "the followed likes" "$(likes_followed)" "$(saved_ids)"
expect "the number of gaps" "$(grep -c '"event":"gap"' ~/followed || true)" 0
echo "    $count likes, each followed once; $(wc -l <~/refused) requests were refused and repeated"
