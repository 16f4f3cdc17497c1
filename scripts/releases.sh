#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# releases.sh list              prints the version and the date of each release, the newest first
# releases.sh notes VERSION     prints what CHANGELOG.md says of this version
# releases.sh metainfo FILE     prints the AppStream file with these releases
# A release is a heading of CHANGELOG.md, `## [1.2.3] - 2026-12-31`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/project
. packaging/project

list() { sed -nE 's/^## \[([0-9.]+)\] - ([0-9]{4}-[0-9]{2}-[0-9]{2})$/\1 \2/p' CHANGELOG.md; }

notes() {
    awk -v heading="## [$1] " '
        index($0, heading) == 1 { found = 1; next }
        /^## / || /^\[.*\]: / { found = 0 }
        found && (NF || text) { print; text = 1 }
    ' CHANGELOG.md
}

# Programs of a version that is not released yet are a development release.
elements() {
    local version date of_programs
    of_programs=$(scripts/version.sh)
    list | grep "^$of_programs " >/dev/null ||
        echo "    <release version=\"$of_programs\" date=\"$(date --utc --date="@$(scripts/source-date.sh)" +%F)\"" \
            "type=\"development\"/>"
    list | while read -r version date; do
        echo "    <release version=\"$version\" date=\"$date\">"
        echo "      <url type=\"details\">$homepage/blob/v$version/CHANGELOG.md</url>"
        echo "    </release>"
    done
}

case ${1:-} in
    list) list ;;
    notes)
        said=$(notes "$2")
        [ -n "$said" ] || {
            echo "releases.sh: CHANGELOG.md has no heading [$2] with a date" >&2
            exit 1
        }
        echo "$said"
        ;;
    metainfo)
        sed '/^<\/component>/,$d' "$2"
        printf '  <releases>\n%s\n  </releases>\n</component>\n' "$(elements)"
        ;;
    *)
        echo "usage: releases.sh list | notes VERSION | metainfo FILE" >&2
        exit 64
        ;;
esac
