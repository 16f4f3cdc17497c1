#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the date of the source in seconds since 1970: SOURCE_DATE_EPOCH if it is set
# (https://reproducible-builds.org/specs/source-date-epoch/), otherwise that of the last commit, or outside a clone that
# of the changelog.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
    echo "$SOURCE_DATE_EPOCH"
else
    # Accept a clone of any owner, because root may build a user's clone.
    git -c safe.directory="$PWD" log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md
fi
