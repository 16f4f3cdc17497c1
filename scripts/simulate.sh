#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# simulate.sh
# Runs the simulation by scripts/unit-tests.sh, and prints how much was simulated. The variables of `make simulate` say
# which seeds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/unit-tests.sh -c release --filter EndToEndTests.SimulationTests | awk '
    { print }
    /^seed [0-9]+: Counts/ {
        seeds++
        gsub(/.*Counts\(|\)/, "")
        fields = split($0, field, /[:,] */)
        for (i = 1; i < fields; i += 2) {
            if (!(field[i] in total)) order[++names] = field[i]
            total[field[i]] += field[i + 1]
        }
    }
    END {
        printf "\n%d seeds", seeds
        for (i = 1; i <= names; i++) printf ", %s %d", order[i], total[order[i]]
        print ""
    }'
