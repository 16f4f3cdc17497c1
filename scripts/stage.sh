#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stage.sh PROGRAMS DIRECTORY [card]
# Prepares in DIRECTORY all files of an installation, as they are below its prefix. scripts/install.sh copies them to a
# prefix, into the Debian package or into the tar archive, so this script is the list of the installed files. The units
# are templates in `units`, because the installation determines their directory and that of the programs. With `card`,
# the files of jokesd-card are among them; debian/jokesd-card.install lists them.
#
# Only this script strips the programs. With SYMBOLS set, their symbols stay, for a packager whose tools take them out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1 directory=$2 card=${3:-}

# Create it next to the old directory, which stays until the new one is complete.
new=$directory.new
rm -rf "$new"
share=$new/share docs=$new/share/doc/jokesd

install -D -t "$new/bin" "$programs/jokesd" "$programs/jokectl"
install -D -t "$new/libexec/jokesd" "$programs/jokesd-fetch" "$programs/jokesd-search" "$programs/jokesd-swipe"
[ -z "$card" ] || install -t "$new/bin" "$programs/jokesd-card"
# To debug a crash, use the unstripped programs of the build.
[ -n "${SYMBOLS:-}" ] || strip --strip-unneeded "$new"/bin/* "$new"/libexec/jokesd/*
scripts/reproducible-build.sh "$new"/bin/* "$new"/libexec/jokesd/*
scripts/units.sh "$new/units" @BINDIR@ @LIBEXECDIR@

install -D -m 644 -t "$share/jokesd/packs" packs/*.jsonl
install -D -m 644 -t "$share/applications" desktop/jokesd.desktop
install -D -m 644 -t "$share/icons/hicolor/scalable/apps" desktop/jokesd.svg
# For notification servers that cannot read SVG files.
install -D -m 644 -t "$share/icons/hicolor/128x128/apps" desktop/jokesd.png
# Adds the releases of CHANGELOG.md.
metainfo() {
    install -d "$share/metainfo"
    scripts/releases.sh metainfo "desktop/$1.metainfo.xml" >"$share/metainfo/$1.metainfo.xml"
}
metainfo io.github.jokesd.jokesd
# The search of GNOME Shell and of KRunner. Both start jokesd-search by D-Bus.
search=io.github.jokesd.Search
install -D -m 644 -t "$share/gnome-shell/search-providers" desktop/$search.ini
install -D -m 644 desktop/$search.krunner.desktop "$share/krunner/dbusplugins/$search.desktop"
install -D -m 644 desktop/$search.service.in "$share/dbus-1/services/$search.service"

install -D -m 644 -t "$docs" README.md CHANGELOG.md CONTRIBUTING.md LICENSE Protocol.md SECURITY.md
install -D -m 644 -t "$docs/packs" packs/README.md packs/LICENSE
install -D -m 644 -t "$docs/systemd/drop-ins" systemd/drop-ins/*
while IFS= read -r -d '' file; do
    mode=644
    [ ! -x "$file" ] || mode=755
    install -D -m "$mode" "$file" "$docs/$file"
done < <(find docs examples -type f -print0)

scripts/man-pages.sh "$share/man" "$programs"
if [ -n "$card" ]; then
    id=io.github.jokesd.Card
    install -m 644 -t "$share/applications" desktop/$id.desktop
    install -m 644 -t "$share/icons/hicolor/scalable/apps" desktop/$id.svg
    install -D -m 644 -t "$share/icons/hicolor/symbolic/apps" desktop/$id-symbolic.svg
    metainfo $id
    install -D -m 644 desktop/$id.service.in "$share/dbus-1/services/$id.service"
else
    rm "$share/man/man1/jokesd-card.1"
fi
scripts/completions.sh "$share" "$programs"

rm -rf "$directory"
mv "$new" "$directory"
