#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# documents-lint.sh
# The man pages as mandoc reads them, and the files of the desktop as its own tools do. (jokectl's page is made by the
# program: it is looked at where it is built already.)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
scripts/man-pages.sh "$pages" .build/release
mandoc -T lint -W warning "$pages"/man*/*

desktop-file-validate desktop/*.desktop examples/autostart/*.desktop
said=$(appstreamcli validate --no-net desktop/*.metainfo.xml) || {
    echo "$said" >&2
    exit 1
}
