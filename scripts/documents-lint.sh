#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# documents-lint.sh
# The man pages as mandoc reads them, and the files of the desktop as its own tools do. (jokectl's page comes from the
# program, which need not be built yet: scripts/installation-tests.sh looks at it.)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
scripts/man-pages.sh "$pages"
mandoc -T lint -W warning "$pages"/man*/*

desktop-file-validate desktop/*.desktop examples/autostart/*.desktop
said=$(appstreamcli validate --no-net desktop/*.metainfo.xml) || {
    echo "$said" >&2
    exit 1
}
