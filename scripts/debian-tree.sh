#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian-tree.sh SUITE DIRECTORY
# Makes the root of a small Debian of that suite in DIRECTORY, for scripts/userhost --tree: its systemd, and what the programs
# and the tests need. Does nothing where it is there. Needs root and the network, and takes a minute or a few; where it
# cannot be made, it says why and ends with 77.
#
# In it apt-get works without a network: it has apt's lists, and the packages that jokesd depends on, so that a test may
# purge these and see them come back.
set -euo pipefail
suite=$1 directory=$2
# Its name since the transition to 64-bit times.
curl=libcurl4t64
[ "$suite" != bookworm ] || curl=libcurl4
packages=(
    systemd systemd-sysv dbus dbus-user-session libpam-systemd
    libsqlite3-0 "$curl" ca-certificates libnotify-bin python3-dbusmock procps jq
)
# A tree that was made of other packages, or in another way, is another one.
made_of="3 ${packages[*]}"

skip() {
    echo "debian-tree: there is no tree of $suite: $*" >&2
    exit 77
}

is_there() { [ "$(cat "$directory/complete" 2>/dev/null)" = "$made_of" ]; }
! is_there || exit 0
mkdir -p "$(dirname "$directory")"
# Two tests may want it at once.
exec 9>"$directory.lock"
flock 9
! is_there || exit 0
if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || skip "making it needs root"
    exec sudo -n DEBIAN_MIRROR="${DEBIAN_MIRROR:-}" "${BASH_SOURCE[0]}" "$@"
fi
command -v mmdebstrap >/dev/null || skip "mmdebstrap is missing (apt-get install mmdebstrap)"
echo "Making a tree of Debian $suite in $directory …"
rm -rf "$directory"
log=$directory.log

# mmdebstrap: debootstrap takes twice as long. What it sets for dpkg and apt stays set in the tree: nobody mourns one
# that a power cut took (dpkg(1), force-unsafe-io), and, as on small systems, what a package recommends is theirs to choose.
make_tree() {
    mmdebstrap --mode=root --variant=minbase --include="${packages[*]}" --skip=cleanup/apt \
        --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
        "$suite" "$directory" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
}
make_tree >"$log" 2>&1 || {
    tail -n 3 "$log" >&2
    rm -rf "$directory"
    skip "making it failed (all of it is in $log); a mirror is named by DEBIAN_MIRROR"
}
echo "$made_of" >"$directory/complete"
