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
# finds KIND [REMEDY]: expects that the problem is reported with a command.
finds() {
    local found
    found=$(remedy "$1")
    [ -n "$found" ] || fail "doctor does not report $1; it reports: $(findings | jq -r .kind | tr '\n' ' ')"
    [ $# = 1 ] || expect "the remedy of $1" "$found" "$2"
}
# fixes KIND [REMEDY]: expects the same, and that the command solves the problem.
fixes() {
    finds "$@"
    bash -c "$(remedy "$1")" >/dev/null 2>&1 || true
    [ -z "$(remedy "$1")" ] || fail "the remedy of $1 does not solve it"
}

# Prevent systemd from starting it. It would fail without a display, and each request would wait for it.
systemctl --user mask --quiet dunst.service 2>/dev/null || true

step "without an installation doctor reports the missing parts and exits with 1"
expect_exit 1 jokectl --no-start doctor
finds daemon-absent "jokesd &"
finds units-absent "make install"

step "with a working installation doctor exits with 0"
install_units
jokectl like >/dev/null
jokectl call daemon.backup >/dev/null
expect_exit 0 jokectl doctor

step "the remedy for a socket without a listener starts its unit"
systemctl --user stop jokesd.service jokesd.socket 2>/dev/null
fixes daemon-absent "systemctl --user enable --now jokesd.socket jokesd-fetch.socket"

step "doctor reports disabled, inactive, masked and missing units"
systemctl --user disable --quiet jokesd.socket
fixes unit-disabled "systemctl --user enable --now jokesd.socket"
systemctl --user stop jokesd-fetch.socket
fixes unit-inactive "systemctl --user start jokesd-fetch.socket"
systemctl --user stop jokesd.service jokesd.socket 2>/dev/null
mv "$units/jokesd.socket" ~/kept
systemctl --user mask --quiet jokesd.socket
finds daemon-absent "systemctl --user unmask jokesd.socket; systemctl --user enable --now jokesd.socket"
fixes unit-masked "systemctl --user unmask jokesd.socket; systemctl --user enable --now jokesd.socket"
mv ~/kept "$units/jokesd.socket"
systemctl --user daemon-reload
systemctl --user start jokesd.socket
mv "$units/jokesd-fetch.socket" ~/kept
systemctl --user stop jokesd-fetch.socket 2>/dev/null
systemctl --user mask --quiet jokesd-fetch.socket
finds unit-masked "systemctl --user unmask jokesd-fetch.socket; systemctl --user enable --now jokesd-fetch.socket"
systemctl --user unmask --quiet jokesd-fetch.socket
systemctl --user daemon-reload
finds unit-absent
mv ~/kept "$units/jokesd-fetch.socket"
systemctl --user daemon-reload
systemctl --user start jokesd-fetch.socket

step "the remedy for units that changed on disk reloads them"
jokectl show >/dev/null
echo "# changed" >>"$units/jokesd.service"
touch --date='+2 seconds' "$units/jokesd.service"
fixes units-changed "systemctl --user daemon-reload"

step "doctor reports a service whose program is missing and which failed"
drop_in jokesd-notify.service 'ExecStart=' 'ExecStart=/nowhere/jokectl notify' 'Restart=no'
finds program-missing
systemctl --user start jokesd-notify.service 2>/dev/null || true
await "the failure of jokesd-notify.service" has_failed jokesd-notify.service
finds unit-cannot-start
rm -r "$units/jokesd-notify.service.d"
systemctl --user daemon-reload
systemctl --user reset-failed jokesd-notify.service

step "a unit that systemd cannot start is named with its reason, starts once, and starts after its cure"
export EDITOR=rm
cannot_start() {
    drop_in jokesd.service "${@:2}"
    systemctl --user restart jokesd.socket
    for _ in {1..3}; do
        expect_exit 69 jokectl next
        [[ $said == *"systemd cannot start jokesd.service ($1)"*/nowhere*"jokectl doctor"* ]] ||
            fail "jokectl does not say why: $said"
    done
    expect "the restarts of jokesd.service" "$(property NRestarts)" 0
    expect "the state of jokesd.socket" "$(property ActiveState jokesd.socket)" inactive
    expect "the other findings" "$(findings | jq -r 'select(.wrong) | .kind' | grep -vxE 'unit-(cannot-start|disabled)|program-missing' || true)" ''
    fixes unit-cannot-start
    jokectl next >/dev/null || fail "jokesd.service does not start after its cure"
}
cannot_start 203/EXEC ExecStart= ExecStart=/nowhere/jokesd
cannot_start 226/NAMESPACE BindReadOnlyPaths=/nowhere
drop_in jokesd-fetch@.service BindReadOnlyPaths=/nowhere
configure '{ "sources": { "own": { "type": "command", "command": ["/bin/date"] } } }'
jokectl reload >/dev/null
expect_exit 75 jokectl --timeout 30 next --wait --source own
[[ $said == *"systemd cannot start jokesd-fetch (226/NAMESPACE)"* ]] || fail "jokectl does not say why: $said"
[[ $(findings | jq -r 'select(.kind == "unit-cannot-start") | .message') == *"226/NAMESPACE"*/nowhere* ]] ||
    fail "doctor does not say why"
bash -c "$(remedy unit-cannot-start)"
systemctl --user restart jokesd.service
jokectl --timeout 30 next --wait --source own >/dev/null || fail "jokesd-fetch does not start after its cure"
rm ~/.config/jokesd/config.jsonc
jokectl reload >/dev/null

step "the remedy for a jokesd that systemd did not start replaces it"
systemctl --user stop jokesd.service jokesd.socket 2>/dev/null
jokesd 2>/dev/null &
await "a reply of jokesd" answers
fixes daemon-foreign
wait
jokectl show >/dev/null

step "doctor reports a jokesd that does not reply and a socket that the user cannot use"
export patience=2
kill -STOP "$(property MainPID)"
fixes daemon-silent "systemctl --user restart jokesd.service"
chmod 000 "$XDG_RUNTIME_DIR/jokesd/socket"
finds socket-foreign "ls -l $XDG_RUNTIME_DIR/jokesd/socket"
chmod 600 "$XDG_RUNTIME_DIR/jokesd/socket"
export patience=20

step "the remedy for a program that was replaced on disk restarts the daemon"
cp /opt/jokesd/bin/jokesd ~/jokesd
drop_in jokesd.service 'ExecStart=' "ExecStart=$HOME/jokesd"
systemctl --user restart jokesd.service
cp ~/jokesd ~/newer
mv ~/newer ~/jokesd
fixes program-replaced "systemctl --user restart jokesd.service"

step "doctor reports each error of an invalid configuration"
configure '{ "queue": { "capacity": "x" }, "taste": 0 }'
expect "the number of configuration errors" "$(findings | jq -r 'select(.kind == "configuration-broken") | .message' | wc -l)" 2
finds configuration-broken "${EDITOR:-vi} $HOME/.config/jokesd/config.jsonc; jokectl reload"
systemctl --user restart jokesd.service 2>/dev/null || true
finds configuration-broken "${EDITOR:-vi} $HOME/.config/jokesd/config.jsonc; jokectl reload"
configure '{}'
fixes configuration-refused "jokectl reload"

step "a missing notification server is an error if the daily notification is enabled"
systemctl --user enable --quiet jokesd-notify.timer
findings | jq --exit-status --slurp 'any(.[]; .wrong and .kind == "no-notifications")' >/dev/null ||
    fail "doctor does not report no-notifications as an error"

step "the remedy for a timer that is enabled but stopped starts it"
fixes unit-inactive "systemctl --user start jokesd-notify.timer"
systemctl --user disable --now --quiet jokesd-notify.timer
