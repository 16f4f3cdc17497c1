#!/bin/sh
# SPDX-License-Identifier: MIT
# Simulates the first hour of JOKESD_FLEET daemons, which together stand for a million, and draws the requests to one
# service: docs/fleet-load.svg. The same numbers make the same picture.
set -eu
cd "$(dirname "$0")/.."
file=$(mktemp)
trap 'rm -f "$file"' EXIT
JOKESD_FLEET=${JOKESD_FLEET:-10000} JOKESD_FLEET_FILE=$file swift test "$@" --filter 'FleetTests/writesRequests'
python3 scripts/fleet-load.py "$file" >docs/fleet-load.svg
