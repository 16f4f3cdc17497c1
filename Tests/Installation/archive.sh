#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the tar archive with a prefix in the home other than ~/.local. Run as tester by scripts/installation-tests.sh,
# with the archive in /opt/packages.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

contents ~ >/tmp/before
step "it installs what it has, and tells a joke"
unpack_archive
PREFIX=~/opt/jokesd "$installer" install >/tmp/said || fail "install.sh: $(cat /tmp/said)"
jokectl=~/opt/jokesd/bin/jokectl
[ -n "$("$jokectl" next)" ] || fail "no joke was printed"

step "jokesd finds its jokes and what fetches others there"
configure_program
systemctl --user reload jokesd.service
"$jokectl" sources list | grep builtin >/dev/null || fail "the built-in jokes are not found"
expect_joke_of_program "$jokectl"
rm -r ~/.config/jokesd

step "its units are where systemd looks for a user's, and gone with the rest"
[ -f ~/.local/share/systemd/user/jokesd.service ] || fail "there are no units"
PREFIX=~/opt/jokesd "$installer" uninstall >/tmp/said || fail "install.sh: $(cat /tmp/said)"
rm -r ~/.local/share/jokesd ~/.cache/jokesd
rm -rf ~/.local/state
# Ignore the common directories that systemd and jokesd created.
rmdir ~/.local/share ~/.local ~/.cache
contents ~ | same "the home is not as it was" /tmp/before -
