#!/bin/sh
# SPDX-License-Identifier: MIT
# Replaces a desktop program by a link to this script. It writes its arguments, one per line, and its input to files
# next to the link, and ends with the status that a file there contains.
: > "$0.arguments"
for argument; do printf '%s\n' "$argument" >> "$0.arguments"; done
cat > "$0.input"
[ ! -e "$0.status" ] || exit "$(cat "$0.status")"
