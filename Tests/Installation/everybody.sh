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

step "it says how each turns it on, and that works"
"$installer" install >/tmp/said || fail "install.sh: $(cat /tmp/said)"
# The test runs as root, who has no user manager.
as tester sh -c "$(sed -n 's/^Each user turns it on: //p' /tmp/said)" 2>/dev/null || fail "what it says does not work"
[ -n "$(as tester jokectl next)" ] || fail "no joke was printed"
expect "the unit" "$(as tester systemctl --user show --property=FragmentPath --value jokesd.service)" \
    /usr/local/lib/systemd/user/jokesd.service

step "with a root of its own before it, as packagers have it, it notes nothing"
DESTDIR=/tmp/root "$installer" install >/dev/null
grep -vE '/$|/installed$' /usr/local/share/jokesd/installed >/tmp/noted
find /tmp/root -type f -printf '/%P\n' | LC_ALL=C sort | same "these are other files" /tmp/noted -

step "what was never built is not installed, and it says what to do"
mkdir -p /tmp/clone/scripts
cp "$installer" /tmp/clone/scripts/
if /tmp/clone/scripts/install.sh install >/tmp/said 2>&1; then fail "it went well"; fi
# shellcheck disable=SC2016 # as it is said
expect "what it says" "$(cat /tmp/said)" 'install.sh: nothing is built yet: run `make build` first'

step "a prefix that units cannot name is refused"
# shellcheck disable=SC2088 # as it is given
for prefix in relative/directory '/with blanks' '~nobody/jokesd' /percent%h; do
    if PREFIX=$prefix "$installer" install >/tmp/said 2>&1; then fail "$prefix was taken"; fi
    grep -qF 'PREFIX must be an absolute path' /tmp/said || fail "it said: $(cat /tmp/said)"
done

step "and gone it is"
"$installer" uninstall >/tmp/said || fail "install.sh: $(cat /tmp/said)"
local_files | same "/usr/local is not as it was" /tmp/before -
as tester sh -c "$(sed -n 's/^Each user ends it: //p' /tmp/said)" 2>/dev/null || fail "what it says does not work"
expect "what runs of it" "$(pgrep -l jokesd || true)" ''
expect "what is left in the home" "$(as tester find .config -name 'jokesd*')" ''
