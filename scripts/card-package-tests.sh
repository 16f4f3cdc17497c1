#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# card-package-tests.sh
# Makes the Debian packages from the programs of `make card`, and runs Tests/Installation/card.sh on a Debian with GTK of
# each of INSTALLATION_SUITES (bookworm trixie). The Debian trees are kept in .build/trees. scripts/systems.bash says
# which tests are skipped when.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/systems.bash
. scripts/systems.bash
export COMPRESSION=1
install -D -t "$stage/tests" Tests/systems.bash Tests/Installation/*

# shellcheck disable=SC2317 # `with_tree` calls it
card_on() {
    local system=$1
    shift
    begin Tests/Installation/card.sh "$system" scripts/userhost --bind "$stage/tests:/opt/tests" \
        --bind "$stage/packages:/opt/packages" "$@" --root -- /opt/tests/card.sh
}

scripts/deb.sh "$stage/packages" >/dev/null
# shellcheck disable=SC2034 # `with_tree` reads it
tree_name=card tree_packages=(libgtk-4-1 adwaita-icon-theme fonts-dejavu-core libgtk-4-bin openbox xdotool xvfb)
for suite in ${INSTALLATION_SUITES-bookworm trixie}; do with_tree "$suite" card_on; done
lintian --allow-root --fail-on error "$stage"/packages/*.deb || status=1

finish
