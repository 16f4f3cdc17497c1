#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the tar archive with a prefix in the home other than ~/.local. Run as tester by scripts/installation-tests.sh,
# with the archive in /opt/packages.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

contents ~ >/tmp/before
step "install.sh of the archive installs jokesd, and jokectl next prints a joke"
unpack_archive
PREFIX=~/opt/jokesd "$installer" install >/tmp/said || fail "install.sh failed: $(cat /tmp/said)"
jokectl=~/opt/jokesd/bin/jokectl
[ -n "$("$jokectl" next)" ] || fail "jokectl next printed no joke"

step "jokesd finds the built-in jokes and jokesd-fetch below the prefix"
configure_program
systemctl --user reload jokesd.service
"$jokectl" sources list | grep builtin >/dev/null || fail "jokesd does not find the built-in jokes"
expect_joke_of_program "$jokectl"
rm -r ~/.config/jokesd

step "the units are in the user's unit directory, and the uninstallation removes them"
[ -f ~/.local/share/systemd/user/jokesd.service ] || fail "jokesd.service is not in the user's unit directory"
PREFIX=~/opt/jokesd "$installer" uninstall >/tmp/said || fail "install.sh failed: $(cat /tmp/said)"
rm -r ~/.local/share/jokesd ~/.cache/jokesd
rm -rf ~/.local/state
# Ignore the common directories that systemd and jokesd created.
rmdir ~/.local/share ~/.local ~/.cache
contents ~ | same "the uninstallation did not restore the home" /tmp/before -
