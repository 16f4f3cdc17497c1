#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deb.sh DIRECTORY
# Makes the Debian package in DIRECTORY from the files that `make build` wrote to .build/stage, and the package
# jokesd-card if `make card` wrote them. It builds nothing: the source package (debian/) does that, where Debian has
# Swift. Two packages of the same programs are identical, because no file in them has a later date than the source.
# COMPRESSION is the compression level, 1 to 9 (6).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "$1"
directory=$(cd "$1" && pwd)
version=$(scripts/version.sh)
SOURCE_DATE_EPOCH=$(scripts/source-date.sh)
export SOURCE_DATE_EPOCH

[ -x .build/stage/bin/jokesd ] || { echo "deb.sh: nothing is built yet: run \`make build\` first" >&2; exit 1; }
packaged=$(dpkg-parsechangelog --file debian/changelog --show-field Version)
[ "${packaged%-*}" = "$version" ] || {
    echo "deb.sh: debian/changelog has version $packaged, the programs have $version: add an entry (dch --newversion $version-1)" >&2
    exit 1
}

[ -x .build/stage/bin/jokesd-card ] || export DEB_BUILD_PROFILES=pkg.jokesd.nocard

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/jokesd"
cp -r .build/stage "$work/jokesd/files"
cp -r debian scripts/install.sh "$work/jokesd/"
# It differs from the source package in its rules, and its version has no revision of Debian's.
cp packaging/rules "$work/jokesd/debian/"
echo '3.0 (native)' >"$work/jokesd/debian/source/format"
sed -i -E '/^jokesd \(/ s/-[0-9.]+\)/)/' "$work/jokesd/debian/changelog"
# Only debhelper and dpkg are needed, because no compiler runs.
(cd "$work/jokesd" && dpkg-buildpackage --build=binary --no-check-builddeps --unsigned-changes) >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
for package in "$work"/jokesd*.deb; do
    mv "$package" "$directory/"
    echo "$directory/${package##*/}"
done
