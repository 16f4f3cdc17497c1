#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests sync in a real user manager: the path unit starts it after a decision and after a change in the folder. A second
# jokesd, which runs without systemd, is the other machine. Run by scripts/user-manager-tests.sh.
# shellcheck disable=SC2317 # `await` calls them
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

folder=~/'My 100% folder'

# other COMMAND...: runs a command as on the other machine. With JOKESD_SOCKET, jokectl tries no other socket: while the
# other jokesd starts, the one of this machine would answer.
other() {
    local home=~/other
    env HOME="$home" XDG_RUNTIME_DIR="$home/run" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" \
        XDG_CACHE_HOME="$home/cache" XDG_STATE_HOME="$home/state" DBUS_SESSION_BUS_ADDRESS= \
        JOKESD_SOCKET="$home/run/jokesd/socket" "$@"
}
start_other() {
    mkdir -p ~/other/run
    other jokesd 2>~/other/log &
    await "the other jokesd" other_answers
}
other_answers() { other jokectl show >/dev/null 2>&1; }
# The records of jokes: not the header, and not the jokes that were shown.
records() { cat "$folder"/*.jokes | grep -c '"changedAt":'; }
has_records() { [ "$(records)" = "$1" ]; }
# Nothing watches the folder for the other machine.
exports_are_equal() {
    other jokectl --quiet sync now --changes
    cmp -s <(jokectl saved export) <(other jokectl saved export)
}
sync_is() { [ "$(property "$1" jokesd-sync.service)" = "$2" ]; }
# While a run ends, systemd does not watch the folder (docs/sync.md, "What can go wrong").
watches() { [ "$(property SubState jokesd-sync.path)" = waiting ]; }

install_units
step "sync is off after the installation"
expect "the path unit" "$(systemctl --user is-enabled jokesd-sync.path)" disabled
expect_exit 1 jokectl sync status

step "sync on creates the folder, writes the library and enables the path unit"
jokectl like >/dev/null
jokectl --json sync on "$folder" >~/on
expect "the result" "$(jq -r .watched ~/on)" true
expect "the state of jokesd-sync.path" "$(property ActiveState jokesd-sync.path)" active
expect "the path unit" "$(systemctl --user is-enabled jokesd-sync.path)" enabled
expect "the number of records" "$(records)" 1

step "a like starts a run, which appends one record"
# If systemd does not watch the file at this moment, jokesd touches it again.
jokectl like >/dev/null
await "the record of the like" has_records 2
await "the end of the run" sync_is ActiveState inactive
expect "the result of jokesd-sync.service" "$(property Result jokesd-sync.service)" success

step "a change in the folder starts a run, which imports it"
start_other
other jokectl --quiet sync on "$folder"
[ -e ~/other/data/jokesd/sync-on ] || fail "the other jokesd starts no runs"
await "equal libraries" exports_are_equal
await "the watch of the folder" watches
other jokectl like >/dev/null
await "the like of the other machine" exports_are_equal
await "the watch of the folder" watches
other jokectl dislike >/dev/null
await "the dislike of the other machine" exports_are_equal
await "the watch of the folder" watches
jokectl dislike >/dev/null
await "equal libraries" exports_are_equal

step "a request that decides and shows nothing starts no run"
# A run may still come because a joke was shown, at most once in ten seconds.
requests_start_no_run() {
    local run
    run=$(property ExecMainStartTimestampMonotonic jokesd-sync.service)
    for _ in {1..5}; do jokectl saved list >/dev/null; done
    [ "$(property ExecMainStartTimestampMonotonic jokesd-sync.service)" = "$run" ]
}
await "requests without a run" requests_start_no_run

step "a folder that is away makes the run fail, and its return starts another one"
await "the watch of the folder" watches
mv "$folder" ~/away
jokectl like >/dev/null
await "the failure" sync_is Result exit-code
await "the watch of the folder" watches
expect_exit 1 jokectl sync status
[[ $said == *"there is no directory"* ]] || fail "sync status does not say why: $said"
[ ! -e "$folder" ] || fail "sync created the folder"
mv ~/away "$folder"
await "equal libraries" exports_are_equal
jokectl sync status >/dev/null || fail "sync status still has a problem"

step "jokesd that is not running is started by a change in the folder"
# After this run, no earlier change is left that could start one, which would end at the moment of the next change.
systemctl --user start jokesd-sync.service
await "the watch of the folder" watches
systemctl --user stop jokesd.service
other jokectl like >/dev/null
is_active() { is ActiveState active; }
await "jokesd" is_active
await "equal libraries" exports_are_equal

step "sync off stops the path unit and leaves the files"
files=$(ls "$folder")
jokectl sync off >/dev/null
expect "the state of jokesd-sync.path" "$(property ActiveState jokesd-sync.path)" inactive
expect "the path unit" "$(systemctl --user is-enabled jokesd-sync.path)" disabled
[ ! -e ~/.config/systemd/user/jokesd-sync.path.d ] || fail "the drop-in still exists"
expect "the files" "$(ls "$folder")" "$files"
other jokectl sync off >/dev/null
kill %1
