#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""pages.py PROGRAMS: the pages of write-ahead log that one request writes, each by the name of its table or index.

A frame of the log is one page. Each request is made PAGES_ROUNDS times (50) in a library of PAGES_SIZE (1000) saved
jokes, after some that are not counted. The frames are read from the file, and `dbstat` says to which b-tree a page
belongs.
"""
import os
import shutil
import sqlite3
import struct
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median

from daemon import Daemon, import_lines, joke_line

ROUNDS = int(os.environ.get("PAGES_ROUNDS", 50))
SIZE = int(os.environ.get("PAGES_SIZE", 1000))
WARMUP = 25  # An undo step is kept for the last 20 decisions: the row has its full size then.
QUIET_SECONDS = 0.03


class Log:
    """The frames of a write-ahead log, as https://sqlite.org/fileformat2.html describes them."""

    def __init__(self, database):
        self.path = Path(f"{database}-wal")
        self.mark = self.end()

    def frames(self, salts, start=0):
        """The page of each frame from number `start`, and whether it ends a commit. Other salts are of older frames."""
        with open(self.path, "rb") as file:
            size = struct.unpack(">I", file.read(32)[8:12])[0]
            file.seek(32 + start * (24 + size))
            while len(header := file.read(24)) == 24 and header[8:16] == salts:
                page, commit = struct.unpack(">II", header[:8])
                yield page, commit != 0
                file.seek(size, os.SEEK_CUR)

    def end(self):
        """The salts of the log, which change when it begins anew, and its number of frames."""
        salts = self.path.read_bytes()[16:24]
        return salts, sum(1 for _ in self.frames(salts))

    def added(self):
        """The frames since the last call, when nothing has been written for a while."""
        before, self.mark = self.mark, None
        while (end := self.end()) != self.mark:
            self.mark = end
            time.sleep(QUIET_SECONDS)
        return list(self.frames(end[0], before[1] if before[0] == end[0] else 0))


def owners(database):
    """The b-tree of each page, by the page's number."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    kinds = {"leaf": "", "internal": ", inner page", "overflow": ", overflow"}
    rows = connection.execute("SELECT name, pageno, pagetype FROM dbstat")
    names = {page: name + kinds[kind] for name, page, kind in rows}
    connection.close()
    return names | {1: "page 1: header, schema"}


def measure(daemon, requests):
    """The pages by name and the number of commits, of each request."""
    log, results = Log(daemon.database), {name: [] for name in requests}
    for turn in range(WARMUP + ROUNDS):
        for name, act in requests.items():
            log.added()
            act()
            frames = log.added()
            names = owners(daemon.database)
            pages = Counter(names.get(page, "(free)") for page, _ in frames)
            if turn >= WARMUP:
                results[name].append((pages, sum(isEnd for _, isEnd in frames)))
    return results


def print_table(results):
    print(f"{'pages of the log, median (mean)':40}" + "".join(f"{name:>16}" for name in results))

    def line(what, value):
        counts = [[value(*each) for each in rounds] for rounds in results.values()]
        cells = [f"{median(each):g} ({mean(each):.1f})" if any(each) else "–" for each in counts]
        print(f"{what:40}" + "".join(f"{cell:>16}" for cell in cells))

    everything = sum((pages for rounds in results.values() for pages, _ in rounds), Counter())
    for tree, _ in everything.most_common():
        line(tree, lambda pages, _: pages[tree])
    line("all pages", lambda pages, _: pages.total())
    line("transactions", lambda _, commits: commits)


def main():
    directory = Path(tempfile.mkdtemp(prefix="jokesd-pages-"))
    daemon = Daemon(Path(sys.argv[1]).resolve(), directory / "home")
    try:
        daemon.start()
        count = WARMUP + ROUNDS
        import_lines(daemon.client, [joke_line(f"saved{number}", saved=True) for number in range(SIZE)])
        import_lines(daemon.client, [joke_line(f"stored{number}") for number in range(2 * count)])
        stored = iter(f"stored{number}" for number in range(2 * count))
        results = measure(daemon, {
            "like {joke}": lambda: daemon.call("joke.like", joke=next(stored)),
            "dislike {joke}": lambda: daemon.call("joke.dislike", joke=next(stored)),
            "like": lambda: daemon.call("joke.like"),
            "dislike": lambda: daemon.call("joke.dislike"),
            "next": lambda: daemon.call("joke.next"),
            "undo": lambda: daemon.call("joke.undo")})
        print(f"{ROUNDS} rounds, {SIZE} saved jokes before. `like` and `dislike` are about the card; `{{joke}}` is "
              "another, stored joke.")
        print_table(results)
    finally:
        daemon.stop()
        shutil.rmtree(directory)


if __name__ == "__main__":
    main()
