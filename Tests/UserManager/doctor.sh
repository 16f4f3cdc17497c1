#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests `jokectl doctor` in a real user manager. The test causes each problem with units, programs and the
# configuration, and checks that the suggested command solves it. Run by scripts/user-manager-tests.sh.
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

units=~/.config/systemd/user

findings() { { jokectl doctor --json || true; } | jq -c '.examinations[].findings[]'; }
answers() { jokectl -q --no-start call ping >/dev/null 2>&1; }
has_failed() { [ "$(property ActiveState "$1")" = failed ]; }
# remedy KIND: prints the suggested command for a problem.
remedy() { findings | jq -r --arg kind "$1" 'select(.wrong and .kind == $kind) | .remedy' | sed -n 1p; }
noted() { findings | jq --exit-status --slurp --arg kind "$1" 'any(.[]; .kind == $kind and (.wrong | not))' >/dev/null; }
# finds KIND [REMEDY]: expects that the problem is reported with a command.
finds() {
    local found
    found=$(remedy "$1")
    [ -n "$found" ] || fail "$1 was not found, but: $(findings | jq -r .kind | tr '\n' ' ')"
    [ $# = 1 ] || expect "the remedy of $1" "$found" "$2"
}
# fixes KIND [REMEDY]: expects the same, and that the command solves the problem.
fixes() {
    finds "$@"
    bash -c "$(remedy "$1")" >/dev/null 2>&1 || true
    [ -z "$(remedy "$1")" ] || fail "$1 is there still"
}

# Prevent systemd from starting it. It would fail without a display, and each request would wait for it.
systemctl --user mask --quiet dunst.service 2>/dev/null || true

step "nothing is installed: that is said, and ends with 1"
expect_exit 1 jokectl --no-start doctor
finds daemon-absent "jokesd &"
finds units-absent "make install"

step "installed and well: nothing is wrong, and that ends with 0"
install_units
jokectl like >/dev/null
jokectl call daemon.backup >/dev/null
expect_exit 0 jokectl doctor

step "a socket that nobody listens at"
systemctl --user stop jokesd.service jokesd.socket 2>/dev/null
fixes daemon-absent "systemctl --user enable --now jokesd.socket jokesd-fetch.socket"

step "a unit that is disabled, one that does not listen, one that is masked"
systemctl --user disable --quiet jokesd.socket
fixes unit-disabled "systemctl --user enable --now jokesd.socket"
systemctl --user stop jokesd-fetch.socket
fixes unit-inactive "systemctl --user start jokesd-fetch.socket"
systemctl --user stop jokesd.service jokesd.socket 2>/dev/null
mv "$units/jokesd.socket" ~/kept
systemctl --user mask --quiet jokesd.socket
fixes unit-masked "systemctl --user unmask jokesd.socket"
mv ~/kept "$units/jokesd.socket"
systemctl --user daemon-reload
systemctl --user start jokesd.socket
mv "$units/jokesd-fetch.socket" ~/kept
systemctl --user stop jokesd-fetch.socket 2>/dev/null
systemctl --user daemon-reload
finds unit-absent
mv ~/kept "$units/jokesd-fetch.socket"
systemctl --user daemon-reload
systemctl --user start jokesd-fetch.socket

step "units that have changed on the disk"
jokectl show >/dev/null
echo "# changed" >>"$units/jokesd.service"
touch --date='+2 seconds' "$units/jokesd.service"
fixes units-changed "systemctl --user daemon-reload"

step "a service whose program is not there, and which has failed over it"
drop_in jokesd-notify.service 'ExecStart=' 'ExecStart=/nowhere/jokectl notify' 'Restart=no'
finds program-missing
systemctl --user start jokesd-notify.service 2>/dev/null || true
await "a failure" has_failed jokesd-notify.service
finds unit-failed
rm -r "$units/jokesd-notify.service.d"
systemctl --user daemon-reload
systemctl --user reset-failed jokesd-notify.service

step "a jokesd that is not the service's"
systemctl --user stop jokesd.service jokesd.socket 2>/dev/null
jokesd 2>/dev/null &
await "its answer" answers
fixes daemon-foreign
wait
jokectl show >/dev/null

step "a jokesd that does not answer, and a socket that is not for this user"
export patience=2
kill -STOP "$(property MainPID)"
fixes daemon-silent "systemctl --user restart jokesd.service"
chmod 000 "$XDG_RUNTIME_DIR/jokesd/socket"
finds socket-foreign "ls -l $XDG_RUNTIME_DIR/jokesd/socket"
chmod 600 "$XDG_RUNTIME_DIR/jokesd/socket"
export patience=20

step "a program that was replaced on the disk"
cp /opt/jokesd/bin/jokesd ~/jokesd
drop_in jokesd.service 'ExecStart=' "ExecStart=$HOME/jokesd"
systemctl --user restart jokesd.service
cp ~/jokesd ~/newer
mv ~/newer ~/jokesd
fixes program-replaced "systemctl --user restart jokesd.service"

step "a configuration that cannot be used, with the place of each mistake"
configure '{ "queue": { "capacity": "x" }, "taste": 0 }'
expect "mistakes" "$(findings | jq -r 'select(.kind == "configuration-broken") | .message' | wc -l)" 2
finds configuration-broken "\${EDITOR:-vi} $HOME/.config/jokesd/config.jsonc; jokectl reload"
systemctl --user restart jokesd.service 2>/dev/null || true
finds daemon-refuses "jokesd --check-config"
configure '{}'
systemctl --user restart jokesd.service

step "no notifications: good to know, and wrong where they are wanted every day"
noted no-notifications || fail "it is not said"
systemctl --user enable --quiet jokesd-notify.timer
findings | jq --exit-status --slurp 'any(.[]; .wrong and .kind == "no-notifications")' >/dev/null ||
    fail "it is not wrong"
systemctl --user disable --quiet jokesd-notify.timer

step "a user whose jokesd ends with the last session, and a clock that nobody sets"
mkdir ~/bin
printf '#!/bin/sh\necho no\n' >~/bin/loginctl
chmod 755 ~/bin/loginctl
cp ~/bin/loginctl ~/bin/timedatectl
PATH=~/bin:$PATH
for kind in no-linger clock-alone; do noted "$kind" || fail "$kind is not said"; done
