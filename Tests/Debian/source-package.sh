#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the source package with Debian's Swift and runs all tests, as an ordinary user and without a network. Run by
# scripts/debian-tests.sh as tester, with the archive of the source in /opt/source and the packages of `make deb` in
# /opt/packages. The built packages are left in /userhost.
# shellcheck source=Tests/systems.bash
. /opt/tests/systems.bash

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# Says what a failed build said.
build() {
    dpkg-buildpackage --unsigned-source --unsigned-changes "$@" >~/log 2>&1 || {
        cp ~/log /userhost/build.log
        awk '/^failures|^SKIPPED/ { told = 1 } told || / error: /' ~/log | head -n 100 >&2
        tail -n 20 ~/log >&2
        fail "dpkg-buildpackage $*"
    }
}
# files PACKAGE: lists what the package installs, with types and modes.
files() { dpkg-deb --contents "$1" | sed -E 's/^(\S+) +\S+ +\S+ +\S+ +\S+ +/\1 /' | LC_ALL=C sort -k 2; }

archive=$(ls /opt/source/jokesd-*.tar.gz)
version=${archive##*-} version=${version%.tar.gz}
cp "$archive" ~/"jokesd_$version.orig.tar.gz"
cd
tar --extract --file="$archive"
cd "jokesd-$version"

step "dpkg-buildpackage builds the source and the packages, and all tests pass"
build
cp ~/log /userhost/build.log
grep -E '^SKIPPED|^[^ ]+ Test run with' ~/log || true
cp ../*.deb ../*.dsc ../*.changes /userhost/

step "the packages have the same files as those of make deb"
for ours in /opt/packages/*.deb; do
    name=$(dpkg-deb --field "$ours" Package)
    diff <(files "$ours") <(files ../"${name}_$version"-*.deb) >&2 || fail "$name has other files"
done

step "each program has a package of debug symbols"
for name in jokesd jokesd-card; do
    dpkg-deb --contents ../"$name"-dbgsym_*.deb | grep '\.debug$' >/dev/null || fail "$name-dbgsym has no symbols"
done

step "the packages say what they contain of other packages"
for package in ../jokesd_*.deb ../jokesd-card_*.deb; do
    said=$(dpkg-deb --field "$package" Static-Built-Using)
    for source in swiftlang glibc gcc; do
        grep -E "(^|, )$source(-[0-9]+)? \(= " <<<"$said" >/dev/null || fail "Static-Built-Using lacks $source: $said"
    done
done

step "lintian finds only what an override explains"
lintian -EvIL +pedantic --fail-on error,warning,info,pedantic,experimental ../*.changes >~/lintian 2>&1 || {
    cat ~/lintian >&2
    fail "lintian is not content"
}

step "appstreamcli of unstable accepts the metadata, pedantically"
appstreamcli validate --pedantic --no-net debian/*/usr/share/metainfo/*.xml >~/appstream || {
    cat ~/appstream >&2
    fail "appstreamcli is not content"
}

step "a second build in the same directory makes identical packages"
mkdir ../first
mv ../*.deb ../first/
export DEB_BUILD_OPTIONS=nocheck TZ=Pacific/Auckland
umask 077
build --build=binary
for package in ../first/*.deb; do cmp "$package" "../${package##*/}" || fail "the packages differ"; done

step "clean removes what the build made, and nothing else"
mkdir .build/trees
touch .build/trees/kept
debian/rules clean >~/log 2>&1 || fail "debian/rules clean: $(cat ~/log)"
expect "the files of .build" "$(ls -A .build)" trees
dpkg-source --build . >~/log 2>&1 || fail "dpkg-source: $(cat ~/log)"
rm -r .build
mkdir ../unpacked
tar --extract --file="$archive" --directory=../unpacked
diff -r "../unpacked/jokesd-$version" . >&2 || fail "clean has left or changed files"
