#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# installation-tests.sh
# Makes the Debian package and the tar archive from the built programs, and runs Tests/Installation/*.sh in parallel.
# Each test has its own system: a plain Debian of each of INSTALLATION_SUITES (bookworm trixie) for the package, and
# this machine's system for the others. The Debian trees are kept in .build/trees. scripts/systems.bash says which tests
# are skipped when.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/systems.bash
. scripts/systems.bash
export COMPRESSION=1
install -D -t "$stage/tests" Tests/systems.bash Tests/Installation/*

# install_on TEST SYSTEM ARGUMENT...: runs a test, whose name may have an argument. The others are those of userhost.
install_on() {
    local test=$1 system=$2 words
    shift 2
    read -ra words <<<"$test"
    begin "Tests/Installation/$test" "$system" scripts/userhost --bind "$stage/tests:/opt/tests" \
        --bind "$stage/packages:/opt/packages" "$@" -- "/opt/tests/${words[0]}" "${words[@]:1}"
}
# shellcheck disable=SC2317 # `with_tree` calls it
package_on() { install_on package.sh "$@" --root; }

mkdir "$stage/packages"
scripts/tar.sh "$stage/packages" >/dev/null
install_on archive.sh "this machine's"
install_on everybody.sh "this machine's" --root
install_on 'distribution.sh /usr/lib' "this machine's" --root
install_on 'distribution.sh /usr/libexec' "this machine's" --root
install_on without-systemd.sh "this machine's"
install_on home.sh "this machine's" --bind "$PWD:/opt/clone"

begin Tests/Installation/release.sh "a clone" Tests/Installation/release.sh
scripts/deb.sh "$stage/packages" >/dev/null
for suite in ${INSTALLATION_SUITES-bookworm trixie}; do with_tree "$suite" package_on; done

echo "The package and the archive are reproducible"
mkdir "$stage/again"
(
    umask 077
    export TZ=Pacific/Auckland LC_ALL=C
    scripts/tar.sh "$stage/again" >/dev/null
    scripts/deb.sh "$stage/again" >/dev/null
)
for file in "$stage"/packages/*; do
    cmp "$file" "$stage/again/$(basename "$file")" || status=1
done
for program in .build/stage/bin/* .build/stage/libexec/jokesd/*; do
    readelf --segments --wide "$program" | grep GNU_RELRO >/dev/null || {
        echo "$program: has no GNU_RELRO segment" >&2
        status=1
    }
done
mandoc -T lint -W warning .build/stage/share/man/man*/* || status=1
lintian --allow-root --fail-on error "$stage"/packages/*.deb || status=1

finish
