#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the version of the programs from the only place that defines it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sed -nE 's/.*static let program = "([^"]+)".*/\1/p' Sources/JokeWire/Version.swift | grep .
