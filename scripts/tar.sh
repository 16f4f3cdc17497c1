#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tar.sh DIRECTORY
# Makes the tar archive in DIRECTORY from the files that `make build` wrote to .build/stage, with install.sh, which
# installs them to a prefix. It builds nothing. Two archives of the same programs are identical. COMPRESSION is the
# compression level, 1 to 9 (6).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -x .build/stage/bin/jokesd ] || { echo "tar.sh: nothing is built yet: run \`make build\` first" >&2; exit 1; }
name=jokesd-$(scripts/version.sh)-linux-$(uname -m)
mkdir -p "$1"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/$name"
cp -r .build/stage "$work/$name/files"
cp scripts/install.sh README.md LICENSE "$work/$name/"
tar --create --directory="$work" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
    --mtime="@$(scripts/source-date.sh)" "$name" | gzip --no-name "-${COMPRESSION:-6}" >"$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$1/"
ls "$1/$name.tar.gz"
