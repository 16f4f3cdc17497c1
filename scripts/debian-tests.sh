#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian-tests.sh
# Builds the source package of debian/ on Debian unstable with its Swift (Tests/Debian/source-package.sh), compares it
# with the packages of scripts/deb.sh, which need the programs of `make card`, and installs it. Nothing has a network.
# The trees are kept in .build/trees; the first one takes 6 GB. scripts/systems.bash says which tests are skipped when.
# A failed build leaves its log in .build/debian.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/systems.bash
. scripts/systems.bash

# Prints what debian/control says that the build and the tests need, without versions and profiles.
build_depends() {
    sed -n '/^Build-Depends:/,/^[^ ]/p' debian/control | sed -nE 's/^ ([a-z0-9.+-]+).*/\1/p' |
        sed 's/^debhelper-compat$/debhelper/'
}

rm -rf .build/debian
install -D -t "$stage/tests" Tests/systems.bash Tests/Installation/* Tests/Debian/*
install -D -t "$stage/autopkgtest" debian/tests/*
scripts/source.sh "$stage/source" >/dev/null
COMPRESSION=1 scripts/deb.sh "$stage/packages" >/dev/null
mkdir "$stage/home"

# shellcheck disable=SC2317 # `with_tree` calls it
build_on() {
    local system=$1
    shift
    begin "Tests/Debian/source-package.sh" "$system" scripts/userhost --minutes 120 --home "$stage/home" \
        --out .build/debian --bind "$stage/tests:/opt/tests" --bind "$stage/source:/opt/source" \
        --bind "$stage/packages:/opt/packages" "$@" -- /opt/tests/source-package.sh
}
# shellcheck disable=SC2034 # `with_tree` reads it
tree_name=build
mapfile -t tree_packages < <(build_depends)
tree_packages+=(build-essential appstream lintian)
with_tree sid build_on

# install_on TEST SYSTEM ARGUMENT...
# shellcheck disable=SC2317 # `with_tree` calls it
install_on() {
    local test=$1 system=$2
    shift 2
    begin "$test" "$system" scripts/userhost --bind "$stage/tests:/opt/tests" \
        --bind "$PWD/.build/debian:/opt/packages" --bind "$stage/autopkgtest:/opt/autopkgtest" "$@" --root \
        -- "/opt/tests/${test##*/}"
}
# The packages are installed after they are built.
if [ ${#order[@]} -gt 0 ] && await_test "${order[0]}"; then
    tree_name='' tree_packages=()
    with_tree sid install_on Tests/Debian/first-joke.sh
fi

finish
