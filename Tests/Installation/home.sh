#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests `make install` and `make uninstall` in the user's own home, from a read-only clone. Run as tester by
# scripts/installation-tests.sh, with the clone in /opt/clone.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

state() { systemctl --user show --property=ActiveState --value "$1"; }
# Prepare a home with existing directories.
mkdir -p ~/.local/{bin,share,state} ~/.config/autostart ~/.cache
list=$(mktemp)
contents ~ >"$list"

step "one command installs it"
make --silent -C /opt/clone install PREFIX=~/.local >"$list.said" || fail "make install: $(cat "$list.said")"
grep -qF "Add $HOME/.local/bin to your PATH." "$list.said" || fail "it does not say what to do: $(cat "$list.said")"
PATH=~/.local/bin:$PATH

step "and a second one tells a joke"
[ -n "$(jokectl next)" ] || fail "no joke was printed"
expect "the program" "$(readlink "/proc/$(systemctl --user show --property=MainPID --value jokesd.service)/exe")" \
    ~/.local/bin/jokesd
[[ $(jokectl swipe --plain <<<q) == *"in the queue"* ]] || fail "the card is not found"
systemd-analyze verify --user --man=no --recursive-errors=yes ~/.local/share/systemd/user/jokesd* ||
    fail "the units do not verify"
for page in jokesd.1 jokectl.1 jokesd-fetch.1 jokesd-config.5 jokesd-protocol.7; do
    expect "the man page" "$(man -w "${page#*.}" "${page%.*}")" "$HOME/.local/share/man/man${page#*.}/$page"
done

# shellcheck source=/dev/null
(. ~/.local/share/bash-completion/completions/jokectl && complete -p jokectl >/dev/null) || fail "bash completes nothing"

step "nobody else can read the directory of the saved jokes"
expect "its mode" "$(stat -c %a ~/.local/share/jokesd)" 700

step "installed over itself, it goes on with what was saved, and what is no longer part of it goes"
jokectl like >/dev/null
ids=$(jokectl saved list | cut -f1)
old=~/.local/share/doc/jokesd/old.md
touch "$old"
echo "$old" >>~/.local/share/jokesd/installed
make --silent -C /opt/clone install PREFIX=~/.local >"$list.said"
[ ! -e "$old" ] || fail "an old file is still there"
expect "the saved jokes" "$(jokectl saved list | cut -f1)" "$ids"

step "make uninstall takes all of it away, and says where the saved jokes stay"
make --silent -C /opt/clone uninstall PREFIX=~/.local >"$list.said" || fail "make uninstall: $(cat "$list.said")"
grep -qF "Your saved jokes stay, in $HOME/.local/share/jokesd." "$list.said" || fail "it said: $(cat "$list.said")"
expect "the service" "$(state jokesd.service)" inactive
expect "the socket" "$(state jokesd.socket)" inactive
[ -s ~/.local/share/jokesd/jokesd.sqlite ] || fail "the saved jokes are gone: $(ls ~/.local/share/jokesd)"
rm -rf ~/.local/{share,state}/jokesd ~/.cache/jokesd
contents ~ | same "the home is not as it was" "$list" -

step "a second time there is nothing to uninstall, and it says so"
if make --silent -C /opt/clone uninstall PREFIX=~/.local >"$list.said" 2>&1; then fail "it went well"; fi
grep -qF "was jokesd installed with another PREFIX?" "$list.said" || fail "it said: $(cat "$list.said")"
