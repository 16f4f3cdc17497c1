#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# units.sh FOLDER BINDIR LIBEXECDIR
# Writes the units into FOLDER, for jokesd and jokectl in BINDIR and jokesd-fetch in LIBEXECDIR.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$1 bin=$2 libexec=$3
mkdir -p "$folder"
for unit in systemd/*.socket systemd/*.timer systemd/*.service systemd/*.in; do
    sed -e "s|@BINDIR@|$bin|g" -e "s|@LIBEXECDIR@|$libexec|g" "$unit" >"$folder/$(basename "$unit" .in)"
done
chmod 644 "$folder"/*
