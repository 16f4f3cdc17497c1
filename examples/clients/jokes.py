#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""jokes.py next | like [ID] | follow

`next` shows the next joke. `like` likes the joke on the card, or only the joke with this id. `follow` prints each joke
that comes on the card and each like. After a restart of jokesd it goes on, and prints the likes that it missed.
"""
import json, os, socket, sys, time

path = os.environ.get("JOKESD_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/jokesd/socket"


def messages(method, params):
    """Sends a request, and yields its reply and all other messages until the daemon closes the connection."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        connection.sendall(json.dumps(request).encode() + b"\n")
        yield from map(json.loads, connection.makefile("rb"))


def call(method, params):
    reply = next(message for message in messages(method, params) if message.get("id") == 1)
    if "error" in reply:
        sys.exit(reply["error"]["message"])
    return reply["result"]


def follow():
    since = shown = None
    while True:
        try:
            for message in messages("state.subscribe", {"topics": ["state", "log"], "since": since}):
                if message.get("id") == 1:
                    result = message["result"]
                    if not result["resumed"]:
                        since = {"epoch": result["epoch"], "seq": result["seq"]}
                elif message.get("method") == "event":
                    event = message["params"]
                    since["seq"] = max(since["seq"], event["seq"])
                    if event["topic"] == "state" and "state" in event:
                        joke = event["state"]["joke"]
                        if joke["id"] != shown:
                            print(joke["value"], flush=True)
                        shown = joke["id"]
                    elif event["topic"] == "log" and event["event"] == "liked":
                        print("liked:", event["joke"]["value"], flush=True)
        except (OSError, ValueError, KeyError):
            pass  # jokesd is not running, has no room for another client, or ended within a line.
        time.sleep(1)


match sys.argv[1:]:
    case ["next"]: print(call("joke.next", {"reveal": True})["joke"]["value"])
    case ["like", *ids] if len(ids) < 2: print(call("joke.like", {"ifJoke": (ids or [None])[0]})["decided"]["value"])
    case ["follow"]: follow()
    case _: sys.exit(__doc__)
