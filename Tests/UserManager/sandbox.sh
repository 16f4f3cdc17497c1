#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the sandboxes of the units in a real user manager: forbidden actions fail, and required ones succeed. Run by
# scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

units=~/.config/systemd/user

# score UNIT: prints the exposure level in tenths.
score() { systemd-analyze security --offline=true --user --no-pager "$units/$1" | sed -nE 's/.*Overall exposure level.*: ([0-9]+)\.([0-9]).*/\1\2/p'; }

# Expects that the probe changed nothing in the home. In its sandbox, the home may be an empty directory that it can write.
wrote_nothing() {
    expect "what the probe wrote" "$(find ~ -path '*/probe')" ''
}

# readable: prints the files of the home that the probe could read.
readable() { sed -n '/\/probe$/d; s/^readable: //p' /tmp/probed; }

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
echo 'more jokes' >~/'more jokes 100%'
touch /tmp/outside
# shellcheck disable=SC2016 # the program's own date
printf '#!/bin/sh\necho "A joke of my own, number $(date +%%N)."\n' >~/own-joke
chmod 755 ~/own-joke
cp ~/own-joke ~/good-joke
configure '{ "sources": {
    "own": { "type": "command", "command": ["~/own-joke", "'"$HOME"'/more jokes 100%"] },
    "chucknorris": { "enabled": true, "url": "http://127.0.0.1:8080" } },
    "network": { "spread": 0, "contact": "me@example.org" } }'
install_units

step "the units pass systemd-analyze verify and have low exposure levels"
systemd-analyze verify --user --man=no --recursive-errors=yes "$units"/jokesd* || fail "systemd-analyze verify rejects the units"
for unit in jokesd.service jokesd-fetch@.service jokesd-notify.service jokesd-sync.service jokesd-search.service; do echo "    $unit has the exposure level $(score "$unit") in tenths"; done
[ "$(score jokesd.service)" -le 10 ] || fail "the exposure level of jokesd.service is above 1.0"
[ "$(score jokesd-fetch@.service)" -le 13 ] || fail "the exposure level of jokesd-fetch@.service is above 1.3"
[ "$(score jokesd-notify.service)" -le 10 ] || fail "the exposure level of jokesd-notify.service is above 1.0"
[ "$(score jokesd-sync.service)" -le 10 ] || fail "the exposure level of jokesd-sync.service is above 1.0"
[ "$(score jokesd-search.service)" -le 10 ] || fail "the exposure level of jokesd-search.service is above 1.0"

probe_without_sandbox ''
rm -f ~/probe ~/.config/jokesd/probe /run/lock/probe /tmp/probe ~/.local/share/jokesd/probe

step "jokesd.service has no network, cannot write the home and cannot read keys"
probe jokesd.service
denied "write the home" "write the configuration" "read the secrets" "read .ssh" "read .gnupg" "see the system's /tmp" \
    "an Internet socket" "an IPv6 socket" "a netlink socket" "memory that is written and run" "another personality" \
    "a namespace" "a program that is someone else" "a ring of system calls" "write /run" "reach the session's bus" "reach the user manager" "start a unit"
allowed "write the data" "read the data" "read the home" "use a /tmp" "a Unix socket" "memory that is only written"
rm ~/.local/share/jokesd/probe

step "jokesd-fetch@.service has a network, but no access to the data or the desktop"
probe jokesd-fetch@.service
wrote_nothing
denied "read the data" "read the home" "read .ssh" "read .gnupg" "see the system's /tmp" "reach the session's bus" \
    "reach the user manager" "start a unit" "a Unix socket" "a netlink socket" "memory that is written and run" \
    "another personality" "a namespace" "a program that is someone else" "a ring of system calls" "write /run"
allowed "read the secrets" "an Internet socket" "an IPv6 socket" "use a /tmp" "memory that is only written"
# shellcheck disable=SC2088 # the probe prints a tilde
expect "the files of the home that jokesd-fetch can read" "$(readable)" '~/.config/jokesd/secrets/key'

step "jokesd-fetch says how to allow a program in the home, doctor too, and then can read that program and no more"
expect_exit 75 jokectl --timeout 30 next --wait --source own
[[ $said == *'jokectl sources allow'* ]] || fail "the error does not say how to allow the program: $said"
hidden() { { jokectl doctor --json || true; } | jq -r '.examinations[].findings[] | select(.kind == "source-hidden") | .remedy'; }
expect "the remedies of doctor" "$(hidden)" $'jokectl sources allow\njokectl sources allow'
expect "the allowed files" "$(jokectl sources allow)" "$HOME/own-joke"$'\n'"$HOME/more jokes 100%"
expect "the remedies of doctor" "$(hidden)" ''
joke=$(jokectl --timeout 30 next --wait --source own) || fail "no joke arrived from the allowed program"
cp -r "$units/jokesd-fetch@.service.d" "$units/jokesd-probe.service.d"
probe jokesd-fetch@.service
# shellcheck disable=SC2088
expect "the files of the home that jokesd-fetch can read" "$(readable)" \
    '~/.config/jokesd/secrets/key'$'\n''~/more jokes 100%'$'\n''~/own-joke'
rm -r "$units/jokesd-probe.service.d"

step "with a drop-in that shows the home, keys and data stay hidden"
mkdir "$units/jokesd-probe.service.d"
printf '%s\n' '[Service]' 'BindReadOnlyPaths=%h' >"$units/jokesd-probe.service.d/home.conf"
probe jokesd-fetch@.service
denied "write the home" "read the data" "read .ssh" "read .gnupg"
allowed "read the home"
rm -r "$units/jokesd-probe.service.d"

step "jokesd-notify.service reaches the session bus and jokesd's socket, but not the user's secrets or data"
probe jokesd-notify.service
denied "write the home" "write the configuration" "write the data" "read the data" "read the secrets" "read .ssh" \
    "read .gnupg" "see the system's /tmp" "an Internet socket" "an IPv6 socket" "a netlink socket" \
    "memory that is written and run" "another personality" "a namespace" "a program that is someone else" "a ring of system calls" "write /run" \
    "reach the user manager"
allowed "reach the session's bus" "a Unix socket" "use a /tmp" "memory that is only written"

step "jokesd-sync.service reaches jokesd's socket, but not the user's secrets or data"
probe jokesd-sync.service
denied "write the home" "write the configuration" "write the data" "read the data" "read the secrets" "read .ssh" \
    "read .gnupg" "see the system's /tmp" "an Internet socket" "an IPv6 socket" "a netlink socket" \
    "memory that is written and run" "another personality" "a namespace" "a program that is someone else" "a ring of system calls" "write /run" \
    "reach the session's bus" "reach the user manager" "start a unit"
allowed "a Unix socket"

step "jokesd-search.service reaches the session bus and jokesd's socket, and reads nothing of the home"
probe jokesd-search.service
wrote_nothing
denied "read the data" "read the home" "read the secrets" "read .ssh" "read .gnupg" "see the system's /tmp" "an Internet socket" "an IPv6 socket" "a netlink socket" \
    "memory that is written and run" "another personality" "a namespace" "a program that is someone else" "a ring of system calls" "write /run" \
    "reach the user manager"
allowed "reach the session's bus" "a Unix socket" "memory that is only written"
expect "the files of the home that jokesd-search can read" "$(readable)" ''

step "next, like, dislike, undo and daily work in the sandbox, and the card survives a restart"
joke=$(jokectl next)
[ -n "$joke" ] || fail "jokectl next printed no joke"
jokectl like >/dev/null
jokectl dislike >/dev/null
jokectl undo >/dev/null
jokectl daily >/dev/null
card=$(jokectl show)
systemctl --user restart jokesd.service
expect "the card" "$(jokectl show)" "$card"
expect "the number of saved jokes" "$(jokectl saved list | wc -l)" 1
# The container has no network anyway.
pid=$(property MainPID)
expect "the network interfaces of jokesd.service" "$(tail -n +3 "/proc/$pid/net/dev" | cut -d: -f1 | tr -d ' ')" lo

step "the session bus starts jokesd-search in its sandbox, and a search finds the saved joke"
install_search
word=$(jokectl --format '{{joke.value}}' saved list | grep -oE '[[:alpha:]]{5,}' | head -n 1)
found() { [[ $(search "$word") == "a(sssida{sv}) 1 "* ]]; }
await "a search that finds the joke" found
expect "the state of jokesd-search.service" "$(property ActiveState jokesd-search.service)" active

step "a fetcher that systemd starts gets jokes from a web service and from a user's program"
serve_jokes &
server=$!
joke=$(jokectl --timeout 30 next --wait --source own) || fail "no joke arrived from the program"
[[ $joke == *"of my own"* ]] || fail "the joke is from another source: $joke"
joke=$(jokectl --timeout 30 next --wait --source chucknorris) || fail "no joke arrived from the web service"
[[ $joke == *"from the network"* ]] || fail "the joke is from another source: $joke"
expect "the number of fetchers" "$(fetchers)" 1
expect "the number of jokesd's child processes" "$(pgrep --parent "$pid" | wc -l)" 0
await "the end of the fetcher" has_no_fetcher
kill "$server"

step "a fetcher that hangs does not block jokesd, and systemd ends it after RuntimeMaxSec"
drop_in jokesd-fetch@.service RuntimeMaxSec=2s TimeoutStopSec=1s
# shellcheck disable=SC2016 # the program's own parent
printf '#!/bin/sh\nkill -STOP "$PPID"\nsleep 1000\n' >~/own-joke
jokectl --timeout 1 next --wait --source own >/dev/null 2>&1 && fail "a fetcher that hangs delivered a joke"
expect "the exit status of jokectl next" "$(jokectl next >/dev/null; echo $?)" 0
await "the end of the fetcher" has_no_fetcher

step "with the drop-in local-jokes-only.conf the fetcher has no network and runs programs"
rm "$units/jokesd-fetch@.service.d/test.conf"
cp /opt/jokesd/drop-ins/local-jokes-only.conf "$units/jokesd-fetch@.service.d/"
mkdir -p "$units/jokesd-probe.service.d"
cp /opt/jokesd/drop-ins/local-jokes-only.conf "$units/jokesd-probe.service.d/"
probe jokesd-fetch@.service
denied "an Internet socket" "an IPv6 socket" "a Unix socket"
cp ~/good-joke ~/own-joke
jokectl reload >/dev/null
joke=$(jokectl --timeout 30 next --wait --source own) || fail "no joke arrived from the program"

step "the fetcher reads a secret that LoadCredential= passes"
mkdir -p ~/.keys
echo hunter2 >~/.keys/libretranslate
cp /opt/jokesd/drop-ins/secret.conf "$units/jokesd-fetch@.service.d/"
cp /opt/jokesd/drop-ins/secret.conf "$units/jokesd-probe.service.d/"
probe jokesd-fetch@.service
allowed "read the credential"
joke=$(jokectl --timeout 30 next --wait --source own) || fail "no joke arrived from the program"

step "with XDG_DATA_HOME outside of the home, jokesd writes there, and no other unit can read it"
rm -r "$units/jokesd-fetch@.service.d" "$units/jokesd-probe.service.d"
export XDG_DATA_HOME="/run/lock/jokes of 50%"
mkdir -p "$XDG_DATA_HOME/jokesd"
echo data >"$XDG_DATA_HOME/jokesd/readable"
systemctl --user import-environment XDG_DATA_HOME
systemctl --user restart jokesd.service
jokectl like >/dev/null
expect "the directory of the data" "$(jokectl --json status | jq -r .data)" "$XDG_DATA_HOME/jokesd"
[ -s "$XDG_DATA_HOME/jokesd/jokesd.sqlite" ] || fail "jokesd wrote no database there"
for unit in jokesd-fetch@.service jokesd-notify.service jokesd-sync.service jokesd-search.service; do
    probe "$unit"
    denied "read the data" "write the data"
    [ ! -e "$XDG_DATA_HOME/jokesd/probe" ] || fail "$unit wrote the data"
done
systemctl --user unset-environment XDG_DATA_HOME
unset XDG_DATA_HOME
systemctl --user restart jokesd.service
probe jokesd-fetch@.service
expect "the drop-ins that are left" "$(find "$XDG_RUNTIME_DIR/systemd/user" -name '*.conf')" ''

step "the journal contains ids and sources, but no joke and no secret"
fields=$(journalctl --boot --quiet --output=json SYSLOG_IDENTIFIER=jokesd _UID="$(id -u)")
jq --slurp --exit-status 'any(.[]; .JOKE_ID and .SOURCE == "builtin" and .CLIENT == "jokectl" and .PRIORITY == "6")' \
    >/dev/null <<<"$fields" || fail "no decision in the journal has all its fields"
jq --slurp --exit-status 'all(.[] | select(._TRANSPORT == "journal"); .USER_UNIT == "jokesd.service")' \
    >/dev/null <<<"$fields" || fail "a journal entry lacks the unit's name"
while read -r text; do
    ! grep -qF -- "$text" <<<"$fields" || fail "the journal contains the joke: $text"
done < <(jokectl saved list | cut -f4 | cut -c1-60)
! journalctl --boot --quiet _UID="$(id -u)" | grep -e hunter2 -e "of my own" || fail "the journal contains a secret or a joke"
