# SPDX-License-Identifier: MIT
"""The rows `decide`, `batch` and `worn` of bench.py: what likes, dislikes and `joke.next` cost."""
import json
import subprocess
import time
from itertools import count

from daemon import Daemon, import_lines, joke_line, request
from pages import Log

LIBRARY = 1000  # saved jokes, so that the trees have a depth
LIKES = 40  # of one client in a round
CROWD = 50
COMMITS = 100
NEXTS = 8  # of each in a round: what is to be young must not grow old by it
LONGEST = 60  # seconds for a row whose rounds take long

names = (f"bench{number}" for number in count())


def run(*words, lines=()):
    done = subprocess.run(list(map(str, words)), input=b"".join(lines), check=True, stdout=subprocess.PIPE)
    return [float(word) for word in done.stdout.split()]


def ask_each(tools, daemon, requests, connections=1):
    """The median seconds of a round in which each connection asks once, and nanoseconds of CPU a request."""
    return run(tools / "load", "each", daemon.path, daemon.process.pid, connections, lines=requests)


def stored(daemon, number):
    """The names of so many new jokes, which are stored and not saved."""
    new = [next(names) for _ in range(number)]
    import_lines(daemon.client, [joke_line(name) for name in new])
    return new


def with_library(programs, home):
    daemon = Daemon(programs, home)
    daemon.start()
    import_lines(daemon.client, [joke_line(f"saved{number}", saved=True) for number in range(LIBRARY)])
    return daemon


def decide(programs, tools, directory, rounds, row):
    """Decisions about jokes that are not on the card, beside a commit of two rows on the same file system."""
    daemon = with_library(programs, directory / "decide")
    like, like_cpu, raw, raw_cpu, rate, raw_rate, crowd_cpu = ([] for _ in range(7))
    try:
        for _ in range(rounds):
            one, crowd = stored(daemon, LIKES), stored(daemon, CROWD)
            seconds, cpu = ask_each(tools, daemon, [request("joke.like", joke=name) for name in one])
            like.append(seconds)
            like_cpu.append(cpu)
            seconds, cpu = run(tools / "commit", directory / "decide/raw.sqlite", COMMITS)
            raw.append(seconds)
            raw_cpu.append(cpu)
            raw_rate.append(1 / seconds)
            halves = [request("joke.like" if place % 2 else "joke.dislike", joke=name)
                      for place, name in enumerate(crowd)]
            seconds, cpu = ask_each(tools, daemon, halves, CROWD)
            rate.append(CROWD / seconds)
            crowd_cpu.append(cpu)
        log, pages = Log(daemon.database), []
        for name in stored(daemon, LIKES):
            log.added()
            daemon.call("joke.like", joke=name)
            pages.append(len(log.added()))
    finally:
        daemon.stop()
    commit = "commit of two rows"
    row("like", like, {commit: raw}, "s", "lower", wanted={commit: 2})
    row("like, CPU", like_cpu, {commit: raw_cpu}, "ns", "lower", limit=0.4e6)
    row("like, pages of log", pages, {}, "pages", "lower", limit=12)
    row(f"{CROWD} clients decide at once", rate, {commit: raw_rate}, "/s", "higher", wanted={commit: 3})
    row(f"{CROWD} clients decide at once, CPU each", crowd_cpu, {commit: raw_cpu}, "ns", "lower")


def batch(programs, tools, directory, rounds, row):
    """Batches of likes, each like of a new joke."""
    daemon = with_library(programs, directory / "batch")
    times, began = {10: [], 100: [], 1000: []}, time.monotonic()
    try:
        for _ in range(rounds):
            for size, taken in times.items():
                # Ten likes in a batch would be too short to compare.
                parts = [stored(daemon, size) for _ in range(max(1, 100 // size))]
                lines = [json.dumps([{"id": 1, "method": "joke.like", "params": [name]} for name in part],
                                    separators=(",", ":")).encode() + b"\n" for part in parts]
                start = time.perf_counter()
                replies = [daemon.client.ask(line) for line in lines]
                taken.append((time.perf_counter() - start) / len(parts))
                for reply in replies:
                    assert reply.count(b'"changed":true') == size, reply[:500]
            if time.monotonic() - began > LONGEST:
                break
    finally:
        daemon.stop()
    row("batch of 1,000 likes", times[1000], {}, "s", "lower", limit=0.4)
    each = {size: [seconds / size for seconds in taken] for size, taken in times.items()}
    for size in (100, 1000):
        row(f"a like in a batch of {size:,}", each[size], {"in one of 10": each[10]}, "s", "lower",
            wanted={"in one of 10": 1.2})


def worn(programs, tools, directory, rounds, row):
    """The next joke and a like of the card, by how many jokes of a pack were seen: some of 6,000, or all of the built-in pack."""
    pack = directory / "worn.jsonl"
    pack.write_text("".join(json.dumps({
        "id": f"worn-{number}", "value": f"What is number {number} of {number * 7919 % 10007}? A straw.",
        "language": "en", "categories": ["bench"]}) + "\n" for number in range(6000)))
    large = {"sources": {"builtin": {"enabled": False}, "worn": {"type": "pack", "path": str(pack)}}}
    young, *old = [("none", 0, large), ("500", 500, large), ("5,000", 5000, large), ("all of the built-in pack", 1200, None)]
    daemons, times = {}, {}
    try:
        for name, seen, configuration in [young, *old]:
            daemon = daemons[name] = Daemon(programs, directory / f"worn-{seen}", configuration)
            daemon.start()
            while daemon.call("joke.next")["joke"]["id"] == "error":
                time.sleep(0.01)  # The pack is being indexed.
            ask_each(tools, daemon, [request("joke.next")] * (seen + 10))
        for _ in range(rounds):
            for method in ("joke.next", "joke.like"):
                for name, daemon in daemons.items():
                    times.setdefault((method, name), []).append(ask_each(tools, daemon, [request(method)] * NEXTS))
        for daemon in daemons.values():
            assert daemon.call("joke.current")["joke"]["id"] != "error"
    finally:
        for daemon in daemons.values():
            daemon.stop()
    for method in ("joke.next", "joke.like"):
        row(f"{method}, with its part of a refill, CPU", [each[1] for each in times[method, "none"]], {}, "ns", "lower")
        for name, _, _ in old:
            for place, unit, what in ((0, "s", ""), (1, "ns", ", CPU")):
                ours, theirs = ([each[place] for each in times[method, some]] for some in (name, young[0]))
                row(f"{method} after {name} were seen{what}", ours, {"after none": theirs}, unit, "lower",
                    wanted={"after none": 1.2})
