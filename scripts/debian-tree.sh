#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian-tree.sh SUITE DIRECTORY [PACKAGE]...
# Creates the root directory of a small Debian of that suite in DIRECTORY, for scripts/userhost --tree. It has systemd,
# the packages that the programs and the tests need, and each PACKAGE. The script does nothing if the tree exists. It
# needs root and the network and takes a few minutes. If the tree cannot be made, it prints the reason and ends with 77.
#
# apt-get works in the tree without a network: the tree has apt's lists and the packages that jokesd depends on, so a
# test can purge and reinstall them.
set -euo pipefail
suite=$1 directory=$2
more=("${@:3}")
# The package's name since the transition to 64-bit times.
curl=libcurl4t64
[ "$suite" != bookworm ] || curl=libcurl4
packages=(
    systemd systemd-sysv dbus dbus-user-session libpam-systemd
    libsqlite3-0 "$curl" ca-certificates libnotify-bin python3-dbusmock procps jq
    "${more[@]}"
)
# Identifies the packages and the procedure. A tree with another value is made again.
made_of="3 ${packages[*]}"

skip() {
    echo "debian-tree: cannot make a tree of $suite: $*" >&2
    exit 77
}

is_there() { [ "$(cat "$directory/complete" 2>/dev/null)" = "$made_of" ]; }
! is_there || exit 0
mkdir -p "$(dirname "$directory")"
# Two tests may create it at the same time.
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

# Use mmdebstrap, because debootstrap takes twice as long. Its options for dpkg and apt stay set in the tree. A power
# cut may damage the tree (dpkg(1), force-unsafe-io), which does not matter. Recommended packages are not installed, as
# on small systems. Whether the mirror's lists may be old is this machine's setting: one that uses a snapshot of Debian
# has to accept them.
make_tree() {
    local settings=(--aptopt='APT::Install-Recommends "false"') setting
    while IFS= read -r setting; do settings+=(--aptopt="$setting"); done < <(
        apt-config dump --format '%f "%v"%n' Acquire::Check-Valid-Until Acquire::Check-Date
    )
    mmdebstrap --mode=root --variant=minbase --include="${packages[*]}" --skip=cleanup/apt \
        --dpkgopt=force-unsafe-io "${settings[@]}" \
        "$suite" "$directory" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
}
make_tree >"$log" 2>&1 || {
    tail -n 3 "$log" >&2
    rm -rf "$directory"
    skip "mmdebstrap failed (see $log); DEBIAN_MIRROR selects another mirror"
}
echo "$made_of" >"$directory/complete"
