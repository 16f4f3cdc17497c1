# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The shared functions of the tests of an installation (scripts/installation-tests.sh). The tests run in their own
# system, which has a user manager of the user tester, whose home is empty.
# shellcheck source=Tests/systems.bash
. "$(dirname "${BASH_SOURCE[0]}")/systems.bash"

fail() {
    echo "FAILED: $*" >&2
    journalctl --boot --no-pager --lines=40 >&2 || true
    exit 1
}

# as USER COMMAND...: runs the command as a logged-in user. For root only.
as() {
    local user=$1 id
    shift
    id=$(id -u "$user")
    (cd "/home/$user" && exec runuser -u "$user" -- env -i HOME="/home/$user" USER="$user" LANG=C.UTF-8 \
        PATH=/usr/local/bin:/usr/bin:/bin XDG_RUNTIME_DIR="/run/user/$id" "$@")
}

# Unpacks the tar archive. Sets `installer` to its install.sh.
unpack_archive() {
    tar --extract --directory=/tmp --file="$(ls /opt/packages/jokesd-*.tar.gz)"
    # shellcheck disable=SC2034 # for the scripts that read this
    installer=$(ls /tmp/jokesd-*/install.sh)
}

# Configures a source that is a program, for jokesd to run jokesd-fetch.
configure_program() {
    configure '{ "sources": { "mine": { "type": "command", "command": ["echo", "A joke of my own."] } } }'
}

# expect_joke_of_program JOKECTL...: the command shows the joke of that program.
expect_joke_of_program() { expect "a joke from a program" "$("$@" --timeout 20 next --source mine)" 'A joke of my own.'; }

# Lists everything below a directory, with modes and contents.
contents() { (cd "$1" && find . -type f -exec sha256sum {} + -o -printf '%y %m %p\n' | LC_ALL=C sort); }

# same MESSAGE LIST LIST: fails with the message if the lists differ, and prints the differences.
same() { diff "$2" "$3" >&2 || fail "$1"; }
