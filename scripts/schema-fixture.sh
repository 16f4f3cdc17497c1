#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# schema-fixture.sh DATABASE
# Saves a database as Tests/JokeStoreTests/Fixtures/version-N.sql, in which N is the version of its schema. A test
# migrates every older version to the newest one. To make a database of a new version, with rows in all new tables and
# columns:
#   mkdir -p /tmp/new/jokesd && sqlite3 /tmp/new/jokesd/jokesd.sqlite < Tests/JokeStoreTests/Fixtures/version-<N-1>.sql
#   XDG_DATA_HOME=/tmp/new XDG_RUNTIME_DIR=/tmp/new .build/release/jokesd    # use the new features, then Ctrl-C
set -euo pipefail
database=${1:?DATABASE}
version=$(sqlite3 -readonly "$database" 'PRAGMA user_version')
fixture=$(dirname "${BASH_SOURCE[0]}")/../Tests/JokeStoreTests/Fixtures/version-$version.sql
if [ -e "$fixture" ]; then
    echo "$fixture exists already and must not change" >&2
    exit 1
fi
{
    echo "-- What a jokesd with version $version of the layout left behind. It never changes."
    sqlite3 -readonly "$database" .dump
    echo "PRAGMA application_id = $(sqlite3 -readonly "$database" 'PRAGMA application_id');"
    echo "PRAGMA user_version = $version;"
} > "$fixture"
echo "$fixture"
