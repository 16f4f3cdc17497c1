#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the joke of the day in a real user manager: the timer elapses, the notification appears, a button is pressed,
# and after a second boot on the same day nothing is shown. Needs notify-send and python-dbusmock's notification server.
# Run by scripts/user-manager-tests.sh.
# shellcheck disable=SC2317 # `await` calls them
# shellcheck source=Tests/UserManager/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"

server=org.freedesktop.Notifications
mark=~/.local/state/jokesd/notified.json

start_server() {
    systemd-run --user --quiet --unit=notification-server /usr/bin/python3 -m dbusmock --session \
        --template notification_daemon --parameters '{"capabilities": "actions body body-markup"}'
    await "a notification server" server_answers
}
server_answers() { busctl --user call "$server" "/${server//.//}" "$server" GetCapabilities >/dev/null 2>&1; }
# mock METHOD SIGNATURE ARGUMENT...
mock() { busctl --user --json=short call "$server" "/${server//.//}" org.freedesktop.DBus.Mock "$@"; }
notifications() { mock GetMethodCalls s Notify | jq '.data[0] | length'; }
has_notifications() { [ "$(notifications)" = "$1" ]; }
# newest MEMBER: prints a member of the arguments of the last Notify call, by its number.
newest() { mock GetMethodCalls s Notify | jq -r ".data[0][-1][1][$1].data"; }
press() { mock EmitSignal sssav "$server" ActionInvoked us 2 u "$1" s "$2" >/dev/null; }
notifier() { property "$1" jokesd-notify.service; }
notifier_is() { [ "$(notifier "$1")" = "$2" ]; }
notifier_has_run() { [ -n "$(notifier ExecMainExitTimestamp)" ] && notifier_is ActiveState inactive; }
has_subscription() { jokectl --json status -v | jq --exit-status 'any(.clients[]; .subscriptions > 0)' >/dev/null; }

if [ "${1:-}" = again ]; then
    step "after a boot on the same day the timer fires, and nothing is shown"
    await "a run" notifier_has_run
    expect "its result" "$(notifier Result)" success
    expect "restarts" "$(notifier NRestarts)" 0
    start_server
    systemctl --user start jokesd-notify.service
    await "its end" notifier_has_run
    expect "notifications" "$(notifications)" 0
    expect "jokesd" "$(property ActiveState)" inactive

    step "on the next day it is shown"
    sed -i 's/"date":"[^"]*"/"date":"2001-01-01"/' "$mark"
    systemctl --user start jokesd-notify.service
    await "a notification" has_notifications 1
    expect "the joke" "$(newest 4)" "$(cat ~/joke)"
    exit 0
fi

install_units
step "nobody asked for it: the timer is not enabled"
expect "the timer" "$(systemctl --user is-enabled jokesd-notify.timer)" disabled

step "without a server it is said, the day is not marked, and it is tried again"
systemctl --user start jokesd-notify.service
await "its end" notifier_is ExecMainStatus 69
# Search by the program's name. If a process ends before the journal reads its message, the message has no unit.
await "a line in the journal" journal_says "start one, such as dunst or mako" \
    _UID="$(id -u)" SYSLOG_IDENTIFIER=jokectl
[ ! -e "$mark" ] || fail "the day is marked"
expect "the state" "$(notifier SubState)" auto-restart
systemctl --user stop jokesd-notify.service
systemctl --user reset-failed jokesd-notify.service 2>/dev/null || true

step "the timer fires, and the notification comes, with the joke of the day and its buttons"
start_server
mkdir -p ~/.config/systemd/user/jokesd-notify.timer.d
printf '%s\n' '[Timer]' OnActiveSec=0s AccuracySec=1ms >~/.config/systemd/user/jokesd-notify.timer.d/test.conf
systemctl --user daemon-reload
systemctl --user enable --now --quiet jokesd-notify.timer
await "a notification" has_notifications 1
joke=$(jokectl --format '{{joke.id}}' daily)
jokectl daily >~/joke
expect "its summary" "$(newest 3)" "Joke of the day"
expect "its body" "$(newest 4)" "$(sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' ~/joke)"
expect "its buttons" "$(newest 5 | jq -r 'join(" ")')" \
    "like:$joke Like dislike:$joke Dislike next:$joke Next translate:$joke Translate"
expect "it waits" "$(notifier ActiveState)" active
expect "the mark's permissions" "$(stat -c %a "$mark")" 600

step "Next takes its place; the button of the joke that was there before does nothing any more"
press 1 "next:$joke"
await "another notification" has_notifications 2
expect "what it replaces" "$(newest 1)" 1
card=$(jokectl --format '{{state.joke.id}}')
expect "its first button" "$(newest 5 | jq -r '.[0]')" "like:$card"
press 1 "like:$joke"
expect "saved jokes" "$(saved_ids)" ''

step "Like, in there, hours later or not: that joke is saved, a hook hears of it, and the notifier ends"
/opt/jokesd/examples/when-liked.sh sh -c "echo \"\$1\" >>~/heard" hook &
await "a hook that listens" has_subscription
press 1 "like:$card"
await "what the hook heard" test -s ~/heard
expect "it" "$(cat ~/heard)" "$card"
await "its end" notifier_is ActiveState inactive
expect "its result" "$(notifier Result)" success
expect "the saved joke" "$(saved_ids)" "$card"

step "once a day: a second run is silent"
systemctl --user start jokesd-notify.service
await "its end" notifier_is ActiveState inactive
expect "its result" "$(notifier Result)" success
expect "notifications" "$(notifications)" 2
systemctl --user stop jokesd.service 2>/dev/null
exit 133
