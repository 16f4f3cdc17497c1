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

step "make install installs jokesd"
make --silent -C /opt/clone install PREFIX=~/.local >"$list.said" || fail "make install failed: $(cat "$list.said")"
grep -qF "Add $HOME/.local/bin to your PATH." "$list.said" || fail "make install does not say how to change PATH: $(cat "$list.said")"
PATH=~/.local/bin:$PATH

step "jokectl next prints a joke, and the units, man pages and completions are installed"
[ -n "$(jokectl next)" ] || fail "jokectl next printed no joke"
expect "the path of the running daemon" "$(readlink "/proc/$(systemctl --user show --property=MainPID --value jokesd.service)/exe")" \
    ~/.local/bin/jokesd
[[ $(jokectl swipe 2>&1 </dev/null) == *"needs a terminal"* ]] || fail "jokectl swipe does not start the card"
systemd-analyze verify --user --man=no --recursive-errors=yes ~/.local/share/systemd/user/jokesd* ||
    fail "systemd-analyze verify rejects the units"
for page in jokesd.1 jokectl.1 jokesd-config.5 jokesd-protocol.7; do
    expect "the path of the man page" "$(man -w "${page#*.}" "${page%.*}")" "$HOME/.local/share/man/man${page#*.}/$page"
done

step "jokesd-fetch runs, though its program is in the home that its sandbox hides"
configure_program
jokectl reload >/dev/null
expect_joke_of_program jokectl
rm -r ~/.config/jokesd

# shellcheck source=/dev/null
(. ~/.local/share/bash-completion/completions/jokectl && complete -p jokectl >/dev/null) || fail "bash has no completion for jokectl"

step "only the user can read the directory of the saved jokes"
expect "the mode of the directory" "$(stat -c %a ~/.local/share/jokesd)" 700

step "a second installation keeps the saved jokes and removes obsolete files"
jokectl like >/dev/null
ids=$(jokectl saved list | cut -f1)
old=~/.local/share/doc/jokesd/old.md
touch "$old"
echo "$old" >>~/.local/share/jokesd/installed
make --silent -C /opt/clone install PREFIX=~/.local >"$list.said"
[ ! -e "$old" ] || fail "the obsolete file still exists"
expect "the saved jokes" "$(jokectl saved list | cut -f1)" "$ids"

step "make uninstall removes jokesd and prints the directory of the saved jokes"
make --silent -C /opt/clone uninstall PREFIX=~/.local >"$list.said" || fail "make uninstall failed: $(cat "$list.said")"
grep -qF "Your saved jokes stay, in $HOME/.local/share/jokesd." "$list.said" || fail "unexpected output of make uninstall: $(cat "$list.said")"
expect "the state of jokesd.service" "$(state jokesd.service)" inactive
expect "the state of jokesd.socket" "$(state jokesd.socket)" inactive
[ -s ~/.local/share/jokesd/jokesd.sqlite ] || fail "make uninstall removed the saved jokes: $(ls ~/.local/share/jokesd)"
rm -rf ~/.local/{share,state}/jokesd ~/.cache/jokesd
contents ~ | same "the uninstallation did not restore the home" "$list" -

step "a second make uninstall fails and says that nothing is installed"
if make --silent -C /opt/clone uninstall PREFIX=~/.local >"$list.said" 2>&1; then fail "the second make uninstall succeeded"; fi
grep -qF "was jokesd installed with another PREFIX?" "$list.said" || fail "unexpected output of make uninstall: $(cat "$list.said")"
