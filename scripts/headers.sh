#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that every source file has its licence in one of its first three lines (https://spdx.dev/ids/).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
status=0
while IFS= read -r -d '' file; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: ' && continue
    echo "$file: has no SPDX-License-Identifier line" >&2
    status=1
done < <(
    find . \( -name .build -o -name .git -o -name Fixtures \) -prune -o -type f \
        \( -name '*.swift' -o -name '*.c' -o -name '*.h' -o -name '*.sh' -o -name '*.py' -o -name Makefile \
        -o -name '*.socket' -o -name '*.service' -o -name '*.in' -o -name '*.desktop' -o -name '*.xml' -o -path './.ci/*' \) -print0
)
exit $status
