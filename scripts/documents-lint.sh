#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# documents-lint.sh
# Checks the Markdown and its spelling, the translations, the manual pages with mandoc, the desktop files with their
# validators, and that the project's address and version are the same everywhere.
# jokectl's page is not checked here, because the program may not be built; scripts/installation-tests.sh checks it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/prose-lint.py
scripts/version.sh check
scripts/catalogue.py

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
scripts/man-pages.sh "$pages"
mandoc -T lint -W warning "$pages"/man*/*
# As lintian does: groff, for a terminal of the usual width, warns of nothing.
for page in "$pages"/man*/*; do
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || {
        echo "${page##*/}: $said" >&2
        exit 1
    }
done

desktop-file-validate desktop/*.desktop examples/autostart/*.desktop
scripts/project.sh
for file in desktop/*.metainfo.xml; do scripts/releases.sh metainfo "$file" >"$pages/${file##*/}"; done
said=$(appstreamcli validate --pedantic --no-net "$pages"/*.metainfo.xml) || {
    echo "$said" >&2
    exit 1
}
