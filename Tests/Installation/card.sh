#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian package of the card on a plain Debian with GTK, and starts the card by its menu entry. Run as root
# by scripts/card-package-tests.sh, with the packages in /opt/packages and no network.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"
export DEBIAN_FRONTEND=noninteractive HOME=/root
jokesd=$(ls /opt/packages/jokesd_*.deb) card=$(ls /opt/packages/jokesd-card_*.deb)
id=io.github.jokesd.Card

apt() { apt-get --quiet --quiet --assume-yes "$@" >~/apt.log 2>&1 || fail "apt-get $*: $(cat ~/apt.log)"; }
files() { dpkg-deb --fsys-tarfile "$1" | tar --list | grep -v '/$' | LC_ALL=C sort; }
on_display() { as tester env DISPLAY=:99 "$@"; }
launch() { on_display gtk4-launch "$id"; }
window() { on_display xdotool search --onlyvisible --class "$id"; }

step "jokesd-card contains the card, and jokesd nothing of it"
expect "the files of jokesd-card" "$(files "$card")" "\
./usr/bin/jokesd-card
./usr/share/applications/$id.desktop
./usr/share/dbus-1/services/$id.service
./usr/share/doc/jokesd-card
./usr/share/icons/hicolor/scalable/apps/$id.svg
./usr/share/icons/hicolor/symbolic/apps/$id-symbolic.svg
./usr/share/man/man1/jokesd-card.1.gz
./usr/share/metainfo/$id.metainfo.xml"
expect "the files of the card in jokesd" "$(files "$jokesd" | grep -e "$id" -e 'bin/jokesd-card' -e 'man1/jokesd-card')" ''
expect "jokesd's relations to GTK" "$(dpkg-deb --info "$jokesd" control | grep -i -e gtk -e glib -e pango)" ''

step "without jokesd-card, jokectl card names the package"
apt install "$jokesd"
expect_exit 69 as tester jokectl card
[[ $said == *"install the package jokesd-card"* ]] || fail "jokectl card said: $said"

step "apt install installs jokesd-card for this version of jokesd"
apt install "$card"
expect "the output of dpkg --verify" "$(dpkg --verify jokesd-card)" ''
dpkg-deb --field "$card" Depends | grep -F "jokesd (= $(dpkg-deb --field "$jokesd" Version))" >/dev/null ||
    fail "jokesd-card does not depend on this version of jokesd"

step "the menu entry opens the window, by D-Bus"
as tester systemd-run --user --quiet --unit=display Xvfb :99 -screen 0 1024x768x24
await "the display" on_display xdotool getdisplaygeometry >/dev/null 2>&1
as tester systemd-run --user --quiet --unit=manager --setenv=DISPLAY=:99 openbox
as tester dbus-update-activation-environment --systemd DISPLAY=:99
launch
await "the window" window >/dev/null 2>&1
process=$(pgrep --exact jokesd-card)
expect "the path of the program" "$(readlink "/proc/$process/exe")" /usr/bin/jokesd-card
tr '\0' ' ' <"/proc/$process/cmdline" | grep -e --gapplication-service >/dev/null || fail "D-Bus did not start the program"

step "the card likes the joke that it shows"
likes() { on_display xdotool key plus && as tester jokectl saved list | grep . >/dev/null; }
await "a saved joke" likes

step "a second start raises the window, also by jokectl card"
opened=$(window)
for start in launch 'on_display jokectl card'; do
    on_display xdotool windowminimize "$opened"
    is_minimized() { ! window >/dev/null 2>&1; }
    await "the minimized window" is_minimized
    $start
    await "the raised window" window >/dev/null 2>&1
    expect "the windows" "$(window)" "$opened"
    expect "the processes" "$(pgrep --exact jokesd-card)" "$process"
done

step "q closes the window and ends the program"
is_closed() { on_display xdotool key q && ! kill -0 "$process" 2>/dev/null; }
await "the end of the program" is_closed

step "apt purge removes jokesd-card, and jokesd still works"
apt purge jokesd-card
expect "the remaining files" "$(find /usr -path /usr/share/doc/jokesd -prune -o \( -name "*$id*" -o -name 'jokesd-card*' \) -print)" ''
[ -n "$(as tester jokectl next)" ] || fail "jokectl next printed no joke"
as tester systemctl --user stop manager.service display.service 2>/dev/null || true
