#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# reproducible-build.sh PROGRAM...
# Strips programs, and takes out of them what is of the build and not of its source, so that two builds of a commit are
# equal: the compiler's hash of what it was called with (.swift_modhash), which nothing reads at run time, and the
# linker's id of all that, which becomes one of what is left. Sections are written over, not removed: binutils would
# lose the segment that says what is read-only after the start (RELRO).
set -euo pipefail

# place SECTION PROGRAM: its offset and size in the file, or nothing.
place() {
    readelf --section-headers --wide "$2" |
        awk -v name="$1" '{ sub(/^ *\[ *[0-9]+\] */, "") } $1 == name { print $4, $5 }' |
        while read -r offset size; do echo $((16#$offset)) $((16#$size)); done
}

# overwrite PROGRAM OFFSET: with what comes in.
overwrite() { dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

for program in "$@"; do
    strip --strip-unneeded "$program"
    read -r offset size < <(place .swift_modhash "$program") || size=0
    [ "$size" = 0 ] || head -c "$size" /dev/zero | overwrite "$program" "$offset"
    # Of 36 bytes, the last 20 are the id (elf(5), Notes).
    read -r offset size < <(place .note.gnu.build-id "$program") || size=0
    [ "$size" = 36 ] || continue
    head -c 20 /dev/zero | overwrite "$program" $((offset + 16))
    id=$(sha1sum <"$program" | cut -c 1-40 | sed 's/../\\x&/g')
    printf '%b' "$id" | overwrite "$program" $((offset + 16))
done
