#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# man-pages.sh DIRECTORY [PROGRAMS]
# Writes the man pages into DIRECTORY/man1, man5 and man7: those that are Markdown by lowdown, and jokectl's by the jokectl
# in PROGRAMS. The date is that of the source (scripts/source-date.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
directory=$1 programs=${2:-}
version=$(scripts/version.sh)
# jokectl reads it, too.
SOURCE_DATE_EPOCH=$(scripts/source-date.sh)
export SOURCE_DATE_EPOCH
date=$(LC_ALL=C date --utc --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
volumes=([1]='User Commands' [5]='File Formats' [7]='Miscellaneous')

# Of a page in Markdown: its title becomes the section NAME, what follows without a heading the DESCRIPTION; headings
# move up by one, since man pages have no level for the title.
as_man_source() {
    awk -v name="$1" -v summary="$2" '
        /^```/ { code = !code }
        code { print; next }
        /^# / { printf "# NAME\n\n%s - %s\n", name, summary; titled = 1; next }
        titled && NF { if (!/^## /) print "# DESCRIPTION\n"; titled = 0 }
        /^## / { print toupper(substr($0, 2)); next }
        /^##+ / { print substr($0, 2); next }
        { print }
    '
}

# What lowdown writes for any troff, as man(7) has it: code in bold, since terminals have one width of letters; no
# paragraph between a heading and its text; text aligned left and no word divided, or tables would be full of gaps, and
# keys and methods of hyphens.
as_man() {
    sed -e 's/\\fC/\\fB/g' -e 's/\\f(CR/\\fB/g' | awk '
        heading && /^\.(PP|LP)$/ { next }
        /^\.S[HS]$/ { macro = $0; next }
        macro { print macro " " $0; macro = ""; heading = 1; next }
        # groff_man(7): whether words are divided.
        /^\.TH / { print ".nr HY 0" }
        { heading = 0; print }
        /^\.TH / { print ".ad l" }
    '
}

# page NAME SECTION MARKDOWN SUMMARY
page() {
    local to=$directory/man$2/$1.$2
    mkdir -p "${to%/*}"
    as_man_source "$1" "$4" <"$3" |
        lowdown -s -tman --nroff-nolinks --out-no-smarty --parse-no-metadata -M "title=${1^^}" -M "section=$2" -M "date=$date" \
            -M "source=jokesd $version" -M "volume=${volumes[$2]}" | as_man >"$to"
}

page jokesd 1 docs/jokesd.1.md 'keeps a good joke ready'
page jokesd-fetch 1 docs/jokesd-fetch.1.md 'fetches jokes from services and programs'
page jokesd-config 5 docs/configuration.md 'the configuration of jokesd'
page jokesd-protocol 7 Protocol.md 'the protocol of jokesd, version 1'

if [ -n "$programs" ]; then
    "$programs/jokectl" help --man >"$directory/man1/jokectl.1"
fi
