#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the joke on the card after each change of the state."""
import json, os, socket

connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ.get("JOKESD_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/jokesd/socket")
connection.sendall(b'{"id": 1, "method": "state.subscribe"}\n')
for message in map(json.loads, connection.makefile("rb")):
    if message.get("method") == "event" and "state" in message["params"]:
        print(message["params"]["state"]["joke"]["value"], flush=True)
