#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fuzz.sh [SECONDS]
# Runs the fuzz tests (Tests/Fuzz) of jokesd's parsers, by default for 60 seconds
# The inputs come from libFuzzer, under the address sanitizer. After that, Python's json reads all inputs that were found,
# and must agree. A failure names the file of its input. The corpus stays in .build/fuzz/corpus, and the next run continues
# with it.
# Needs: jq, to run; python3 for the comparison, which is skipped without it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t wire < <(find Sources/JokeWire -name '*.swift' | sort)

# Compiles files and JokeWire as one module, so that the files see internal declarations.
compile() {
    swiftc -swift-version 6 -warnings-as-errors -package-name jokesd -parse-as-library \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility "$@" "${wire[@]}"
}

fuzz=(-module-name WireFuzz Sources/JokeDaemon/Configuration/JSONC.swift Tests/Fuzz/*.swift)
peer=(-module-name JSONPeer Tests/Fuzz/Peer/JSONPeer.swift)
optimized=(-O -use-ld=lld)

seconds=${1:-60}
directory=.build/fuzz
rm -rf "$directory/seeds"
mkdir -p "$directory/corpus" "$directory/seeds" "$directory/found"

# The input of each transcript as a stream, and its expected lines one by one.
seed() {
    local transcript name
    for transcript in Tests/Conformance/*.ndjson; do
        name=$(basename "$transcript" .ndjson)
        jq -r '(.send | values | if type == "string" then . else tojson end),
            (.sendBytes | values | map(strings) | join(""))' "$transcript" >"$directory/seeds/$name"
        jq -c '.expect | values' "$transcript" | split --lines=1 --suffix-length=4 - "$directory/seeds/$name-reply-"
    done
    for transcript in Tests/Fuzz/Seeds/*.ndjson; do
        split --lines=1 "$transcript" "$directory/seeds/$(basename "$transcript" .ndjson)-"
    done
}

# The names of the protocol, as the sources have them, and the tokens of JSON.
dictionary() {
    grep -ohE '"[A-Za-z][A-Za-z0-9_.]{1,30}"' "${wire[@]}" | sort -u | sed 's/"/\\"/g; s/.*/"&"/'
    printf '"%s"\n' true false null '{}' '[]' '\\u' '\\uD83D\\uDE02' '\\n' '\x0A' '\x0D\x0A' '1e' '-0' \
        '\xC2\x80' '\xE2\x80\xA8' '\xED\xA0\x80' '\xF4\x8F\xBF\xBF' '\xEF\xBB\xBF' '//' '/*' '*/'
}

echo "building $directory/wire"
compile "${optimized[@]}" -sanitize=fuzzer,address "${fuzz[@]}" -o "$directory/wire"
seed
dictionary >"$directory/dictionary"

# Swift's own crash report would prevent the sanitizer from saving the input.
status=0
SWIFT_BACKTRACE=enable=no "$directory/wire" "$directory/corpus" "$directory/seeds" -dict="$directory/dictionary" \
    -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=1 \
    -artifact_prefix="$directory/found/" >"$directory/log" 2>&1 || status=$?
if [ $status -ne 0 ]; then
    tail -n 40 "$directory/log"
    grep -a 'Fatal error' "$directory/log" || true
    found=$(find "$directory/found" -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)
    echo "the fuzzer found a failing input; reproduce it with: SWIFT_BACKTRACE=enable=no $directory/wire $found" >&2
    exit 1
fi
grep -E 'cov: ' "$directory/log" | tail -n 1
grep -E '^(Done|stat::(number|average|peak))' "$directory/log"

command -v python3 >/dev/null || {
    echo "python3 is missing; the comparison with its json module is skipped"
    exit 0
}
compile "${optimized[@]}" -emit-library "${peer[@]}" -o "$directory/libpeer.so"
scripts/json-peer.py "$directory/libpeer.so" "$directory/corpus" "$directory/seeds"
