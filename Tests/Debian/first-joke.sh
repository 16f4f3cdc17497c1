#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the package, runs its autopkgtest, and starts jokesd by its socket. Run by scripts/debian-tests.sh as root, with the package in /opt/packages and
# debian/tests in /opt/autopkgtest.
# shellcheck source=Tests/Installation/support.bash
. /opt/tests/support.bash
export DEBIAN_FRONTEND=noninteractive HOME=/root

step "the autopkgtest passes"
apt-get --quiet --quiet --assume-yes install /opt/packages/jokesd_*.deb >~/log 2>&1 || fail "$(cat ~/log)"
as tester /opt/autopkgtest/first-joke >~/log 2>&1 || fail "$(cat ~/log)"

# A logged-in user has to reload the manager here: the system's cannot reach it (scripts/userhost, systemd 262), as
# debian/jokesd.postinst does. Tests/Installation/package.sh tests that on Debian 12 and 13.
step "the first client starts jokesd, and jokesd starts jokesd-fetch"
as tester systemctl --user daemon-reload
as tester systemctl --user start jokesd.socket jokesd-fetch.socket
[ -n "$(as tester jokectl next)" ] || fail "jokectl next printed no joke"
HOME=/home/tester configure_program
chown -R tester: /home/tester/.config
as tester systemctl --user reload jokesd.service
expect_joke_of_program as tester jokectl
expect "the unit file state of jokesd.socket" \
    "$(as tester systemctl --user show --property=UnitFileState --value jokesd.socket)" enabled
