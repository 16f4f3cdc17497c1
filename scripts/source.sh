#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# source.sh DIRECTORY
# Makes the archive of the source in DIRECTORY: the files of this clone that git tracks, and the order of
# functions that `make release` makes. Two archives of a commit are
# identical. Their dates are that of the source (scripts/source-date.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
name=jokesd-$(scripts/version.sh)
mkdir -p "$1"
{
    git -c safe.directory="$PWD" ls-files -z
    [ ! -d order ] || find order -type f -print0
} |
    tar --create --null --files-from=- --transform="s,^,$name/,S" --format=ustar --sort=name --owner=0 --group=0 \
        --numeric-owner --mode=go=rX,u+rw --mtime="@$(scripts/source-date.sh)" |
    gzip --no-name -9 >"$1/$name.tar.gz"
echo "$1/$name.tar.gz"
