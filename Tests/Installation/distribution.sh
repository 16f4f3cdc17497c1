#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# distribution.sh LIBEXECDIR
# Tests the files that a distribution's package takes from `make install`: with /usr/lib, as on Arch, or with
# /usr/libexec, as on Fedora. Run as root by scripts/installation-tests.sh, with the archive in /opt/packages.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"
export HOME=/root
libexec=$1

unpack_archive
step "install.sh puts the programs that no user starts into $libexec"
PREFIX=/usr LIBEXECDIR=$libexec DESTDIR=/tmp/root "$installer" install >/dev/null
expect "the programs" "$(find /tmp/root -type f -name 'jokesd-[fs]*' -perm /111 -printf '/%P\n' | LC_ALL=C sort)" "\
$libexec/jokesd/jokesd-fetch
$libexec/jokesd/jokesd-search
$libexec/jokesd/jokesd-swipe"
expect "the units outside of systemd's directory" \
    "$(find /tmp/root \( -name '*.service' -o -name '*.socket' -o -name '*.timer' -o -name '*.path' \) \
        -not -path '/tmp/root/usr/lib/systemd/user/*' -not -path '*/dbus-1/*')" ''
if grep -rl -e '@BINDIR@' -e '@LIBEXECDIR@' /tmp/root/usr/lib/systemd /tmp/root/usr/share/dbus-1; then
    fail "a unit has no path"
fi

step "with the preset of the package, the first client starts jokesd"
install -D -m 644 /dev/stdin /tmp/root/usr/lib/systemd/user-preset/80-jokesd.preset <<'END'
enable jokesd.socket
enable jokesd-fetch.socket
END
cp -r /tmp/root/usr /
systemctl --quiet --global preset jokesd.socket jokesd-fetch.socket
as tester systemctl --user daemon-reload
as tester systemctl --user start jokesd.socket jokesd-fetch.socket
[ -n "$(as tester jokectl next)" ] || fail "jokectl next printed no joke"

step "systemd starts jokesd-fetch there"
HOME=/home/tester configure_program
chown -R tester: /home/tester/.config
as tester systemctl --user reload jokesd.service
expect_joke_of_program as tester jokectl
expect "the program of jokesd-fetch" "$(pgrep -x jokesd-fetch | head -n 1 | xargs -I{} readlink /proc/{}/exe)" \
    "$libexec/jokesd/jokesd-fetch"

step "jokectl and jokesd find their programs there"
[[ $(as tester jokectl swipe 2>&1 </dev/null) == *"needs a terminal"* ]] || fail "jokectl swipe does not start the card"
as tester systemctl --user stop jokesd.service jokesd.socket jokesd-fetch.socket 2>/dev/null
# Another joke, because the first one was shown.
HOME=/home/tester configure '{ "sources": { "mine": { "type": "command", "command": ["echo", "Another joke."] } } }'
as tester systemd-run --user --quiet --unit=alone /usr/bin/jokesd
await "the daemon" as tester jokectl --quiet call ping >/dev/null 2>&1
expect "a joke from the program" "$(as tester jokectl --timeout 20 next --source mine)" 'Another joke.'
as tester systemctl --user stop alone.service
