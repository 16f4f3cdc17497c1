#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs, uses, upgrades and purges the Debian package on a plain Debian. Run as root by
# scripts/installation-tests.sh, with the package in /opt/packages and no network.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"
export DEBIAN_FRONTEND=noninteractive HOME=/root
package=$(ls /opt/packages/jokesd_*.deb)

apt() { apt-get --quiet --quiet --assume-yes "$@" >~/apt.log 2>&1 || fail "apt-get $*: $(cat ~/apt.log)"; }
# Lists the system's files, except the records of apt and dpkg.
system() {
    find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /tmp -o -path /home -o -path /root -o -path /opt \
        -o -path /userhost -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
        -o -path /var/lib/systemd -o -name '__pycache__' \) -prune -o -print | LC_ALL=C sort
}
property() { as "$3" systemctl --user show --property="$1" --value "$2"; }
saved() { as tester jokectl saved list | cut -f1 | LC_ALL=C sort; }

step "on a system without what it depends on, as far as nothing else does"
libraries=$(dpkg-query --show --showformat='${Package}\n' | grep -E '^lib(sqlite3-0|curl4(t64)?)$')
# shellcheck disable=SC2086
apt-mark auto $libraries >/dev/null
apt autoremove --purge
system >~/before

step "one command installs it"
apt install "$package"
expect "what dpkg says" "$(dpkg --verify jokesd)" ''

step "and a second one tells a joke, to somebody who was logged in already"
joke=$(as tester jokectl next) || fail "jokectl next ended with $?"
[ -n "$joke" ] || fail "no joke was printed"
expect "the service" "$(property ActiveState jokesd.service tester)" active
expect "the program" "$(readlink "/proc/$(property MainPID jokesd.service tester)/exe")" /usr/bin/jokesd
expect "the fetcher's socket" "$(property ActiveState jokesd-fetch.socket tester)" active
as tester jokectl sources list | grep builtin >/dev/null || fail "the built-in jokes are not found"

step "what talks to others works from where it is installed"
HOME=/home/tester configure_program
chown -R tester: /home/tester/.config
as tester systemctl --user reload jokesd.service
expect_joke_of_program as tester jokectl

[[ $(as tester jokectl swipe --plain <<<q) == *"in the queue"* ]] || fail "the card is not found"

step "the daily notification is off until somebody turns it on, by one command"
expect "the timer" "$(property UnitFileState jokesd-notify.timer tester)" disabled
as tester systemctl --user enable --quiet --now jokesd-notify.timer
expect "the timer" "$(property ActiveState jokesd-notify.timer tester)" active

step "and what it starts reaches the desktop"
notifications=org.freedesktop.Notifications
as tester systemd-run --user --quiet --unit=desktop /usr/bin/python3 -m dbusmock --session \
    --template notification_daemon --parameters '{"capabilities": "actions body body-markup"}'
desktop() { as tester busctl --user --json=short call "$notifications" "/${notifications//.//}" "$@"; }
await "a notification server" desktop "$notifications" GetCapabilities >/dev/null 2>&1
as tester systemctl --user start jokesd-notify.service
was_notified() { desktop org.freedesktop.DBus.Mock GetMethodCalls s Notify | jq --exit-status '.data[0] | length == 1'; }
await "a notification" was_notified >/dev/null
as tester systemctl --user stop jokesd-notify.service desktop.service 2>/dev/null

step "a user who comes later has it, too"
useradd --create-home --shell /bin/bash other
loginctl enable-linger other
await "a socket of theirs" test -S "/run/user/$(id -u other)/jokesd/socket"
[ -n "$(as other jokectl next)" ] || fail "no joke was printed"

step "an upgrade restarts the daemon, and loses nothing"
as tester jokectl like >/dev/null
as tester jokectl like >/dev/null
ids=$(saved)
card=$(as tester jokectl show)
pid=$(property MainPID jokesd.service tester)
dpkg-deb --raw-extract "$package" ~/next
sed -i 's/^Version: .*/&+next/' ~/next/DEBIAN/control
dpkg-deb --root-owner-group -Znone --build ~/next ~/next.deb >/dev/null
apt install ~/next.deb
grep -q '+next$' <(dpkg-query --show --showformat='${Version}\n' jokesd) || fail "it is the same version"
expect "the saved jokes" "$(saved)" "$ids"
expect "the card" "$(as tester jokectl show)" "$card"
[ "$(property MainPID jokesd.service tester)" != "$pid" ] || fail "it is the same process"

step "who turned it off has it stay off"
as other systemctl --user mask --quiet --now jokesd.socket jokesd.service
apt install --reinstall ~/next.deb
expect "the socket" "$(property ActiveState jokesd.socket other)" inactive

step "purged, it is gone without a trace, and the homes are as they were"
as tester systemctl --user stop jokesd.service 2>/dev/null
contents /home >~/homes
apt purge --autoremove jokesd
expect "what runs of it" "$(pgrep -l jokesd || true)" ''
[ ! -e "/run/user/$(id -u tester)/jokesd/socket" ] || fail "the socket is still there"
contents /home | same "the homes are changed" ~/homes -
system | same "the system is not as it was" ~/before -

step "installed again, the saved jokes are there"
apt install "$package"
expect "the saved jokes" "$(saved)" "$ids"
