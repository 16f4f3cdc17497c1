#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests `make release` in a clone of this clone, with the built programs. Run by scripts/installation-tests.sh.
# shellcheck source=Tests/systems.bash
. "$(dirname "${BASH_SOURCE[0]}")/../systems.bash"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -c safe.directory='*' clone --quiet . "$work/clone"
mkdir "$work/clone/.build"
cp -r .build/stage "$work/clone/.build/"
cd "$work/clone"
version=$(scripts/version.sh)
commit() { git -c user.name=test -c user.email=test@localhost commit --quiet --all --allow-empty --message="$1"; }
# refuses WORDS: the release fails and says why.
refuses() {
    expect_exit 1 scripts/release.sh check
    [[ $said == *"$1"* ]] || fail "release.sh did not say '$1', but: $said"
}

step "a release needs a tag, a clean clone, and its version and date in the pages and the changelogs"
date=$(scripts/version.sh date)
# Whether or not this commit is a release, its newest entries are not released in the clone.
sed -E "s/^## \[($version|Unreleased)\].*/## [Unreleased]/" CHANGELOG.md |
    awk '!/^## \[Unreleased\]/ || !headings++' >"$work/changelog"
cp "$work/changelog" CHANGELOG.md
commit "Before the release"
refuses "has no tag v$version"
git tag --force "v$version" >/dev/null
refuses "rename the heading [Unreleased]"
# tag_with FILE EXPRESSION: commits and tags an edit by sed.
tag_with() {
    sed -i "$2" "$1"
    commit "Edit $1"
    git tag --force "v$version" >/dev/null
}
tag_with CHANGELOG.md "s/^## \[Unreleased\]$/## [$version] - 2001-01-01/"
refuses "not $version $date"
tag_with CHANGELOG.md "s/ - 2001-01-01$/ - $date/"
tag_with README.md "s/jokesd_$version/jokesd_0.0.1/"
refuses "names a package of version 0.0.1, not $version; run scripts/version.sh write"
scripts/version.sh write
refuses "files are changed"
commit "Name the package"
refuses "has no tag v$version"
git tag --force "v$version" >/dev/null
tag_with debian/changelog "1 s/$version/0.0.1/"
refuses "debian/changelog begins with version 0.0.1"
tag_with debian/changelog "1 s/0.0.1/$version/"
scripts/release.sh check

step "it has the packages, the archives, their checksums and the notes"
# `make release` builds the card, which not every test does.
[ -x .build/stage/bin/jokesd-card ] || cp .build/stage/bin/jokesd .build/stage/bin/jokesd-card
export DEB_BUILD_PROFILES=pkg.jokesd.nocard
scripts/release.sh "$work/release" >/dev/null
cd "$work/release"
sha256sum --quiet --check SHA256SUMS
for file in "jokesd_${version}_"*.deb "jokesd-$version-linux-"*.tar.gz "jokesd-$version.tar.gz"; do
    grep -F "  $file" SHA256SUMS >/dev/null || fail "SHA256SUMS lacks $file"
done
sed '1,/^## /d; /^## /,$d' "$work/clone/CHANGELOG.md" | sed '/./,$!d' >"$work/notes"
diff notes.md <(echo "$(<"$work/notes")") >&2 || fail "other notes"

step "the programs and the metadata of the archive of the source are those of the tag"
tar --extract --gzip --file="jokesd-$version.tar.gz"
diff -r --exclude=.git --exclude=.build "$work/clone" "jokesd-$version" >&2 || fail "other source"
"jokesd-$version/scripts/releases.sh" metainfo desktop/io.github.jokesd.jokesd.metainfo.xml |
    grep "<release version=\"$version\" date=\"$date\">" >/dev/null || fail "the metadata lacks the release"
