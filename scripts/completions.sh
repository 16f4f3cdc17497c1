#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# completions.sh SHARE PROGRAMS
# Writes the shell completions of jokectl below SHARE, where each shell looks for those of installed programs. The
# jokectl in PROGRAMS prints them.
set -euo pipefail
share=$1 programs=$2

mkdir -p "$share"/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
"$programs/jokectl" completions bash >"$share/bash-completion/completions/jokectl"
"$programs/jokectl" completions zsh >"$share/zsh/site-functions/_jokectl"
"$programs/jokectl" completions fish >"$share/fish/vendor_completions.d/jokectl.fish"
