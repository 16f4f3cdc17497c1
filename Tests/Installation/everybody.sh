#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the tar archive for all users, in /usr/local. Run as root by scripts/installation-tests.sh, with the archive in
# /opt/packages.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"
export HOME=/root

local_files() { find /usr/local | LC_ALL=C sort; }
unpack_archive
local_files >/tmp/before

step "the command that install.sh prints enables jokesd for a user"
"$installer" install >/tmp/said || fail "install.sh failed: $(cat /tmp/said)"
# The test runs as root, who has no user manager.
as tester sh -c "$(sed -n 's/^Each user turns it on: //p' /tmp/said)" 2>/dev/null || fail "the printed command failed"
[ -n "$(as tester jokectl next)" ] || fail "jokectl next printed no joke"
expect "the path of jokesd.service" "$(as tester systemctl --user show --property=FragmentPath --value jokesd.service)" \
    /usr/local/lib/systemd/user/jokesd.service

step "with DESTDIR install.sh installs the same files and keeps no list of them"
DESTDIR=/tmp/root "$installer" install >/dev/null
grep -vE '/$|/installed$' /usr/local/share/jokesd/installed >/tmp/noted
find /tmp/root -type f -printf '/%P\n' | LC_ALL=C sort | same "the files below DESTDIR differ" /tmp/noted -

step "install.sh fails without built programs and says what to do"
mkdir -p /tmp/clone/scripts
cp "$installer" /tmp/clone/scripts/
if /tmp/clone/scripts/install.sh install >/tmp/said 2>&1; then fail "install.sh succeeded without built programs"; fi
# shellcheck disable=SC2016 # as it is said
expect "the error of install.sh" "$(cat /tmp/said)" 'install.sh: nothing is built yet: run `make build` first'

step "install.sh rejects a prefix that a unit file cannot contain"
# shellcheck disable=SC2088 # as it is given
for prefix in relative/directory '/with blanks' '~nobody/jokesd' /percent%h; do
    if PREFIX=$prefix "$installer" install >/tmp/said 2>&1; then fail "install.sh accepted the prefix $prefix"; fi
    grep -qF 'PREFIX must be an absolute path' /tmp/said || fail "unexpected output of install.sh: $(cat /tmp/said)"
done

step "install.sh uninstall removes all files, and the printed command disables jokesd for a user"
"$installer" uninstall >/tmp/said || fail "install.sh failed: $(cat /tmp/said)"
local_files | same "the uninstallation did not restore /usr/local" /tmp/before -
as tester sh -c "$(sed -n 's/^Each user ends it: //p' /tmp/said)" 2>/dev/null || fail "the printed command failed"
expect "the running processes of jokesd" "$(pgrep -l jokesd || true)" ''
expect "the files of jokesd in ~/.config" "$(as tester find .config -name 'jokesd*')" ''
