#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands in for a program of the desktop, by a link to here: keeps its arguments, one a line, and what it reads, beside the link,
# and ends as it was told there.
: > "$0.arguments"
for argument; do printf '%s\n' "$argument" >> "$0.arguments"; done
cat > "$0.input"
[ ! -e "$0.status" ] || exit "$(cat "$0.status")"
