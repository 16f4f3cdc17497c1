#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the version of the programs, which stands in one place.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sed -nE 's/.*static let program = "([^"]+)".*/\1/p' Sources/JokeWire/Version.swift | grep .
