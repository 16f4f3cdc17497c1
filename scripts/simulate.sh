#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# simulate.sh
# Runs the simulations by scripts/unit-tests.sh, and prints how much that was. `make simulate` sets the seeds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/unit-tests.sh -c release --filter 'EndToEndTests.SimulationTests|ClientSimulationTests' | awk '
    { print }
    /^seed [0-9]+: Counts/ {
        seeds++
        gsub(/.*Counts\(|\)/, "")
        fields = split($0, field, /[:,] */)
        for (i = 1; i < fields; i += 2) {
            if (!known[field[i]]++) order[++names] = field[i]; total[field[i]] += field[i + 1]
        }
    }
    END {
        printf "\n%d seeds", seeds
        for (i = 1; i <= names; i++) printf ", %s %d%s", order[i], total[order[i]], i == names ? "\n" : ""
    }'
