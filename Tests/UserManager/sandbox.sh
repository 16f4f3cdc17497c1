#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the sandboxes of the units in a real user manager: forbidden actions fail, and required ones succeed. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

units=~/.config/systemd/user

# score UNIT: prints the exposure level in tenths.
score() { systemd-analyze security --offline=true --user --no-pager "$units/$1" | sed -nE 's/.*Overall exposure level.*: ([0-9]+)\.([0-9]).*/\1\2/p'; }

# probe UNIT: prints the results of probe.bash, which runs instead of the unit's program.
probe() {
    local unit=$1
    sed -E -e 's|^ExecStart=.*|ExecStart=/opt/jokesd/tests/probe.bash|' -e 's|^Type=.*|Type=oneshot|' \
        -e '/^(Exec(StartPre|Reload)|Restart|WatchdogSec|RuntimeMaxSec|Standard|Requires|After|Wants|CollectMode)/d' \
        -e '/^\[Install\]/,$d' "$units/$unit" >"$units/probe.service"
    printf '%s\n' '[Service]' 'StandardOutput=truncate:/tmp/probed' 'StandardError=journal' >>"$units/probe.service"
    systemctl --user daemon-reload
    systemctl --user start probe.service || fail "the probe of $unit did not run"
}
answer() { awk -F ': ' -v what="$1" '$1 == what { print $2 }' /tmp/probed; }
denied() {
    for what in "$@"; do
        grep -qxF -- "$what" <<<"$possible" || fail "$what: is not possible here without a sandbox, either"
        expect "$what" "$(answer "$what")" denied
    done
}
allowed() { for what in "$@"; do expect "$what" "$(answer "$what")" allowed; done; }

fetchers() { systemctl --user list-units --plain --no-legend 'jokesd-fetch@*' | wc -l; }
has_no_fetcher() { [ "$(fetchers)" = 0 ]; }

serve_jokes() {
    # shellcheck disable=SC2016 # these are perl's
    perl -MIO::Socket::INET -e '
        my $listener = IO::Socket::INET->new(LocalAddr => "127.0.0.1:8080", Listen => 5, ReuseAddr => 1) or die;
        while (my $client = $listener->accept) {
            while (<$client>) { last if /^\r?\n$/ }
            my $id = ++$count;
            my $body = "{\"id\":\"n$id\",\"value\":\"A joke from the network, number $id.\",\"categories\":[\"dev\"],\"url\":\"\"}";
            printf $client "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", length $body, $body;
        }'
}

mkdir -p ~/.ssh ~/.gnupg ~/.local/share/jokesd ~/.local/state/jokesd ~/.config/jokesd/secrets
echo secret >~/.config/jokesd/secrets/key
echo secret >~/.ssh/key
echo secret >~/.gnupg/key
echo data >~/.local/share/jokesd/readable
echo jokes >~/jokes
touch /tmp/outside
# shellcheck disable=SC2016 # the program's own date
printf '#!/bin/sh\necho "A joke of my own, number $(date +%%N)."\n' >~/own-joke
chmod 755 ~/own-joke
cp ~/own-joke ~/good-joke
configure '{ "sources": {
    "own": { "type": "command", "command": ["~/own-joke"] },
    "chucknorris": { "enabled": true, "url": "http://127.0.0.1:8080" } },
    "network": { "spread": 0, "contact": "me@example.org" } }'
install_units

step "they score well, and verify strictly"
systemd-analyze verify --user --man=no --recursive-errors=yes "$units"/jokesd* || fail "the units do not verify"
for unit in jokesd.service jokesd-fetch@.service jokesd-notify.service; do echo "    $unit $(score "$unit") (tenths)"; done
[ "$(score jokesd.service)" -le 10 ] || fail "jokesd.service is too open"
[ "$(score jokesd-fetch@.service)" -le 13 ] || fail "jokesd-fetch@.service is too open"
[ "$(score jokesd-notify.service)" -le 10 ] || fail "jokesd-notify.service is too open"

step "without a sandbox all of it goes, so that what is denied below is denied by the sandbox"
printf '%s\n' '[Service]' 'Type=oneshot' 'ExecStart=/opt/jokesd/tests/probe.bash' >"$units/open.service"
probe open.service
possible=$(sed -n 's/: allowed$//p' /tmp/probed)
expect "what does not go" "$(sed -n 's/: denied$//p' /tmp/probed)" ''
rm -f ~/probe ~/.config/jokesd/probe /tmp/probe ~/.local/share/jokesd/probe

step "jokesd.service: no network, no home to write, nobody's keys"
probe jokesd.service
denied "write the home" "write the configuration" "read the secrets" "read .ssh" "read .gnupg" "see the system's /tmp" \
    "an Internet socket" "an IPv6 socket" "a netlink socket" "memory that is written and run" "another personality" \
    "a namespace" "a program that is someone else"
allowed "write the data" "read the data" "read the home" "use a /tmp" "a Unix socket" "memory that is only written"

step "jokesd-fetch@.service: a network, but neither the data nor the desktop"
probe jokesd-fetch@.service
denied "write the home" "write the configuration" "write the data" "read the data" "read .ssh" "read .gnupg" \
    "see the system's /tmp" "reach the session's bus" "a Unix socket" "a netlink socket" \
    "memory that is written and run" "another personality" "a namespace" \
    "a program that is someone else"
allowed "read the home" "read the secrets" "an Internet socket" "an IPv6 socket" "use a /tmp" "memory that is only written"
rm -f ~/.local/share/jokesd/probe

step "jokesd-notify.service: the session's bus and jokesd's socket, and nothing of the user's"
probe jokesd-notify.service
denied "write the home" "write the configuration" "write the data" "read the data" "read the secrets" "read .ssh" \
    "read .gnupg" "see the system's /tmp" "an Internet socket" "an IPv6 socket" "a netlink socket" \
    "memory that is written and run" "another personality" "a namespace" "a program that is someone else"
allowed "reach the session's bus" "a Unix socket" "use a /tmp" "memory that is only written"

step "the main job goes in there: next, like, undo, dislike, daily, over a restart"
joke=$(jokectl next)
[ -n "$joke" ] || fail "there is no joke"
jokectl like >/dev/null
jokectl dislike >/dev/null
jokectl undo >/dev/null
jokectl daily >/dev/null
card=$(jokectl show)
systemctl --user restart jokesd.service
expect "the card" "$(jokectl show)" "$card"
expect "saved jokes" "$(jokectl saved list | wc -l)" 1
# The container has no network anyway.
pid=$(property MainPID)
expect "its interfaces" "$(tail -n +3 "/proc/$pid/net/dev" | cut -d: -f1 | tr -d ' ')" lo

step "what is to be fetched is fetched by a process of the manager's, from a service and from a program of the user's"
serve_jokes &
server=$!
joke=$(jokectl --timeout 30 next --wait --source own) || fail "the program's joke did not come"
[[ $joke == *"of my own"* ]] || fail "it is another joke: $joke"
joke=$(jokectl --timeout 30 next --wait --source chucknorris) || fail "the service's joke did not come"
[[ $joke == *"from the network"* ]] || fail "it is another joke: $joke"
expect "fetchers" "$(fetchers)" 1
expect "jokesd's own children" "$(pgrep --parent "$pid" | wc -l)" 0
await "its end" has_no_fetcher
kill "$server"

step "a fetcher that hangs holds nobody up, and ends by the limits of its unit"
drop_in jokesd-fetch@.service RuntimeMaxSec=2s TimeoutStopSec=1s
# shellcheck disable=SC2016 # the program's own parent
printf '#!/bin/sh\nkill -STOP "$PPID"\nsleep 1000\n' >~/own-joke
jokectl --timeout 1 next --wait --source own >/dev/null 2>&1 && fail "a joke came of it"
expect "what jokectl next ends with" "$(jokectl next >/dev/null; echo $?)" 0
await "its end" has_no_fetcher

step "with the drop-in for local jokes only, there is no network"
rm -r "$units/jokesd-fetch@.service.d"
mkdir "$units/jokesd-fetch@.service.d"
cp /opt/jokesd/drop-ins/local-jokes-only.conf "$units/jokesd-fetch@.service.d/"
mkdir -p "$units/probe.service.d"
cp /opt/jokesd/drop-ins/local-jokes-only.conf "$units/probe.service.d/"
probe jokesd-fetch@.service
denied "an Internet socket" "an IPv6 socket" "a Unix socket"
cp ~/good-joke ~/own-joke
jokectl reload >/dev/null
joke=$(jokectl --timeout 30 next --wait --source own) || fail "the program's joke did not come"

step "a secret comes by LoadCredential=, and the fetcher starts with it"
mkdir -p ~/.keys
echo hunter2 >~/.keys/libretranslate
cp /opt/jokesd/drop-ins/secret.conf "$units/jokesd-fetch@.service.d/"
cp /opt/jokesd/drop-ins/secret.conf "$units/probe.service.d/"
probe jokesd-fetch@.service
allowed "read the credential"
joke=$(jokectl --timeout 30 next --wait --source own) || fail "the program's joke did not come"

step "where user namespaces are refused, a drop-in leaves the rest of the sandbox"
for unit in jokesd.service jokesd-fetch@.service; do
    rm -rf "$units/$unit.d" && mkdir "$units/$unit.d"
    cp /opt/jokesd/drop-ins/without-user-namespaces.conf "$units/$unit.d/"
done
systemctl --user daemon-reload
systemctl --user restart jokesd.service
expect "its user namespace" "$(readlink "/proc/$(property MainPID)/ns/user")" "$(readlink /proc/self/ns/user)"
jokectl next >/dev/null || fail "there is no joke"
joke=$(jokectl --timeout 30 next --wait --source own) || fail "the program's joke did not come"
systemctl --user reload jokesd.service || fail "it was not reloaded"
rm -r "$units/probe.service.d" && mkdir "$units/probe.service.d"
cp /opt/jokesd/drop-ins/without-user-namespaces.conf "$units/probe.service.d/"
probe jokesd.service
denied "an Internet socket" "memory that is written and run" "a namespace" "a program that is someone else"

step "the journal has ids and sources, and no joke and no secret"
fields=$(journalctl --boot --quiet --output=json SYSLOG_IDENTIFIER=jokesd _UID="$(id -u)")
jq --slurp --exit-status 'any(.[]; .JOKE_ID and .SOURCE == "builtin" and .CLIENT == "jokectl" and .PRIORITY == "6")' \
    >/dev/null <<<"$fields" || fail "no decision has its fields"
jq --slurp --exit-status 'all(.[] | select(._TRANSPORT == "journal"); .USER_UNIT == "jokesd.service")' \
    >/dev/null <<<"$fields" || fail "not all have the unit"
while read -r text; do
    ! grep -qF -- "$text" <<<"$fields" || fail "the journal has the joke: $text"
done < <(jokectl saved list | cut -f4 | cut -c1-60)
! journalctl --boot --quiet _UID="$(id -u)" | grep -e hunter2 -e "of my own" || fail "the journal has a secret or a joke"
