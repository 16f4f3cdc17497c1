#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the paths of the project's shell scripts, each followed by a zero byte. A script is a file with a shell's #!
# line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
find . \( -name .build -o -name .git \) -prune -o -type f -size -256k -print0 |
    while IFS= read -r -d '' file; do
        IFS= read -r first <"$file" || true
        case $first in
            '#!'*/bash* | '#!'*/sh | '#!'*/sh\ * | '#!'*env\ bash* | '#!'*env\ sh*) printf '%s\0' "$file" ;;
        esac
    done 2>/dev/null
