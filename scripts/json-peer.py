#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json-peer.py LIBRARY DIRECTORY…

Parses every file of the directories, every line of the files, and each of these with one byte changed, with jokesd's
parser (Tests/Fuzz/Peer) and with Python's json, and compares the results. The script adjusts Python where it accepts
more than RFC 8259 and Protocol.md allow: NaN and Infinity, lone surrogates, byte order marks, more than 32 levels.
"""

import ctypes
import json
import os
import random
import sys

LEVELS = 32
MUTATIONS = 4
ROOM = 1 << 20


class NotJSON(Exception):
    pass


def no_constant(name):
    raise NotJSON(name)


def tree(text):
    """Parses JSON. The result has duplicate members, their order and the sign of zero."""
    return json.loads(
        text,
        parse_int=float,
        parse_constant=no_constant,
        object_pairs_hook=lambda pairs: ("object", pairs),
    )


def sayable(value, levels=LEVELS):
    """Returns the tree with null for numbers beyond a double. Rejects what Protocol.md rejects."""
    if isinstance(value, float):
        return None if value in (float("inf"), float("-inf")) else value
    if isinstance(value, str):
        value.encode("utf-8")
        return value
    if not isinstance(value, (list, tuple)):
        return value
    if levels == 0:
        raise NotJSON("too deep")
    if isinstance(value, list):
        return [sayable(element, levels - 1) for element in value]
    return ("object", [(sayable(name), sayable(element, levels - 1)) for name, element in value[1]])


def python_reads(data):
    """Returns Python's result as text, or None if the input is not JSON."""
    try:
        return repr(sayable(tree(data.decode("utf-8"))))
    except (ValueError, RecursionError, NotJSON):
        return None


class Peer:
    def __init__(self, path):
        self.function = ctypes.CDLL(os.path.abspath(path)).json_rewritten
        self.function.restype = ctypes.c_ssize_t
        self.function.argtypes = [ctypes.c_char_p, ctypes.c_ssize_t, ctypes.c_char_p, ctypes.c_ssize_t]
        self.output = ctypes.create_string_buffer(ROOM)

    def reads(self, data):
        count = self.function(data, len(data), self.output, ROOM)
        if count < 0:
            return None
        return repr(tree(ctypes.string_at(self.output, count).decode("utf-8")))


def texts(directories):
    for directory in directories:
        for name in sorted(os.listdir(directory)):
            with open(os.path.join(directory, name), "rb") as file:
                whole = file.read()
            yield whole
            lines = whole.split(b"\n")
            if len(lines) > 1:
                yield from lines


def mutations(data, dice):
    yield data
    for _ in range(MUTATIONS if data else 0):
        changed = bytearray(data)
        changed[dice.randrange(len(data))] = dice.choice(b'{}[]",:\\u0de.-+tn \n\x00\x1f\x7f\x80\xc2\xed\xf4\xff')
        yield bytes(changed)


def main(library, directories):
    peer = Peer(library)
    dice = random.Random(8259)
    compared = valid = 0
    seen = set()
    for text in texts(directories):
        for data in mutations(text, dice):
            if data in seen or len(data) > ROOM // 8:
                continue
            seen.add(data)
            ours, theirs = peer.reads(data), python_reads(data)
            if ours != theirs:
                print(f"{data!r}\n  here:   {ours}\n  Python: {theirs}", file=sys.stderr)
                return 1
            compared += 1
            valid += ours is not None
    print(f"Python's json agrees on {compared} texts, of which {valid} are JSON")
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
