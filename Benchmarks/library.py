#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""library.py PROGRAMS: what the library costs at a thousand, a hundred thousand and a million saved jokes.

Everything is asked of the daemon over its socket, beside the same in SQL on the same file with the sqlite3 shell. It runs in
a temporary directory of its own (TMPDIR), which takes 2 GB. Of the environment: BENCH_SIZES (1000,100000,1000000) and BENCH_ROUNDS (51).
"""
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from daemon import Daemon

SIZES = [int(size) for size in os.environ.get("BENCH_SIZES", "1000,100000,1000000").split(",")]
ROUNDS = int(os.environ.get("BENCH_ROUNDS", 51))
STARTS = 15
PAGE = 10
DEEP = 10_000

programs = Path(sys.argv[1]).resolve()
directory = Path(tempfile.mkdtemp(prefix="jokesd-library-"))


def fill(path, count):
    """Saved jokes as the daemon would have kept them, straight into its file."""
    chance = random.Random(count)
    syllables = ["ba", "ke", "li", "mo", "nu", "ra", "si", "to", "du", "fe", "ga", "hi"]
    words = ["".join(chance.choice(syllables) for _ in range(chance.randint(2, 4))) for _ in range(20_000)]

    def rows():
        for number in range(count):
            some = chance.choices(words, k=14)
            if number % 3 == 0:
                some[5] = "frequent"
            if number % 1_000 == 7:
                some[6] = "seldomly"
            text = " ".join(some).capitalize() + f", number {number}."
            saved = 1_700_000_000_000 + number * 1_000
            category = chance.choice(["dev", "pun", "animal", "food"])
            yield (f"bench-{number:07}", text, f'["{category}"]', chance.choice(["web", "pack", "fortune"]), "en",
                   saved, saved, number + 10**15, 1, b"\x01" + text.lower().encode()[:96], category,
                   " ".join(text.lower().replace(",", "").rstrip(".").split()))

    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA cache_size = -200000")
    with database:
        database.executemany(
            "INSERT INTO jokes (id, value, categories, source, language, saved_at, changed_at, text_class, shown, "
            "sort_key, category, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows())
        database.execute("UPDATE session SET saved_count = (SELECT count(*) FROM jokes WHERE shown = 1)")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def in_turns(*calls, rounds=ROUNDS):
    """Median milliseconds of each, each once in a round: what else the machine does meets them all."""
    times = [[] for _ in calls]
    for _ in range(rounds):
        for call, taken in zip(calls, times):
            start = time.perf_counter()
            call()
            taken.append(time.perf_counter() - start)
    return [median(taken) * 1000 for taken in times]


class Shell:
    """The sqlite3 shell as somebody's server: it is asked over a pipe and answers in JSON, as the daemon over its socket."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            ["sqlite3", "-batch", "-readonly", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.process.stdin.write(b"PRAGMA cache_size = -512;\n.mode json\n")

    def ask(self, sql):
        """The rows; there has to be one, or the shell says nothing."""
        # Output to a file is flushed behind the statement.
        self.process.stdin.write(f".once /dev/stdout\n{sql};\n".encode())
        reply = b""
        while not reply.endswith(b"]\n"):
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                sys.exit(f"the sqlite3 shell ended over: {sql}")
            reply += chunk
        return json.loads(reply)

    def stop(self):
        self.process.stdin.close()
        self.process.wait(60)


COLUMNS = ("id, value, setup, punchline, categories, source, language, url, translation_language, translation_value, "
           "translation_machine, translation_engine, translation_text, translation_url, saved_at, deleted_at, buried_at")


def raw_search(part):
    """The same rows, by SQLite's own function."""
    return (f"SELECT {COLUMNS} FROM jokes WHERE shown = 1 AND instr(folded, '{part}') "
            f"ORDER BY saved_at DESC, number DESC LIMIT {PAGE + 1}")


def whole_search(daemon, query):
    """Until there is a page of jokes, or no more."""
    cursor, items = {}, []
    while True:
        page = daemon.call("saved.search", query=query, limit=PAGE - len(items), **cursor)
        items += page["items"]
        if len(items) == PAGE or not page["next"]:
            return items
        cursor = {"cursor": page["next"]}


def ask(daemon, size):
    """What pages and searches take."""
    shell = Shell(daemon.database)
    result, deep = {}, {}
    for _ in range(min(DEEP, size // PAGE) - 1):
        deep = {"cursor": daemon.call("saved.list", limit=PAGE, **deep)["next"]}

    def page():
        daemon.call("saved.list", limit=PAGE)

    def raw_page():
        shell.ask(f"SELECT {COLUMNS} FROM jokes WHERE shown = 1 ORDER BY sort_key, number LIMIT {PAGE + 1}")

    result["page 1"], result["page 10,000"] = in_turns(page, lambda: daemon.call("saved.list", limit=PAGE, **deep))
    for name, query, sql in [
        ("a part of a third", "requen", raw_search("requen")),
        ("a part of a thousandth", "eldoml", raw_search("eldoml")),
        ("a part of few", f"{size // 2}", raw_search(f"{size // 2}")),
        ("a part of none", "zzqq", raw_search("zzqq")),
    ]:
        ours, raw, listed, raw_listed = in_turns(
            lambda: whole_search(daemon, query), lambda: shell.ask(sql), page, raw_page,
            rounds=21 if "few" in name else ROUNDS)
        result |= {name: ours, f"{name}, raw": raw, f"{name}, handing over": listed - raw_listed}
    shell.stop()
    return result


def measure():
    """Milliseconds and MiB by name, by size."""
    daemons = {size: Daemon(programs, directory / str(size)) for size in [0] + SIZES}
    for size, daemon in daemons.items():
        daemon.start()
        daemon.stop()
        if size:
            fill(daemon.database, size)
    starts = {size: [] for size in daemons}
    for _ in range(STARTS):
        for size, daemon in daemons.items():
            starts[size].append(daemon.start())
            daemon.stop()
    results = {size: {"start-up": median(taken) * 1000} for size, taken in starts.items()}
    for size, daemon in daemons.items():
        daemon.start()
        if size:
            results[size] |= ask(daemon, size)
    for name in ("next", "like"):
        times = in_turns(*(lambda daemon=daemon: daemon.call(f"joke.{name}") for daemon in daemons.values()), rounds=201)
        for result, taken in zip(results.values(), times):
            result[name] = taken
    time.sleep(35)  # What answers questions ends when it is idle, and gives its memory back.
    # While all of them run: what is their programs' own counts for none of them.
    for size, daemon in daemons.items():
        results[size]["private MiB"] = daemon.private_kilobytes() / 1024
    for daemon in daemons.values():
        daemon.stop()
    return results


def main():
    results = measure()
    small, large = results[SIZES[0]], results[SIZES[-1]]
    print("| ms (median) | " + " | ".join(f"{size:,}" for size in results) + " |")
    print("|---" * (len(results) + 1) + "|")
    for name in large:
        print(f"| {name} | " + " | ".join(f"{result[name]:.3g}" if name in result else "–" for result in results.values()) + " |")
    print()
    checks = [("page 10,000 beside page 1", large["page 10,000"] / large["page 1"], 1.5)]
    checks += [(f"{name} at {SIZES[-1]:,} beside {SIZES[0]:,}", large[name] / small[name], 1.5) for name in ("like", "next", "start-up")]
    for name in [name[:-5] for name in large if name.endswith(", raw")]:
        ours, raw, handing = (large[name + part] for part in ("", ", raw", ", handing over"))
        checks.append((f"search of {name} beside raw SQL ({ours / raw:.2f} with the handing over)", (ours - handing) / raw, 1.3))
    checks += [("private memory beside an empty store's, MiB more", large["private MiB"] - results[0]["private MiB"], 8)]
    for name, value, limit in checks:
        print(f"{'as promised' if value <= limit else 'MORE       '}  {value:6.2f} (at most {limit})  {name}")
    shutil.rmtree(directory)


main()
