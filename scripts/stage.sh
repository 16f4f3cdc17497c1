#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stage.sh PROGRAMS DIRECTORY
# Lays out in DIRECTORY what an installation has, below its prefix; scripts/install.sh puts it there, and so the list of
# installed files is this directory, whether they go to a prefix, into the Debian package or into the tar archive. Units,
# whose directory and whose programs' the installation tells, are templates in `units`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1 directory=$2

# Beside the one that is there until it is complete.
new=$directory.new
rm -rf "$new"
share=$new/share docs=$new/share/doc/jokesd

install -D -t "$new/bin" "$programs/jokesd" "$programs/jokectl"
install -D -t "$new/libexec/jokesd" "$programs/jokesd-fetch" "$programs/jokesd-swipe"
# Who looks into a crash has the build's own.
scripts/reproducible-build.sh "$new"/bin/* "$new"/libexec/jokesd/*
scripts/units.sh "$new/units" @BINDIR@ @LIBEXECDIR@

install -D -m 644 -t "$share/jokesd/packs" packs/*.jsonl
install -D -m 644 -t "$share/applications" desktop/jokesd.desktop
install -D -m 644 -t "$share/icons/hicolor/scalable/apps" desktop/jokesd.svg
install -D -m 644 -t "$share/metainfo" desktop/*.metainfo.xml

install -D -m 644 -t "$docs" README.md CHANGELOG.md CONTRIBUTING.md LICENSE Protocol.md SECURITY.md
install -D -m 644 -t "$docs/packs" packs/README.md packs/LICENSE
install -D -m 644 -t "$docs/systemd/drop-ins" systemd/drop-ins/*
while IFS= read -r -d '' file; do
    mode=644
    [ ! -x "$file" ] || mode=755
    install -D -m "$mode" "$file" "$docs/$file"
done < <(find docs examples -type f -print0)

scripts/man-pages.sh "$share/man" "$programs"
scripts/completions.sh "$share" "$programs"

rm -rf "$directory"
mv "$new" "$directory"
