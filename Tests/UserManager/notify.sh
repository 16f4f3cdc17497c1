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
    step "after a boot on the same day the timer fires and no notification appears"
    await "a run of jokesd-notify.service" notifier_has_run
    expect "the result of jokesd-notify.service" "$(notifier Result)" success
    expect "the number of restarts" "$(notifier NRestarts)" 0
    start_server
    systemctl --user start jokesd-notify.service
    await "the end of jokesd-notify.service" notifier_has_run
    expect "the number of notifications" "$(notifications)" 0
    expect "the state of jokesd.service" "$(property ActiveState)" inactive

    step "on the next day the notification appears"
    sed -i 's/"date":"[^"]*"/"date":"2001-01-01"/' "$mark"
    systemctl --user start jokesd-notify.service
    await "a notification" has_notifications 1
    expect "the joke in the notification" "$(newest 4)" "$(cat ~/joke)"
    exit 0
fi

install_units
step "the timer is disabled after the installation"
expect "the timer" "$(systemctl --user is-enabled jokesd-notify.timer)" disabled

waits_for_server() { pgrep -u "$(id -u)" -f 'busctl .*org.freedesktop.Notifications.* monitor' >/dev/null; }

step "without a notification server the notifier waits for one, and does not mark the day"
systemctl --user start jokesd-notify.service
await "the wait for a notification server" waits_for_server
[ ! -e "$mark" ] || fail "the notifier marked the day"
start_server
await "a notification" has_notifications 1
expect "the number of restarts" "$(notifier NRestarts)" 0
systemctl --user stop jokesd-notify.service
mock ClearCalls >/dev/null
rm "$mark"

step "a command sets the hour and the days, and turns the timer off"
jokectl notify --at 20:15 --on mon-fri >/dev/null
systemctl --user show --property=TimersCalendar jokesd-notify.timer |
    grep -F 'OnCalendar=Mon..Fri *-*-* 20..21:15:00' >/dev/null || fail "the timer has another time"
expect "the timer" "$(systemctl --user is-enabled jokesd-notify.timer)" enabled
expect "the number of times" "$(systemctl --user show --property=TimersCalendar jokesd-notify.timer | wc -l)" 1
jokectl notify --off >/dev/null
expect "the timer" "$(systemctl --user is-enabled jokesd-notify.timer)" disabled
expect "the timer" "$(property ActiveState jokesd-notify.timer)" inactive
[ ! -e ~/.config/systemd/user/jokesd-notify.timer.d ] || fail "the drop-in is left"

notifier_has_run_after() { [ "$(notifier ExecMainStartTimestampMonotonic)" != "$1" ] && notifier_is ActiveState inactive; }

step "a run of the timer on another day, as one that was missed, shows nothing and does not mark the day"
jokectl notify --at 0:00 --on "$(LC_ALL=C date -d '3 days' +%a)" >/dev/null
printf '%s\n' '[Timer]' OnActiveSec=0s AccuracySec=1ms >~/.config/systemd/user/jokesd-notify.timer.d/test.conf
before=$(notifier ExecMainStartTimestampMonotonic)
systemctl --user daemon-reload
systemctl --user restart jokesd-notify.timer
await "a run of jokesd-notify.service" notifier_has_run_after "$before"
expect "the result of jokesd-notify.service" "$(notifier Result)" success
expect "the number of notifications" "$(notifications)" 0
[ ! -e "$mark" ] || fail "the notifier marked the day"
jokectl notify --off >/dev/null

step "when the timer fires, the notification shows the joke of the day and its buttons"
systemctl --user enable --now --quiet jokesd-notify.timer
await "a notification" has_notifications 1
joke=$(jokectl --format '{{joke.id}}' daily)
jokectl daily >~/joke
expect "the summary of the notification" "$(newest 3)" "Joke of the day"
expect "the body of the notification" "$(newest 4)" "$(sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' ~/joke)"
expect "the buttons of the notification" "$(newest 5 | jq -r 'join(" ")')" \
    "like:$joke Like dislike:$joke Dislike next:$joke Next translate:$joke Translate default Read"
expect "the state of jokesd-notify.service" "$(notifier ActiveState)" active
expect "the mark's permissions" "$(stat -c %a "$mark")" 600

step "Next shows a notification with a number of its own, and a button of the previous joke does nothing"
press 2 "next:$joke"
await "a second notification" has_notifications 2
expect "the id of the replaced notification" "$(newest 1)" 0
card=$(jokectl --format '{{state.joke.id}}')
expect "the first button of the second notification" "$(newest 5 | jq -r '.[0]')" "like:$card"
press 2 "like:$joke"
expect "the saved jokes" "$(saved_ids)" ''

step "Like saves the joke in the notification, runs the hook and ends the notifier"
/opt/jokesd/examples/when-liked.sh sh -c "echo \"\$1\" >>~/heard" hook &
await "the subscription of the hook" has_subscription
press 3 "like:$card"
await "the output of the hook" test -s ~/heard
expect "the id that the hook received" "$(cat ~/heard)" "$card"
await "the end of jokesd-notify.service" notifier_is ActiveState inactive
expect "the result of jokesd-notify.service" "$(notifier Result)" success
expect "the saved joke" "$(saved_ids)" "$card"

step "a second run on the same day shows no notification"
systemctl --user start jokesd-notify.service
await "the end of jokesd-notify.service" notifier_is ActiveState inactive
expect "the result of jokesd-notify.service" "$(notifier Result)" success
expect "the number of notifications" "$(notifications)" 2
systemctl --user stop jokesd.service 2>/dev/null
exit 133
