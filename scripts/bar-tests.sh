#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bar-tests.sh PROGRAMS [BAR|menu|clipboard|recipes]...
# Tests each status bar (waybar, polybar, i3blocks, tmux) with its configuration of examples/bars on a virtual display,
# with the programs in the directory PROGRAMS. The bar must show the joke, follow a like from another client and a
# restart of jokesd, open the card, show a long joke to its last word, show markup and escape sequences in a joke as
# text, and leave no process behind. `menu` chooses the lines of examples/bars/menu.sh. `clipboard` copies a picture of a
# joke and pastes it. `recipes` runs the lines of docs/recipes.md. If it runs as root, the tests run as nobody.
#
# BAR_PICTURES=DIRECTORY saves pictures of each bar there: a joke, a joke with markup, the end of a long joke, and no
# jokesd.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=$1
shift
[ $# -gt 0 ] || set -- waybar polybar i3blocks tmux menu clipboard recipes

stage=$(mktemp -d /tmp/jokesd-bars-XXXXXX)
trap 'end_all; rm -rf "$stage"' EXIT

# Ends the processes that a test left, even if it was killed.
end_all() {
    local environment process
    for environment in /proc/[0-9]*/environ; do
        grep -qz "^BAR_HOME=$stage/" "$environment" 2>/dev/null || continue
        process=${environment%/environ}
        kill -9 "${process#/proc/}" 2>/dev/null || true
    done
}

install -D -t "$stage/bin" "$programs/jokesd" "$programs/jokectl"
# Stands in for the card in a window.
install /dev/stdin "$stage/bin/jokesd-card" <<'END'
#!/bin/sh
touch ~/card-opened
END
mkdir -p "$stage/checkout/Tests" "$stage/checkout/examples"
cp -r Tests/systems.bash Tests/Bars "$stage/checkout/Tests/"
cp -r examples/bars "$stage/checkout/examples/"
install -D -m 644 -t "$stage/checkout/docs" docs/recipes.md docs/bars.md
install -D -m 644 -t "$stage/share/jokesd/packs" packs/*.jsonl
as_nobody=()
if [ "$(id -u)" = 0 ]; then
    chmod -R a+rX "$stage"
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi

status=0
for bar in "$@"; do
    mkdir "$stage/$bar" "$stage/$bar.pictures"
    [ "$(id -u)" != 0 ] || chown 65534:65534 "$stage/$bar" "$stage/$bar.pictures"
    (cd "$stage/$bar" && BAR_HOME=$stage/$bar BAR_PROGRAMS=$stage/bin BAR_PICTURES=$stage/$bar.pictures \
        timeout --kill-after=10 180 "${as_nobody[@]}" "$stage/checkout/Tests/Bars/$bar.sh") || {
        status=1
        echo "FAILED: $bar" >&2
        tail -n 20 "$stage/$bar"/*.log >&2 || true
    }
    end_all
    # Combine the pictures vertically.
    if [ -n "${BAR_PICTURES-}" ] && [ -n "$(ls "$stage/$bar.pictures")" ]; then
        convert "$stage/$bar.pictures"/*.png -append -strip -colors 64 "png8:$BAR_PICTURES/bar-$bar.png"
    fi
done
exit $status
