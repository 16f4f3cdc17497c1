#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian-tree.sh SUITE FOLDER
# Makes the root of a small Debian of that suite in FOLDER, for scripts/userhost --tree: a systemd newer than this
# machine's, and what the programs and the tests need. Does nothing where it is there. Needs root and the network, and
# takes a minute or a few; where it cannot be made, it says why and ends with 77.
set -euo pipefail
suite=$1 folder=$2
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,libsqlite3-0,libcurl4t64,procps,jq

skip() {
    echo "debian-tree: there is no tree of $suite: $*" >&2
    exit 77
}

[ ! -e "$folder/complete" ] || exit 0
if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || skip "making it needs root"
    exec sudo -n DEBIAN_MIRROR="${DEBIAN_MIRROR:-}" "${BASH_SOURCE[0]}" "$@"
fi
command -v debootstrap >/dev/null || skip "debootstrap is missing (apt-get install debootstrap)"
echo "Making a tree of Debian $suite in $folder …"
rm -rf "$folder"
mkdir -p "$folder"
log=$folder.log
debootstrap --variant=minbase --include="$packages" "$suite" "$folder" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$log" 2>&1 || {
    tail -n 3 "$log" >&2
    rm -rf "$folder"
    skip "debootstrap failed (all of it is in $log); a mirror is named by DEBIAN_MIRROR"
}
rm -rf "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/*
touch "$folder/complete"
