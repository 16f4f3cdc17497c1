#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays a fleet of daemons (JOKESD_FLEET of them, each standing for as many as make a million) through their first hour,
# and draws what a service gets: docs/fleet-load.svg. The same numbers make the same picture.
set -eu
cd "$(dirname "$0")/.."
file=$(mktemp)
trap 'rm -f "$file"' EXIT
JOKESD_FLEET=${JOKESD_FLEET:-10000} JOKESD_FLEET_FILE=$file swift test "$@" --filter 'FleetTests/drawn'
python3 scripts/fleet-load.py "$file" >docs/fleet-load.svg
