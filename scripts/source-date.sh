#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the date of what is built, in seconds since 1970: SOURCE_DATE_EPOCH where it is set
# (https://reproducible-builds.org/specs/source-date-epoch/), the commit's, or outside of a clone the changelog's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
    echo "$SOURCE_DATE_EPOCH"
else
    # Whoever owns the clone; root may build a user's.
    git -c safe.directory="$PWD" log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md
fi
