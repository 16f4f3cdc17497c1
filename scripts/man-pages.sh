#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# man-pages.sh DIRECTORY [PROGRAMS]
# Writes the manual pages to DIRECTORY/man1, man5 and man7. lowdown makes the pages that are Markdown; the jokectl in
# PROGRAMS prints its own. The date is that of the source (scripts/source-date.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
directory=$1 programs=${2:-}
version=$(scripts/version.sh)
# jokectl reads this variable, too.
SOURCE_DATE_EPOCH=$(scripts/source-date.sh)
export SOURCE_DATE_EPOCH
date=$(LC_ALL=C date --utc --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
volumes=([1]='User Commands' [5]='File Formats' [7]='Miscellaneous')

# Converts a Markdown page: the title becomes the section NAME, and text before the first heading the DESCRIPTION.
# Headings move up by one level, because manual pages have no level for the title.
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

# Adapts the output of lowdown to man(7). Code is bold, because terminals have one width of letters. There is no
# paragraph or space between a heading and its text. Text is aligned left without hyphenation; otherwise tables would
# have large gaps, and keys and methods would get hyphens. The first line of a page with tables names their
# preprocessor. lowdown 3 writes headings in one line, and older versions in two.
as_man() {
    sed -e 's/\\fC/\\fB/g' -e 's/\\f(CR/\\fB/g' | awk '
        heading && /^\.(PP|LP|sp .*|if [nt] \\)$/ { next }
        /^\.S[HS]$/ { macro = $0; next }
        macro { put(macro " " $0); macro = ""; heading = 1; next }
        # groff_man(7): whether to hyphenate words, and how to adjust lines.
        /^\.TH / { put(".nr HY 0"); put(".ds AD l") }
        /^\.TS$/ { tables = table = 1 }
        /^\.TE$/ { table = 0 }
        # Long words need places to break: JSON and names in the columns of a table, and addresses.
        table { gsub(/[,:_]/, "&\\:") }
        /https:/ { gsub(/[?&]/, "&\\:") }
        { heading = /^\.S[HS] /; put($0) }
        /^\.TH / { put(".ad l") }
        function put(line) { page = page line "\n" }
        END { if (tables) print "'\''\\\" t"; printf "%s", page }
    '
}

# Makes tagged paragraphs (.TP) of the items that begin with a term and a colon, as lists of options do in man(7). A word
# in capitals after an option is its value.
as_tagged() {
    awk '
        function flush(i) { for (i = 1; i <= held; i++) print hold[i]; held = 0 }
        # The four lines that lowdown puts between two items, and the beginning of an item.
        /^\.if [nt] / || /^\.sp -/ || /^\.IP "\\\(bu" 2$/ { hold[++held] = $0; next }
        held && hold[held] ~ /^\.IP/ && match($0, /^([^:.(]*|(\\fB([^\\]|\\\(..)*\\fR(, )?)*): /) {
            held = 0
            term = substr($0, 1, RLENGTH - 2)
            while (match(term, / [A-Z]+\\fR/))
                term = substr(term, 1, RSTART - 1) "\\fR \\fI" substr(term, RSTART + 1)
            print ".TP\n" term "\n" substr($0, index($0, ": ") + 2)
            next
        }
        { flush(); print }
        END { flush() }
    '
}

# page NAME SECTION MARKDOWN SUMMARY
page() {
    local to=$directory/man$2/$1.$2
    mkdir -p "${to%/*}"
    as_man_source "$1" "$4" <"$3" |
        lowdown -s -tman --nroff-nolinks --out-no-smarty --parse-no-metadata -M "title=${1^^}" -M "section=$2" -M "date=$date" \
            -M "source=jokesd $version" -M "volume=${volumes[$2]}" | as_man |
        if [ "$2" = 1 ]; then as_tagged; else cat; fi >"$to"
}

page jokesd 1 docs/jokesd.1.md 'keeps a good joke ready'
page jokesd-search 1 docs/jokesd-search.1.md 'finds saved jokes for the search of the desktop'
page jokesd-swipe 1 docs/jokesd-swipe.1.md 'shows the joke card in a terminal'
page jokesd-card 1 docs/jokesd-card.1.md 'shows the joke card in a window'
page jokesd-config 5 docs/configuration.md 'the configuration of jokesd'
page jokesd-protocol 7 <(cat Protocol.md && echo && sed -n '/^## /,$p' docs/methods.md) 'the protocol of jokesd, version 1'

if [ -n "$programs" ]; then
    "$programs/jokectl" help --man >"$directory/man1/jokectl.1"
fi
