#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the current joke and each later one; reconnects after restarts of the daemon."""
import json, os, socket, time

path = os.environ.get("JOKESD_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/jokesd/socket"
since = shown = None
while True:
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(path)
            request = {"id": 1, "method": "state.subscribe", "params": {"since": since}}
            connection.sendall(json.dumps(request).encode() + b"\n")
            for message in map(json.loads, connection.makefile("rb")):
                params = message.get("params", {})
                if message.get("id") == 1:
                    epoch = message["result"]["epoch"]
                elif params.get("topic") == "state" and "state" in params:
                    since = {"epoch": epoch, "seq": params["seq"]}
                    if params["state"]["joke"]["id"] != shown:
                        shown = params["state"]["joke"]["id"]
                        print(params["state"]["joke"]["value"], flush=True)
    except (OSError, ValueError, KeyError):
        pass  # The daemon is not running, or ended within a line.
    time.sleep(1)
