# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The shared functions of the tests in a real user manager. They run as the user tester, whose home is empty, with an
# installation under /opt/jokesd (scripts/user-manager-tests.sh).
# shellcheck source=Tests/systems.bash
. "$(dirname "${BASH_SOURCE[0]}")/systems.bash"
PATH=/opt/jokesd/bin:$PATH

fail() {
    echo "FAILED: $*" >&2
    journalctl --boot --no-pager --lines=40 _UID="$(id -u)" >&2 || true
    exit 1
}
property() { systemctl --user show --property="$1" --value "${2:-jokesd.service}"; }
is() { [ "$(property "$1")" = "$2" ]; }
# Use the timeout of `await`, because a restart on a busy machine may take more than two seconds. To run jokectl in the
# background and kill it later, use `command jokectl`, because a function would be another process.
patience=20
jokectl() { command jokectl --timeout "$patience" "$@"; }
saved_ids() { jokectl saved list | cut -f1 | sort; }

# journal_says TEXT MATCH...: returns whether the output of journalctl(1) for these matches contains the text.
journal_says() { journalctl --boot --quiet "${@:2}" | grep -F -- "$1" >/dev/null; }

# start_follower FILE [ARGUMENT...]: runs `jokectl follow` in the background until its first line is in the file. Sets
# `follower` to its process.
start_follower() {
    command jokectl follow "${@:2}" >"$1" &
    follower=$!
    await "the first line of jokectl follow" test -s "$1"
}

install_units() {
    mkdir -p ~/.config/systemd/user
    cp /opt/jokesd/units/* ~/.config/systemd/user/
    systemctl --user daemon-reload
    systemctl --user enable --now --quiet jokesd.socket jokesd-fetch.socket
}

# Makes the session bus start jokesd-search, for `search WORD`.
install_search() {
    mkdir -p ~/.local/share/dbus-1/services
    sed 's|@LIBEXECDIR@|/opt/jokesd/libexec/jokesd|' /opt/jokesd/search.service \
        >~/.local/share/dbus-1/services/io.github.jokesd.Search.service
    busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig >/dev/null
}
search() { busctl --user call io.github.jokesd.Search /io/github/jokesd/Search org.kde.krunner1 Match s "$1"; }

# drop_in UNIT LINE...
drop_in() {
    local unit=$1
    shift
    mkdir -p ~/.config/systemd/user/"$unit".d
    printf '%s\n' '[Service]' "$@" >~/.config/systemd/user/"$unit".d/test.conf
    systemctl --user daemon-reload
}

# probe UNIT: prints the results of probe.bash, which runs instead of the unit's program.
probe() {
    local unit=$1 probing=~/.config/systemd/user/jokesd-probe.service
    sed -E -e 's|^ExecStart=.*|ExecStart=/opt/jokesd/tests/probe.bash|' -e 's|^Type=.*|Type=oneshot|' \
        -e '/^(Exec(StopPost|Reload)|Restart|WatchdogSec|RuntimeMaxSec|Standard|BusName)/d' \
        -e '/^(Requires|After|Wants|OnFailure|CollectMode)/d' -e '/^\[Install\]/,$d' \
        ~/.config/systemd/user/"$unit" >"$probing"
    printf '%s\n' '[Service]' 'StandardOutput=truncate:/tmp/probed' 'StandardError=journal' >>"$probing"
    systemctl --user daemon-reload
    systemctl --user start jokesd-probe.service || fail "the probe of $unit did not run"
}
answer() { awk -F ': ' -v what="$1" '$1 == what { print $2 }' /tmp/probed; }
denied() {
    for what in "$@"; do
        grep -qxF -- "$what" <<<"$possible" || fail "$what: impossible on this system even without a sandbox"
        expect "$what" "$(answer "$what")" denied
    done
}
allowed() { for what in "$@"; do expect "$what" "$(answer "$what")" allowed; done; }

# probe_without_sandbox DENIED: expects that the probe can do everything else without a sandbox. Sets `possible` to what it could do.
probe_without_sandbox() {
    step "without a sandbox every probed action succeeds"
    printf '%s\n' '[Service]' 'Type=oneshot' 'ExecStart=/opt/jokesd/tests/probe.bash' >~/.config/systemd/user/open.service
    probe open.service
    possible=$(sed -n 's/: allowed$//p' /tmp/probed)
    expect "the actions denied without a sandbox" "$(sed -n 's/: denied$//p' /tmp/probed)" "$1"
}
