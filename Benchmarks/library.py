#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""library.py PROGRAMS: what the library costs at a thousand, a hundred thousand and a million saved jokes.

Everything is asked of the daemon over its socket, beside the same in SQL on the same file with the sqlite3 shell. It runs in
a temporary folder of its own (TMPDIR), which takes 2 GB. Of the environment: BENCH_SIZES (1000,100000,1000000) and BENCH_ROUNDS (51).
"""
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

SIZES = [int(size) for size in os.environ.get("BENCH_SIZES", "1000,100000,1000000").split(",")]
ROUNDS = int(os.environ.get("BENCH_ROUNDS", 51))
STARTS = 15
PAGE = 10
DEEP = 10_000

programs = Path(sys.argv[1]).resolve()
folder = Path(tempfile.mkdtemp(prefix="jokesd-library-"))


class Daemon:
    """One jokesd with a home of its own, started and stopped as often as need be."""

    def __init__(self, name):
        self.home = folder / name
        self.home.mkdir(mode=0o700)
        places = {"DATA_HOME": "data", "CACHE_HOME": "cache", "CONFIG_HOME": "config", "STATE_HOME": "state"}
        self.environment = {f"XDG_{key}": str(self.home / place) for key, place in places.items()} | {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        self.database = self.home / "data/jokesd/jokesd.sqlite"
        self.process = None

    def start(self):
        """Seconds until the first answer."""
        start = time.perf_counter()
        with open(self.home / "log", "ab") as log:
            self.process = subprocess.Popen(
                [str(programs / "jokesd")], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while True:
            try:
                self.peer = socket.socket(socket.AF_UNIX)
                self.peer.settimeout(60)
                self.peer.connect(str(self.home / "jokesd/socket"))
                break
            except OSError:
                self.peer.close()
                if self.process.poll() is not None or time.perf_counter() - start > 60:
                    sys.exit(f"jokesd did not start: {(self.home / 'log').read_text()[-2000:]}")
                time.sleep(0.0002)
        self.reader = self.peer.makefile("rb")
        self.call("ping")
        return time.perf_counter() - start

    def stop(self):
        self.peer.close()
        self.process.terminate()
        self.process.wait(60)

    def call(self, method, **params):
        self.peer.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        reply = json.loads(self.reader.readline())
        if "error" in reply:
            sys.exit(f"{method} {params}: {reply['error']}")
        return reply["result"]

    def private_kilobytes(self):
        sizes = [line.split() for line in open(f"/proc/{self.process.pid}/smaps_rollup")]
        return sum(int(size[1]) for size in sizes if size[0] in ("Private_Clean:", "Private_Dirty:"))


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
                   saved, saved, number + 10**15, 1, b"\x01" + text.lower().encode()[:96], category)

    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA cache_size = -200000")
    with database:
        database.executemany(
            "INSERT INTO jokes (id, value, categories, source, language, saved_at, changed_at, text_class, shown, "
            "sort_key, category) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows())
        database.execute(
            "INSERT INTO library_text (rowid, value, translation_value) "
            "SELECT number, value, translation_value FROM jokes WHERE shown = 1")
        database.execute("UPDATE library SET count = (SELECT count(*) FROM jokes WHERE shown = 1)")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def timed(body, rounds=ROUNDS):
    """Median milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        body()
        times.append(time.perf_counter() - start)
    return median(times) * 1000


def raw(path, sql, rounds=ROUNDS):
    """Milliseconds of a query in the sqlite3 shell: of many runs in one shell, without what an empty one takes."""
    def run(statements):
        script = ".output /dev/null\nPRAGMA cache_size = -512;\n" + statements
        start = time.perf_counter()
        subprocess.run(["sqlite3", "-readonly", str(path)], input=script.encode(), check=True)
        return time.perf_counter() - start
    def once():
        return (run(f"{sql};\n" * rounds) - run("SELECT 1;\n" * rounds)) / rounds
    return median(once() for _ in range(5)) * 1000


COLUMNS = ("id, value, setup, punchline, categories, source, language, url, translation_language, translation_value, "
           "translation_machine, translation_engine, translation_text, translation_url, saved_at, deleted_at, buried_at")


def raw_search(expression):
    """What is ranked: the newest 2,000 matches; what is found is marked."""
    match = f"library_text MATCH '{expression}'"
    start = (f"(SELECT min(rowid) FROM (SELECT rowid FROM library_text WHERE {match} ORDER BY rowid DESC LIMIT 2000))")
    found = f"SELECT rowid AS found FROM library_text WHERE {match} AND rowid >= {start} ORDER BY rank LIMIT {PAGE + 1}"
    marks = "(SELECT highlight(library_text, {0}, char(1), char(2)) FROM library_text WHERE {1} AND rowid = found)"
    return (f"SELECT {COLUMNS}, {marks.format(0, match)}, {marks.format(1, match)} "
            f"FROM ({found}) CROSS JOIN jokes ON number = found")


def raw_part(part):
    return (f"SELECT {COLUMNS} FROM jokes WHERE shown = 1 AND (value LIKE '%{part}%' OR translation_value LIKE '%{part}%') "
            f"ORDER BY number DESC LIMIT {PAGE + 1}")


def whole_search(daemon, query):
    """Until there is a page, or no more."""
    cursor = {}
    while True:
        page = daemon.call("saved.search", query=query, limit=PAGE, **cursor)
        if page["items"] or not page["next"]:
            return page
        cursor = {"cursor": page["next"]}


def measure(size):
    daemon = Daemon(str(size))
    daemon.start()
    daemon.stop()
    if size:
        fill(daemon.database, size)
    starts = []
    for _ in range(STARTS):
        starts.append(daemon.start())
        daemon.stop()
    result = {"start-up": median(starts) * 1000}
    daemon.start()
    if size:
        cursor = {}
        depth = min(DEEP, size // PAGE)
        for _ in range(depth - 1):
            cursor = {"cursor": daemon.call("saved.list", limit=PAGE, **cursor)["next"]}
        deep = cursor
        result["page 1"] = timed(lambda: daemon.call("saved.list", limit=PAGE))
        result["page 10,000"] = timed(lambda: daemon.call("saved.list", limit=PAGE, **deep))
        result["page 1, raw"] = raw(
            daemon.database, f"SELECT {COLUMNS} FROM jokes WHERE shown = 1 ORDER BY sort_key, number LIMIT {PAGE + 1}")
        for name, query, sql in [
            ("a word of a third", "frequent", raw_search('"frequent"')),
            ("a word of a thousandth", "seldomly", raw_search('"seldomly"')),
            ("a beginning", "seld*", raw_search('"seld" *')),
            ("a beginning of many", "ba*", raw_search('"ba" *')),
            ("a part of many", "*requen*", raw_part("requen")),
            ("a part of few", f"*{size // 2}.*", raw_part(f"{size // 2}.")),
        ]:
            rounds = 11 if "few" in name or "many" in name else ROUNDS
            result[name] = timed(lambda: whole_search(daemon, query), rounds)
            result[name + ", raw"] = raw(daemon.database, sql, rounds)
    result["next"] = timed(lambda: daemon.call("joke.next"), 201)
    result["like"] = timed(lambda: daemon.call("joke.like"), 201)
    time.sleep(35)  # What answers questions ends when it is idle, and gives its memory back.
    result["private MiB"] = daemon.private_kilobytes() / 1024
    daemon.stop()
    shutil.rmtree(daemon.home)
    return result


def main():
    results = {size: measure(size) for size in [0] + SIZES}
    small, large = results[SIZES[0]], results[SIZES[-1]]
    print("| ms (median) | " + " | ".join(f"{size:,}" for size in results) + " |")
    print("|---" * (len(results) + 1) + "|")
    for name in large:
        print(f"| {name} | " + " | ".join(f"{result[name]:.3g}" if name in result else "–" for result in results.values()) + " |")
    print()
    checks = [("page 10,000 beside page 1", large["page 10,000"] / large["page 1"], 1.5)]
    checks += [(f"{name} at {SIZES[-1]:,} beside {SIZES[0]:,}", large[name] / small[name], 1.5) for name in ("like", "next", "start-up")]
    # What a page of the list costs more than its rows: the way over the socket, which the shell does not go.
    handing = max(large["page 1"] - large["page 1, raw"], 0)
    checks += [(f"search of {name[:-5]} beside raw SQL", (large[name[:-5]] - handing) / large[name], 1.3)
               for name in large if name.endswith(", raw") and not name.startswith("page")]
    checks += [("private memory beside an empty store's, MiB more", large["private MiB"] - results[0]["private MiB"], 8)]
    for name, value, limit in checks:
        print(f"{'as promised' if value <= limit else 'MORE       '}  {value:6.2f} (at most {limit})  {name}")
    shutil.rmtree(folder)


main()
