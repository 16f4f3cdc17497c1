#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# layers.sh sources              compares the imports of each module with docs/architecture.md
# layers.sh programs DIRECTORY   checks what the built programs contain and link
# The compiler rejects an import that Package.swift does not declare. This script rejects declarations that the
# architecture does not allow.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
status=0

fail() {
    echo "$*" >&2
    status=1
}

# The allowed imports of each module, except those of the standard library, Swift and Synchronization.
allowed() {
    case $1 in
        JokeLinux) echo 'CLinux Glibc' ;;
        JokeWire) echo 'Glibc' ;;
        JokeCore) echo 'JokeWire' ;;
        JokeStore) echo 'CSQLite Glibc JokeCore JokeLinux JokeWire' ;;
        JokeDaemon) echo 'CSystemd Glibc JokeClient JokeCore JokeLinux JokeWire' ;;
        JokeFetch) echo 'CCurl Glibc JokeLinux JokeWire' ;;
        JokeClient) echo 'Glibc JokeCatalogues JokeLinux JokeWire' ;;
        JokeCards) echo 'JokeClient JokeWire' ;;
        JokeSwipe) echo 'CLinux Glibc JokeCards JokeClient JokeLinux JokeWire' ;;
        JokeDesktop) echo 'Glibc JokeCards JokeClient JokeWire' ;;
        JokeBus) echo 'CSystemd Glibc JokeClient JokeWire' ;;
        JokeControl) echo 'CLinux Glibc JokeClient JokeLinux JokeWire' ;;
        jokesd) echo 'Glibc JokeCore JokeDaemon JokeLinux JokeStore JokeWire' ;;
        jokectl) echo 'Glibc JokeControl' ;;
        jokesd-fetch) echo 'JokeFetch' ;;
        jokesd-search) echo 'Glibc JokeBus' ;;
        jokesd-swipe) echo 'Glibc JokeSwipe' ;;
        jokesd-card) echo 'CGtk Glibc JokeCards JokeClient JokeDesktop JokeLinux JokeWire' ;;
        *) return 1 ;;
    esac
}

imports_of() {
    { grep -rhoE '^(@[A-Za-z_()]+ +)*((package|public|internal|private|fileprivate) +)?import +((struct|class|enum|protocol|func|var|let|typealias) +)?[A-Za-z_]+' \
        --include='*.swift' "$1" || true; } | sed -E 's/.*[[:space:]]//' | sort -u
}

check_sources() {
    local module name may
    for module in Sources/*/; do
        name=$(basename "$module")
        compgen -G "$module*.swift" >/dev/null || [ -n "$(find "$module" -name '*.swift' -print -quit)" ] || continue
        may=$(allowed "$name") || {
            fail "$name: missing from the table of scripts/layers.sh"
            continue
        }
        for import in $(imports_of "$module"); do
            case " $may Swift Synchronization " in
                *" $import "*) ;;
                *) fail "$name: must not import $import (it may import: $may)" ;;
            esac
        done
    done
}

needed_by() { readelf --dynamic "$1" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p'; }

check_programs() {
    local program library
    for program in jokesd jokectl jokesd-fetch jokesd-search jokesd-swipe; do
        [ -x "$1/$program" ] || {
            fail "$1/$program: does not exist"
            continue
        }
        # Symbols of Foundation, or the names of its types in the metadata.
        ! grep -qaE '[$]s(10|20)Foundation|FoundationEssentials|_CFRuntime' "$1/$program" ||
            fail "$program: contains Foundation"
    done
    for library in $(needed_by "$1/jokesd"); do
        case $library in
            libc.so.* | libm.so.* | libgcc_s.so.* | libstdc++.so.* | ld-linux* | libsqlite3.so.* | libsystemd.so.*) ;;
            *) fail "jokesd: must not link $library" ;;
        esac
    done
    # The regex engine is a quarter of jokectl. Searching a string for another string is enough to link it.
    ! grep -qa '_StringProcessing' "$1/jokectl" || fail "jokectl: contains the regex engine"
    [ -z "$(needed_by "$1/jokectl")" ] || fail "jokectl: is not linked statically"
}

case ${1:-} in
    sources) check_sources ;;
    programs) check_programs "$2" ;;
    *)
        echo "usage: layers.sh sources | programs DIRECTORY" >&2
        exit 64
        ;;
esac
exit $status
