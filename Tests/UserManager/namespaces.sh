#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests all units in a user manager that can make only user namespaces (as on Ubuntu, where AppArmor takes away what they
# allow), or none. Run by scripts/user-manager-tests.sh, once in each.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

step "the system allows no mount namespace"
can() { systemd-run --user --wait --quiet unshare --user "$@" true; }
if can --map-root-user --mount; then fail "the system allows mount namespaces"; fi
# shellcheck disable=SC2016 # the program's own date
printf '#!/bin/sh\necho "A joke of my own, number $(date +%%N)."\n' >~/own-joke
chmod 755 ~/own-joke
configure '{ "sources": { "own": { "type": "command", "command": ["~/own-joke"] } } }'
install_units
mkdir -p ~/.ssh ~/.gnupg ~/.config/jokesd/secrets
touch ~/.ssh/key ~/.gnupg/key ~/.config/jokesd/secrets/key ~/jokes /tmp/outside

step "the first joke, a joke from a program, and a decision arrive"
[ -n "$(jokectl next)" ] || fail "jokectl next printed no joke"
joke=$(jokectl --timeout 30 next --wait --source own) || fail "no joke arrived from the program"
[[ $joke == *"of my own"* ]] || fail "the joke is from another source: $joke"
jokectl like >/dev/null

step "the session bus starts jokesd-search, and a search finds the saved joke"
install_search
found() { [[ $(search own) == "a(sssida{sv}) 1 "* ]]; }
await "a search that finds the joke" found

step "a run of sync writes the folder, and the notifier runs"
jokectl sync on ~/folder >/dev/null
jokectl like >/dev/null
has_records() { [ "$(cat ~/folder/*.jokes | grep -c '"changedAt":')" = 2 ]; }
await "the record of the like" has_records
has_synced() { [ "$(property ActiveState jokesd-sync.service)" = inactive ]; }
await "the end of the run" has_synced
expect "the result of jokesd-sync.service" "$(property Result jokesd-sync.service)" success
systemctl --user start jokesd-notify.service || fail "the notifier does not start"
expect "the state of jokesd-notify.service" "$(property ActiveState jokesd-notify.service)" active

step "no unit has failed, and doctor says only that files are not hidden"
expect "the failed units" "$(systemctl --user list-units --failed --plain --no-legend 'jokesd*')" ''
kinds=$({ jokectl doctor --json || true; } | jq -r '.examinations[].findings[] | select(.kind | test("unit|sandbox|source|daemon")) | .kind')
expect "the findings about units" "$kinds" sandbox-open

step "system calls and addresses are restricted"
echo data >~/.local/share/jokesd/readable
namespace=''
can || namespace="a namespace"
probe_without_sandbox "$namespace"
for unit in jokesd.service jokesd-fetch@.service jokesd-notify.service jokesd-sync.service jokesd-search.service; do
    probe "$unit"
    denied "a netlink socket" "memory that is written and run" "another personality" "a program that is someone else" \
        "a ring of system calls"
    [ -n "$namespace" ] || denied "a namespace"
done
denied "an Internet socket" "an IPv6 socket"
probe jokesd-fetch@.service
denied "a Unix socket" "start a unit"
