#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Upgrades from the package of an earlier version, in /opt/old, while its daemon runs. Run as root by
# scripts/installation-tests.sh, with this version's package in /opt/packages and no network.
# shellcheck source=Tests/Installation/support.bash
. "$(dirname "${BASH_SOURCE[0]}")/support.bash"
export DEBIAN_FRONTEND=noninteractive HOME=/root
home=/home/tester
old_package=$(ls /opt/old/jokesd_*.deb)
new_package=$(ls /opt/packages/jokesd_*.deb)
old_version=$(dpkg-deb --field "$old_package" Version)
new_version=$(dpkg-deb --field "$new_package" Version)
# The programs of both versions, beside those of the installed package.
dpkg-deb --extract "$old_package" /opt/extracted-old
dpkg-deb --extract "$new_package" /opt/extracted-new
chmod -R a+rX /opt/extracted-old /opt/extracted-new
old_jokectl=/opt/extracted-old/usr/bin/jokectl new_jokectl=/opt/extracted-new/usr/bin/jokectl

apt() { apt-get --quiet --quiet --assume-yes "$@" >~/apt.log 2>&1 || fail "apt-get $*: $(cat ~/apt.log)"; }
ctl() { as tester jokectl "$@"; }
call() { as tester "${client:-jokectl}" call "$@"; }
property() { as tester systemctl --user show --property="$1" --value "$2"; }
# What must not change: the saved jokes with their dates, the trash, the taste, the card and what the user has set.
saved() { call saved.list '{"limit":100}' | jq --compact-output --sort-keys '.items[] | {id: .joke.id, value: .joke.value, savedAt, source: .joke.source}' | sort; }
card() { call state.get | jq --compact-output --sort-keys '.state | {id: .joke.id, value: .joke.value, translation: .joke.translation.value, showTranslation, saved}'; }
taste() { call taste.get | jq --sort-keys '[.. | objects | select(has("likes")) | {name, likes, dislikes}] | sort'; }
enabled() { call sources.list | jq --compact-output '[.items[] | select(.enabled).name] | sort'; }
# Prints the warnings and errors that jokesd has logged.
errors() { journalctl --boot --no-pager --output=cat --priority=warning _COMM=jokesd; }

step "the package $old_version is installed, and has its user's data"
apt install "$old_package"
expect "the version of jokectl" "$(ctl version | head -n 1 | grep -oE '[0-9]+\.[0-9.]+[0-9]')" "$old_version"
as tester mkdir -p "$home/.config/jokesd" "$home/jokes"
as tester tee "$home/jokes/mine.jsonl" >/dev/null <<'END'
{"id":"m1","value":"My pack has one joke about elephants.","language":"en","categories":["elephant"],"translation":{"language":"es","value":"Mi colección tiene un chiste de elefantes."}}
{"id":"m2","value":"My pack has a second joke.","language":"en","categories":["elephant"]}
{"id":"m3","value":"My pack has a third joke.","language":"en","categories":["elephant"]}
END
as tester tee "$home/jokes/program" >/dev/null <<'END'
#!/bin/sh
echo "A joke of the program in the home."
END
as tester chmod +x "$home/jokes/program"
as tester tee "$home/.config/jokesd/config.jsonc" >/dev/null <<'END'
{
  // The configuration of an earlier version.
  "languages": ["en"],
  "translateTo": "es",
  "queue": { "capacity": 12, "lowWater": 3 },
  "sources": {
    "fortune": { "enabled": false },
    "elephants": { "type": "pack", "path": "~/jokes/mine.jsonl", "weight": 2 },
    "program": { "type": "command", "command": ["echo", "A joke of the program."] },
    "home": { "type": "command", "command": ["/home/tester/jokes/program"], "weight": 0.01 },
  },
  "filter": { "blockedWords": ["pineapple"], "maxLength": 300 },
  "categoryWeights": { "dev": 2 },
  "shareTargets": { "paste": "https://paste.example.org/?text={text}" },
  "idleExit": "1h",
}
END
as tester systemctl --user enable --quiet --now jokesd-notify.timer
ctl next >/dev/null
expect "the joke of the program in the home" "$(ctl --timeout 20 next --source home)" 'A joke of the program in the home.'
ctl like >/dev/null
ctl next --source elephants >/dev/null
ctl like >/dev/null
ctl next --source builtin >/dev/null
ctl like >/dev/null
liked=$(saved | jq --raw-output 'select(.source == "builtin").id')
ctl dislike >/dev/null
disliked=$(call state.get | jq --raw-output .state.joke.id)
ctl dislike >/dev/null
ctl like >/dev/null
deleted=$(saved | jq --raw-output .id | grep -Fvx "$liked" | tail -n 1)
ctl saved delete "$deleted" >/dev/null
ctl daily >/dev/null
# Its exit status says whether the joke on the card has a translation.
ctl translate on >/dev/null 2>&1 || true
ctl sources disable program >/dev/null
printf '%s\n' '{"value":"An imported joke.","language":"en","savedAt":"2020-01-02T03:04:05.000Z"}' |
    as tester tee "$home/jokes/import.jsonl" >/dev/null
ctl saved import "$home/jokes/import.jsonl" >/dev/null
ctl like >/dev/null
undone=$(saved)
ctl like >/dev/null
[ "$(saved | wc -l)" -gt 4 ] || fail "no joke is saved: $(saved)"
daily=$(call daily.get | jq --raw-output '.joke.id // .daily.joke.id // .id')

step "the new jokectl works with the daemon of $old_version that still runs"
client=$new_jokectl
card >/root/card
[ -n "$(as tester "$new_jokectl" show)" ] || fail "it shows no joke"
expect "the saved jokes" "$(saved)" "$(client='' saved)"
as tester "$new_jokectl" saved search imported >/dev/null
as tester "$new_jokectl" status | grep -F "$old_version" >/dev/null || fail "status does not say the version of the daemon"
expect_exit 76 as tester "$new_jokectl" add "A joke of my own."
expect_exit 76 as tester "$new_jokectl" history
client=''
expect "the card" "$(card)" "$(cat /root/card)"

step "a follower of $old_version runs, and data is recorded"
as tester "$old_jokectl" follow --topic log >/root/follower 2>/root/follower-errors &
follower=$!
saved >/root/saved; card >/root/card; taste >/root/taste; enabled >/root/enabled
pid=$(property MainPID jokesd.service)
expect "the running daemon" "$(readlink "/proc/$pid/exe")" /usr/bin/jokesd
[ "$(taste)" != '[]' ] || fail "nothing was learned"

step "apt installs $new_version, and restarts the daemon"
apt install "$new_package"
expect "the version of jokectl" "$(ctl version | head -n 1 | grep -oE '[0-9]+\.[0-9.]+[0-9]')" "$new_version"
[ "$(property MainPID jokesd.service)" != "$pid" ] || fail "the upgrade did not restart the daemon"
expect "the version of the daemon" "$(call daemon.status | jq --raw-output .version)" "$new_version"

step "the jokes, the card, the taste and the choices are as before"
saved | same "the saved jokes differ" /root/saved -
card | same "the card differs" /root/card -
taste | same "the taste differs" /root/taste -
enabled | same "the enabled sources differ" /root/enabled -
expect "the joke of the day" "$(call daily.get | jq --raw-output '.joke.id // .daily.joke.id // .id')" "$daily"
expect "the disliked jokes" "$(ctl saved list --disliked --json=joke.id | jq --raw-output .joke.id | grep -Fxc "$disliked")" 1
ctl share --to list | grep paste >/dev/null || fail "the target for sharing is gone"
expect "the timer" "$(property UnitFileState jokesd-notify.timer) $(property ActiveState jokesd-notify.timer)" "enabled active"

step "undo, restore, the pack and the program work"
ctl undo >/dev/null
expect "the saved jokes after undo" "$(saved)" "$undone"
ctl saved restore "$deleted" >/dev/null
saved | grep -F "\"$deleted\"" >/dev/null || fail "the deleted joke was not restored"
ctl next --source elephants | grep 'colección\|pack' >/dev/null || fail "no joke of the pack"
ctl sources enable program >/dev/null
expect "the joke of the program" "$(ctl --timeout 20 next --source program)" 'A joke of the program.'

step "jokectl says how to allow a program in the home, which jokesd-fetch cannot read any more"
expect_exit 75 ctl --timeout 20 next --source home
[[ $said == *"jokectl sources allow"* ]] || fail "next does not say what to do: $said"
ctl sources allow >/dev/null
expect "the joke of the program in the home" "$(ctl --timeout 20 next --source home)" 'A joke of the program in the home.'

step "the jokectl of $old_version works with the new daemon"
client=$old_jokectl
[ -n "$(as tester "$old_jokectl" next)" ] || fail "next printed no joke"
as tester "$old_jokectl" like >/dev/null
as tester "$old_jokectl" undo >/dev/null
as tester "$old_jokectl" saved search imported | grep . >/dev/null || fail "saved search found nothing"
as tester "$old_jokectl" status | grep -F "$new_version" >/dev/null || fail "status does not say the version of the daemon"
expect "the saved jokes" "$(saved)" "$(client='' saved)"
for command in show queue daily "saved list" "sources list" "taste show" reload describe; do
    # shellcheck disable=SC2086
    as tester "$old_jokectl" $command >/root/said 2>&1 || fail "$command exited with $?: $(cat /root/said)"
done
client=''

step "the follower of $old_version missed nothing"
kill -0 "$follower" || fail "it has ended: $(cat /root/follower-errors)"
kill "$follower"
expect "its first events" "$(jq --raw-output .event /root/follower | head -n 2 | paste -sd ' ')" "closing translationFailed"
for event in undone restored sourceEnabled liked; do
    jq --raw-output .event /root/follower | grep -x "$event" >/dev/null || fail "it has no event $event"
done

step "the journal has no other warnings of jokesd than those of this test"
# There is no Apertium, and `jokectl sources allow` restarts jokesd-fetch.
errors | grep -vE 'program cannot be run|^Apertium is not installed|^jokesd-fetch closed the connection' >/root/errors || true
expect "the warnings" "$(cat /root/errors)" ''
expect "the failed units" "$(as tester systemctl --user --failed --no-legend)" ''
