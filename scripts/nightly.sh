#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# nightly.sh TARGET:MINUTES...
# Runs `make TARGET` for each target, one after the other, also after a failure, and ends it after so many minutes. The
# output is in .build/nightly/TARGET.log. Prints a table at the end. Ends with 1 if a target failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
logs=.build/nightly status=0 table=()
rm -rf "$logs"
mkdir -p "$logs"
trap 'kill "$running" 2>/dev/null; exit 130' INT TERM

for entry in "$@"; do
    target=${entry%:*} minutes=${entry#*:} start=$SECONDS result=passed
    echo "$(date +%R) make $target (at most $minutes min; $logs/$target.log)"
    timeout --kill-after=1m "${minutes}m" make --no-print-directory "$target" </dev/null >"$logs/$target.log" 2>&1 &
    running=$!
    wait "$running"
    code=$?
    case $code in
        0) skipped=$(grep -c '^SKIPPED' "$logs/$target.log") || skipped=0 ;;
        124 | 137) result="FAILED: more than $minutes min" ;;
        *) result="FAILED with $code" ;;
    esac
    [ "$code" = 0 ] || { status=1 && tail -n 20 "$logs/$target.log"; }
    [ "$code" != 0 ] || [ "$skipped" = 0 ] || result="passed, with parts SKIPPED"
    table+=("$(printf '%-20s %4d:%02d  %s' "$target" $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60)) "$result")")
done

printf '\n%-20s %7s  %s\n' target minutes result
printf '%s\n' "${table[@]}"
exit "$status"
