#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the autopkgtest of the package. Run by scripts/debian-tests.sh as root, with the package in /opt/packages and
# debian/tests in /opt/autopkgtest.
# shellcheck source=Tests/Installation/support.bash
. /opt/tests/support.bash
export DEBIAN_FRONTEND=noninteractive HOME=/root

step "the autopkgtest passes"
apt-get --quiet --quiet --assume-yes install /opt/packages/jokesd_*.deb >~/log 2>&1 || fail "$(cat ~/log)"
as tester /opt/autopkgtest/first-joke >~/log 2>&1 || fail "$(cat ~/log)"
