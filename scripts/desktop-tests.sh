#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# desktop-tests.sh
# Makes the Debian package from the built programs, and runs Tests/Desktops/gnome.sh on a Debian with GNOME of each of
# DESKTOP_SUITES (bookworm trixie: GNOME 43 and 48). The Debian trees are kept in .build/trees. PICTURES=DIRECTORY keeps
# the pictures of the tests. scripts/systems.bash says which tests are skipped when.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/systems.bash
. scripts/systems.bash
export COMPRESSION=1
install -D -t "$stage/tests" Tests/systems.bash Tests/Desktops/*
mkdir "$stage/packages"
scripts/deb.sh "$stage/packages" >/dev/null

# shellcheck disable=SC2317 # `with_tree` calls it
gnome_on() {
    local system=$1
    shift
    begin Tests/Desktops/gnome.sh "$system" scripts/userhost --bind "$stage/tests:/opt/tests" \
        --bind "$stage/packages:/opt/packages" --out "$stage/out/$system" "$@" --root -- /opt/tests/gnome.sh
}

# shellcheck disable=SC2034 # `with_tree` reads it
tree_name=gnome tree_packages=(gnome-shell gjs gnome-control-center librsvg2-common adwaita-icon-theme fonts-dejavu-core
    libglib2.0-bin)
for suite in ${DESKTOP_SUITES-bookworm trixie}; do with_tree "$suite" gnome_on; done

# shellcheck disable=SC2317 # the trap calls it
keep_pictures() {
    [ -n "${PICTURES:-}" ] && [ -d "$stage/out" ] || return 0
    mkdir -p "$PICTURES"
    find "$stage/out" -name '*.png' -exec cp -t "$PICTURES" {} +
}
# `finish` ends the script.
trap 'keep_pictures; rm -rf "$stage"' EXIT
finish
