#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# release.sh check      checks that this commit is a release: its tag is that of the programs' version, no file is
#                       changed, and the pages and the changelogs have the version (scripts/version.sh check)
# release.sh DIRECTORY  also makes the files of its page there, from the programs of `make card`: the packages, the
#                       archives of the programs and of the source, their checksums, and the notes from CHANGELOG.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(scripts/version.sh)

stop() {
    echo "release.sh: $*" >&2
    exit 1
}

git tag --points-at HEAD | grep -Fx "v$version" >/dev/null ||
    stop "this commit has no tag v$version, the version of the programs (git tag -s v$version)"
[ -z "$(git status --porcelain)" ] || stop "files are changed or new; commit or remove them (git status)"
notes=$(scripts/releases.sh notes "$version") ||
    stop "rename the heading [Unreleased] of CHANGELOG.md to [$version] - $(scripts/version.sh date), and tag that commit"
scripts/version.sh check || stop "correct these files, and tag that commit"
[ "$1" != check ] || exit 0

[ -x .build/stage/bin/jokesd-card ] || stop "the programs are not built: run \`make release\`"
directory=$1
rm -rf "$directory"
mkdir -p "$directory"
scripts/deb.sh "$directory" >/dev/null
scripts/tar.sh "$directory" >/dev/null
scripts/source.sh "$directory" >/dev/null
(cd "$directory" && sha256sum -- * >SHA256SUMS)
echo "$notes" >"$directory/notes.md"
ls "$directory"/*
