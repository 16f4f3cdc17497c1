#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# version.sh        prints the version of the programs from the only place that defines it
# version.sh date   prints the date of this version
# version.sh check  compares the pages and the changelogs with it
# version.sh write  writes it into the names of packages and archives in the pages
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

constant() { sed -nE "s/.*static let $1 = \"([^\"]+)\".*/\1/p" Sources/JokeWire/Version.swift | grep .; }
version=$(constant program)
date=$(constant date)
pages=(README.md docs/*.md)

status=0
differs() {
    echo "version.sh: $*" >&2
    status=1
}

check() {
    local name written first
    while IFS=: read -r page line name; do
        [ "$name" = "$version" ] ||
            differs "$page, line $line: names a package of version $name, not $version; run scripts/version.sh write"
    done < <(grep -noE 'jokesd(-card)?[_-][0-9]+\.[0-9]+\.[0-9]+' "${pages[@]}" | sed -E 's/:jokesd[^:]*[_-]/:/')

    written=$(sed -nE '1 s/^jokesd \((.*)-[0-9.]+\) .*/\1/p' debian/changelog)
    [ "$written" = "$version" ] ||
        differs "debian/changelog begins with version $written, not $version (dch --newversion $version-1)"

    # A version that is not released yet has no date. After a release, new entries are [Unreleased] again.
    first=$(scripts/releases.sh list | head -n 1)
    if scripts/releases.sh list | grep "^$version " >/dev/null; then
        [ "$first" = "$version $date" ] || differs "CHANGELOG.md has the release $first first, not $version $date"
    else
        grep -x '## \[Unreleased\]' CHANGELOG.md >/dev/null || differs "CHANGELOG.md has neither [$version] nor [Unreleased]"
    fi
}

case ${1:-} in
    '') echo "$version" ;;
    date) echo "$date" ;;
    check) check ;;
    write) sed -i -E "s/(jokesd(-card)?[_-])[0-9]+\.[0-9]+\.[0-9]+/\1$version/g" "${pages[@]}" ;;
    *)
        echo "usage: version.sh [date | check | write]" >&2
        exit 64
        ;;
esac
exit "$status"
