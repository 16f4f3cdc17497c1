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

step "the system has none of the package's dependencies that no other package needs"
libraries=$(dpkg-query --show --showformat='${Package}\n' | grep -E '^lib(sqlite3-0|curl4(t64)?)$')
# shellcheck disable=SC2086
apt-mark auto $libraries >/dev/null
apt autoremove --purge
system >~/before

step "apt install installs the package and its dependencies"
apt install "$package"
expect "the output of dpkg --verify" "$(dpkg --verify jokesd)" ''

step "jokectl next prints a joke for a user who was logged in during the installation"
joke=$(as tester jokectl next) || fail "jokectl next exited with $?"
[ -n "$joke" ] || fail "jokectl next printed no joke"
expect "the state of jokesd.service" "$(property ActiveState jokesd.service tester)" active
expect "the path of the running daemon" "$(readlink "/proc/$(property MainPID jokesd.service tester)/exe")" /usr/bin/jokesd
expect "the state of jokesd-fetch.socket" "$(property ActiveState jokesd-fetch.socket tester)" active
as tester jokectl sources list | grep builtin >/dev/null || fail "jokesd does not find the built-in jokes"

step "the installed jokesd-fetch and jokesd-swipe run"
HOME=/home/tester configure_program
chown -R tester: /home/tester/.config
as tester systemctl --user reload jokesd.service
expect_joke_of_program as tester jokectl

[[ $(as tester jokectl swipe 2>&1 </dev/null) == *"needs a terminal"* ]] || fail "jokectl swipe does not start the card"

step "the daily notification is disabled until a user enables its timer"
expect "the unit file state of jokesd-notify.timer" "$(property UnitFileState jokesd-notify.timer tester)" disabled
as tester systemctl --user enable --quiet --now jokesd-notify.timer
expect "the state of jokesd-notify.timer" "$(property ActiveState jokesd-notify.timer tester)" active

step "sync is disabled until a user turns it on"
expect "the unit file state of jokesd-sync.path" "$(property UnitFileState jokesd-sync.path tester)" disabled
as tester jokectl sync on /home/tester/folder
expect "the state of jokesd-sync.path" "$(property ActiveState jokesd-sync.path tester)" active
[ -n "$(ls /home/tester/folder)" ] || fail "sync wrote no file"
as tester jokectl sync off
expect "the state of jokesd-sync.path" "$(property ActiveState jokesd-sync.path tester)" inactive

step "the notifier shows a notification on the desktop"
notifications=org.freedesktop.Notifications
as tester systemd-run --user --quiet --unit=desktop /usr/bin/python3 -m dbusmock --session \
    --template notification_daemon --parameters '{"capabilities": "actions body body-markup"}'
desktop() { as tester busctl --user --json=short call "$notifications" "/${notifications//.//}" "$@"; }
await "a notification server" desktop "$notifications" GetCapabilities >/dev/null 2>&1
as tester systemctl --user start jokesd-notify.service
was_notified() { desktop org.freedesktop.DBus.Mock GetMethodCalls s Notify | jq --exit-status '.data[0] | length == 1'; }
await "a notification" was_notified >/dev/null
as tester systemctl --user stop jokesd-notify.service desktop.service 2>/dev/null

step "jokesd works for a user who is added after the installation"
useradd --create-home --shell /bin/bash other
loginctl enable-linger other
await "the socket of the new user" test -S "/run/user/$(id -u other)/jokesd/socket"
[ -n "$(as other jokectl next)" ] || fail "jokectl next printed no joke"

step "an upgrade restarts the daemon and keeps the saved jokes and the card"
as tester jokectl like >/dev/null
as tester jokectl like >/dev/null
ids=$(saved)
card=$(as tester jokectl show)
pid=$(property MainPID jokesd.service tester)
dpkg-deb --raw-extract "$package" ~/next
sed -i 's/^Version: .*/&+next/' ~/next/DEBIAN/control
dpkg-deb --root-owner-group -Znone --build ~/next ~/next.deb >/dev/null
apt install ~/next.deb
grep -q '+next$' <(dpkg-query --show --showformat='${Version}\n' jokesd) || fail "the upgrade did not change the version"
expect "the saved jokes" "$(saved)" "$ids"
expect "the card" "$(as tester jokectl show)" "$card"
[ "$(property MainPID jokesd.service tester)" != "$pid" ] || fail "the upgrade did not restart the daemon"

step "a reinstallation does not start jokesd for a user who masked it"
as other systemctl --user mask --quiet --now jokesd.socket jokesd.service
apt install --reinstall ~/next.deb
expect "the state of jokesd.socket" "$(property ActiveState jokesd.socket other)" inactive

step "apt purge removes all files of the package and changes no home"
as tester systemctl --user stop jokesd.service 2>/dev/null
contents /home >~/homes
apt purge --autoremove jokesd
expect "the running processes of jokesd" "$(pgrep -l jokesd || true)" ''
[ ! -e "/run/user/$(id -u tester)/jokesd/socket" ] || fail "the socket still exists"
contents /home | same "apt purge changed a home" ~/homes -
system | same "apt purge did not restore the system" ~/before -

step "a new installation finds the saved jokes"
apt install "$package"
expect "the saved jokes" "$(saved)" "$ids"

step "a timer that the user enabled before runs again"
expect "the state of jokesd-notify.timer" "$(property ActiveState jokesd-notify.timer tester)" active
