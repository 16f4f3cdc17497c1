#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh DIRECTORY
# Makes the Debian package of what `make build` laid out in .build/stage, into DIRECTORY. Builds nothing. Two packages of
# the same programs are equal, byte by byte: each file in them has the date of the source at most. COMPRESSION is how
# hard it tries to be small, 1 to 9 (6).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "$1"
directory=$(cd "$1" && pwd)
version=$(scripts/version.sh)
SOURCE_DATE_EPOCH=$(scripts/source-date.sh)
export SOURCE_DATE_EPOCH

[ -x .build/stage/bin/jokesd ] || { echo "deb.sh: nothing is built yet: run \`make build\` first" >&2; exit 1; }
packaged=$(dpkg-parsechangelog --file debian/changelog --show-field Version)
[ "$packaged" = "$version" ] || {
    echo "deb.sh: debian/changelog is of $packaged, the programs of $version: add an entry (dch --newversion $version)" >&2
    exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/jokesd"
cp -r .build/stage "$work/jokesd/files"
cp -r debian scripts/install.sh "$work/jokesd/"
# What it needs to be built with are debhelper and dpkg alone: no compiler runs.
(cd "$work/jokesd" && dpkg-buildpackage --build=binary --no-check-builddeps --unsigned-changes) >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
mv "$work"/jokesd_*.deb "$directory/"
ls "$directory"/jokesd_"$version"_*.deb
