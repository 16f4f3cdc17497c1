#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# assistant-tests.sh PROGRAMS
# Tests `jokectl mcp` with the official Python client of the Model Context Protocol (Tests/Assistant/client.py), with the
# programs in the directory PROGRAMS. Installs the client from PyPI into .build/assistant.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
client=mcp==2.3.0 environment=.build/assistant
[ "$(cat $environment/client 2>/dev/null)" = "$client" ] || {
    python3 -m venv --clear $environment
    $environment/bin/pip install --quiet --disable-pip-version-check "$client"
    echo "$client" >$environment/client
}
$environment/bin/python Tests/Assistant/client.py "$(realpath "$1")"
