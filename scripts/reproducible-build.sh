#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# reproducible-build.sh PROGRAM...
# Overwrites the parts of programs that depend on the build instead of the source, so that two builds of a commit are
# identical. These parts are the hash of the compiler's arguments (.swift_modhash), which nothing reads at run time, and
# the linker's build id, which is computed again from the remaining contents. The sections are overwritten and not
# removed, because binutils would lose the segment that makes data read-only after the start (RELRO).
set -euo pipefail

# place SECTION PROGRAM: prints the offset and the size of the section in the file, or nothing.
place() {
    readelf --section-headers --wide "$2" |
        awk -v name="$1" '{ sub(/^ *\[ *[0-9]+\] */, "") } $1 == name { print $4, $5 }' |
        while read -r offset size; do echo $((16#$offset)) $((16#$size)); done
}

# overwrite PROGRAM OFFSET: overwrites the program with the standard input.
overwrite() { dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

for program in "$@"; do
    read -r offset size < <(place .swift_modhash "$program") || size=0
    [ "$size" = 0 ] || head -c "$size" /dev/zero | overwrite "$program" "$offset"
    # The last 20 of the 36 bytes are the id (elf(5), Notes).
    read -r offset size < <(place .note.gnu.build-id "$program") || size=0
    [ "$size" = 36 ] || continue
    head -c 20 /dev/zero | overwrite "$program" $((offset + 16))
    id=$(sha1sum <"$program" | cut -c 1-40 | sed 's/../\\x&/g')
    printf '%b' "$id" | overwrite "$program" $((offset + 16))
done
