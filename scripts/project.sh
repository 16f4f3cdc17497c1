#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# project.sh [write]
# Checks that each file with the address or the maintainer of the project has those of packaging/project. `write` writes
# them into the files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/project
. packaging/project
mode=${1:-check}
status=0
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# Only the newest entry of debian/changelog is checked: the others tell who released them.
settled() {
    sed -E \
        -e "s#^(Maintainer|Upstream-Contact): .*#\1: $maintainer#" \
        -e "/\/tags$/! s#^(Homepage|Source|Vcs-Browser|Repository-Browse): https.*#\1: $homepage#" \
        -e "s#^(Vcs-Git|Repository): .*#\1: $repository#" \
        -e "s#^(Bug-Database): .*#\1: $homepage/issues#" \
        -e "s#^(Changelog): .*#\1: $homepage/blob/main/CHANGELOG.md#" \
        -e "s#^Source: https.*/tags\$#Source: $homepage/tags#" \
        -e "s#(<url type=\"homepage\">)[^<]*#\1$homepage#" \
        -e "s#(<url type=\"bugtracker\">)[^<]*#\1$homepage/issues#" \
        -e "s#(<url type=\"vcs-browser\">)[^<]*#\1$homepage#" \
        -e "0,/^ -- /s#^ -- .*>  # -- $maintainer  #" "$1"
}

for file in debian/control debian/changelog debian/copyright debian/upstream/metadata debian/watch \
    desktop/*.metainfo.xml; do
    settled "$file" >"$new"
    ! cmp -s "$file" "$new" || continue
    case $mode in
        write) cat "$new" >"$file" ;;
        *)
            diff -u --label "$file" --label "packaging/project" "$file" "$new" || true
            status=1
            ;;
    esac
done
[ "$status" = 0 ] || echo "project.sh: these lines differ from packaging/project; run scripts/project.sh write" >&2
exit "$status"
