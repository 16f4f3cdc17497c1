#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# units.sh DIRECTORY BINDIR LIBEXECDIR
# Writes the units into DIRECTORY, for jokesd and jokectl in BINDIR and jokesd-fetch in LIBEXECDIR.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
directory=$1 bin=$2 libexec=$3
mkdir -p "$directory"
for unit in systemd/*.socket systemd/*.timer systemd/*.path systemd/*.service systemd/*.in; do
    sed -e "s|@BINDIR@|$bin|g" -e "s|@LIBEXECDIR@|$libexec|g" "$unit" >"$directory/$(basename "$unit" .in)"
done
chmod 644 "$directory"/*
