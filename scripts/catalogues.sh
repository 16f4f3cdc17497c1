#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# catalogues.sh DIRECTORY
# Compiles the translations of the card on the desktop, those in po/, into the directory of an installation's catalogues
# (share/locale).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for translation in po/*.po; do
    language=$(basename "$translation" .po)
    mkdir -p "$1/$language/LC_MESSAGES"
    msgfmt --output-file="$1/$language/LC_MESSAGES/jokesd-card.mo" "$translation"
done
