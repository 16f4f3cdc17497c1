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

# drop_in UNIT LINE...
drop_in() {
    local unit=$1
    shift
    mkdir -p ~/.config/systemd/user/"$unit".d
    printf '%s\n' '[Service]' "$@" >~/.config/systemd/user/"$unit".d/test.conf
    systemctl --user daemon-reload
}
