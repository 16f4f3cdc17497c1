#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""beside.py PROGRAMS TOOLS: how long a quick client waits while another client does what the limits allow.

Each row has a daemon of its own. In turns, the quick client (quick.c) is alone, and beside the load. README.md explains
the table. Of the environment: BESIDE_ROWS (names of rows, else all) and BESIDE_ROUNDS (3).
"""
import json
import os
import resource
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import count, product
from pathlib import Path
from statistics import median

from daemon import Daemon, import_lines, joke_line, request

ROUNDS = int(os.environ.get("BESIDE_ROUNDS", 3))
INTERVAL = 10  # ms between the requests of the quick client
ALONE_SECONDS = 1
LOAD_SECONDS = 2
LONGEST_ROW = 30  # seconds after which no other round begins
LONGEST_WAIT = 60  # seconds for the answers to a load
MEMORY_SECONDS = 10  # after which memory is to be back
LATER = f"MB more PSS than before, {MEMORY_SECONDS} s later"
MEGABYTE = 1 << 20

names = (f"beside{number}" for number in count())


def drag(translation):
    return request("card.drag", translation=translation, predictedEndX=150, width=400)


# A probe is one request, in turns with the one that takes it back. The decision is sent last, because a drag that comes
# after it waits for its commit.
PROBES = {
    "ping": [request("ping")],
    "state.get": [request("state.get")],
    "card.drag": [drag(0.1), drag(0)],
    "joke.like": [request("joke.like", joke="probe"), request("joke.dislike", joke="probe")]}


@dataclass
class Load:
    """A load. It gets a daemon and returns what is measured, as a function, which returns numbers by name."""
    what: str
    begin: callable
    # The most seconds of the 99th percentile, by probe.
    limits: dict = field(default_factory=dict)
    # The time of the load that a like may wait for in addition, by its name.
    behind: str = None
    # The most that the median may grow, by probe.
    ratios: dict = field(default_factory=dict)
    # The most of a number that the load returns, by name.
    numbers: dict = field(default_factory=dict)
    saved: int = 1000
    configuration: dict = None


# The loads.


def stored(daemon, number):
    new = [next(names) for _ in range(number)]
    import_lines(daemon.client, [joke_line(name) for name in new])
    return new


def flood(daemon, connections, burst, lines, seconds):
    """Each connection sends a burst, reads so many lines, and begins again. The last replies are not waited for."""
    peers = [daemon.connect().peer for _ in range(connections)]
    missing = dict.fromkeys(peers, 0)
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            selector.register(peer, selectors.EVENT_READ)
            peer.sendall(burst)
            missing[peer] = lines
        while (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                missing[key.fileobj] -= key.fileobj.recv(MEGABYTE).count(b"\n")
                if missing[key.fileobj] == 0:
                    key.fileobj.sendall(burst)
                    missing[key.fileobj] = lines
    for peer in peers:
        peer.close()
    return {}


def all_answers(peers, each):
    """Reads so many lines of each, at most for LONGEST_WAIT; the number of lines that did not come."""
    missing, end = dict.fromkeys(peers, each), time.monotonic() + LONGEST_WAIT
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            selector.register(peer, selectors.EVENT_READ)
        while any(missing.values()) and (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                received = key.fileobj.recv(MEGABYTE)
                missing[key.fileobj] -= received.count(b"\n")
                if missing[key.fileobj] <= 0 or not received:
                    selector.unregister(key.fileobj)
                    missing[key.fileobj] = max(0, missing[key.fileobj])
    return sum(missing.values())


def batch(daemon):
    line = json.dumps([{"id": 1, "method": "joke.like", "params": [name]} for name in stored(daemon, 1000)],
                      separators=(",", ":")).encode() + b"\n"

    def act():
        start = time.perf_counter()
        assert daemon.client.ask(line).count(b'"changed":true') == 1000
        return {"s, the batch": time.perf_counter() - start}
    return act


def search(daemon):
    return lambda: flood(daemon, 4, request("saved.search", query="zzqq") * 64, 64, LOAD_SECONDS)


def next_jokes(**params):
    return lambda daemon: lambda: flood(daemon, 4, request("joke.next", **params) * 64, 64, LOAD_SECONDS)


def merge(daemon):
    lines = [joke_line(next(names), saved=True) for _ in range(100_000)]
    # Everything is sent before; the last line begins the merge.
    staged = daemon.call("saved.import", lines=lines[:1])["import"]
    for start in range(1, len(lines) - 1, 250):
        daemon.call("saved.import", lines=lines[start:min(start + 250, len(lines) - 1)], **{"import": staged})

    def act():
        start = time.perf_counter()
        daemon.call("saved.import", lines=lines[-1:], last=True, **{"import": staged})
        return {"s, the merge": time.perf_counter() - start}
    return act


def waits(connections):
    def begin(daemon):
        peers = [daemon.connect().peer for _ in range(connections)]

        def act():
            start = time.perf_counter()
            for peer in peers:
                peer.sendall(request("joke.next", wait=True) * 64)
            silent = all_answers(peers, 64)
            seconds = time.perf_counter() - start
            for peer in peers:
                peer.close()
            return {"s, all answers": seconds, "without an answer": silent}
        return act
    return begin


def come_and_go(daemon):
    """800 connections a second, each of which asks five times and does not wait."""
    burst, rate = request("joke.next", wait=True) * 5, 800

    def act():
        start, made, refused = time.monotonic(), 0, 0
        while (now := time.monotonic() - start) < LOAD_SECONDS:
            if made > now * rate:
                time.sleep(made / rate - now)
            with socket.socket(socket.AF_UNIX) as peer:
                try:
                    peer.connect(str(daemon.path))
                    peer.sendall(burst)
                except OSError:
                    refused += 1  # It was busy, and has closed the connection.
            made += 1
        return {"connections a second": made / (time.monotonic() - start), "of them refused": refused}
    return act


def discover(daemon):
    line = json.dumps([{"id": 1, "method": "rpc.discover"}] * 1000, separators=(",", ":")).encode() + b"\n"
    return lambda: flood(daemon, 1, line, 1, LOAD_SECONDS)


def reload(daemon):
    daemon.configuration.parent.mkdir(parents=True, exist_ok=True)

    def act():
        for weight in range(2, 5):
            weights = ",\n".join(f'"category{number}": {weight}' for number in range(3_400))
            daemon.configuration.write_text(f'{{"categoryWeights": {{{weights}}}}}')
            daemon.process.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            daemon.call("ping")
        return {}
    return act


def searches(daemon):
    """12,000 searches, of which no two are the same in SQL."""
    filters = {"source": "bench", "category": "bench", "language": "en", "since": "2020-01-01T00:00:00Z",
               "until": "2030-01-01T00:00:00Z"}
    choices = product(["text", "date", "source", "category"], ["ascending", "descending"], range(32), range(1, 17),
                      [False, True], [False, True])

    def line(sort, order, chosen, parts, has_word, deleted):
        query = " ".join(["*a*"] * (parts - has_word) + ["walks"] * has_word)
        return request("saved.search", query=query, sort=sort, order=order, deleted=deleted, limit=1, **{
            name: value for place, (name, value) in enumerate(filters.items()) if chosen >> place & 1})

    def act():
        before, lines = daemon.memory()["Rss"], [line(*choice) for _, choice in zip(range(12_000), choices)]
        client = daemon.connect()
        for start in range(0, len(lines), 60):
            client.peer.sendall(b"".join(lines[start:start + 60]))
            for _ in lines[start:start + 60]:
                assert b'"error":{' not in client.reader.readline()
        client.close()
        return {"MB RSS before": before / 1024, "MB RSS": daemon.memory()["Rss"] / 1024}
    return act


def exports(daemon):
    def act():
        before, most = daemon.memory()["Rss"], 0
        peers = [daemon.connect().peer for _ in range(10)]
        for peer in peers:
            peer.sendall(request("saved.export") * 64)
        end = time.monotonic() + LOAD_SECONDS
        while time.monotonic() < end:
            time.sleep(0.02)
            most = max(most, daemon.memory()["Rss"])
        for peer in peers:
            peer.close()
        return {"MB more RSS a client": (most - before) / 1024 / len(peers)}
    return act


LOADS = {
    "batch": Load("a batch of 1,000 likes", batch, limits={"ping": 0.005, "state.get": 0.005, "joke.like": 0.02},
                  behind="s, the batch", numbers={"s, the batch": 0.4}),
    "search": Load('4 × 64 searches for "zzqq", 40,000 jokes', search, limits={"joke.like": 0.02, "card.drag": 0.002},
                   saved=40_000),
    # All jokes of the source are seen after a second.
    "source": Load("4 × 64 joke.next of one source", next_jokes(source="builtin"), limits={"joke.like": 0.05}),
    "short": Load("4 × 64 joke.next that no joke fits", next_jokes(maxLength=1),
                  limits={"ping": 0.005, "joke.like": 0.05}),
    "merge": Load("a merge of 100,000 lines", merge, limits={"joke.like": 0.05}),
    **{f"waits{number}": Load(f"64 waits on each of {number} connections", waits(number), limits={"ping": 0.005},
                              configuration={"limits": {"connections": 1000}},
                              numbers={"without an answer": 0, LATER: 2})
       for number in (100, 200, 500)},
    "gone": Load("800 connections a second, 5 waits each", come_and_go, ratios={"ping": 2}),
    "discover": Load("batches of 1,000 rpc.discover", discover, ratios={"ping": 3}),
    "reload": Load("SIGHUP with 3,400 categoryWeights (64 KB)", reload, limits={"ping": 0.02}),
    "searches": Load("12,000 different searches", searches, numbers={"MB RSS": 20}),
    "export": Load("10 × 64 unread saved.export", exports, numbers={"MB more RSS a client": 8}, saved=5000),
}


# The quick client.


@dataclass
class Taken:
    """What one probe took, in seconds."""
    replies: float
    errors: float
    median: float
    late: float
    most: float


def beside(tools, daemon, act):
    """What the quick client's probes took while `act` ran, and what that returned."""
    words = [b"".join(lines).decode() for lines in PROBES.values()]
    with subprocess.Popen([tools / "quick", daemon.path, str(INTERVAL), *words], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as quick:
        time.sleep(5 * INTERVAL / 1e3)
        result = act()
        output, _ = quick.communicate()
    if quick.returncode:
        return None, result
    return dict(zip(PROBES, (Taken(*map(float, line.split())) for line in output.splitlines()))), result


def settle(daemon):
    """Waits until nothing is left of a load."""
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        before = daemon.cpu()
        time.sleep(0.1)
        if daemon.cpu() - before < 0.005:
            return


def measure(load, programs, tools, home):
    """The rounds of one load: the probes alone, beside it, and its own numbers."""
    daemon, rounds, began = Daemon(programs, home, load.configuration), [], time.monotonic()
    try:
        daemon.start()
        saved = [joke_line(f"saved{number}", saved=True) for number in range(load.saved)]
        import_lines(daemon.client, [joke_line("probe"), *saved])
        settle(daemon)
        if LATER in load.numbers:
            # What the quick client leaves behind is no part of the load.
            beside(tools, daemon, lambda: time.sleep(ALONE_SECONDS))
            time.sleep(MEMORY_SECONDS)
        before = daemon.memory()["Pss"]
        for _ in range(ROUNDS):
            act = load.begin(daemon)
            settle(daemon)
            alone, _ = beside(tools, daemon, lambda: time.sleep(ALONE_SECONDS))
            taken, numbers = beside(tools, daemon, act)
            settle(daemon)
            rounds.append((alone, taken, numbers))
            if time.monotonic() - began > LONGEST_ROW:
                break
        if LATER in load.numbers:
            time.sleep(MEMORY_SECONDS)
            rounds[0][2][LATER] = (daemon.memory()["Pss"] - before) / 1024
    finally:
        daemon.stop()
    return rounds


# The table.


def shown(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def judged(is_kept, text):
    return text + ("" if is_kept else " MISSED")


def print_load(load, rounds):
    for probe in PROBES:
        pairs = [(alone[probe], taken[probe]) for alone, taken, _ in rounds if alone and taken]
        if not pairs:
            print(f"{load.what:46}{probe:11}the daemon closed the connection: MISSED")
            continue

        def middle(value, place):
            return median(value(pair[place]) for pair in pairs)
        ratios = [median(getattr(taken, name) / getattr(alone, name) for alone, taken in pairs)
                  for name in ("median", "late")]
        late, goals = middle(lambda each: each.late, 1), []
        if probe in load.limits:
            limit = load.limits[probe]
            if load.behind and probe == "joke.like":
                limit += median(numbers[load.behind] for _, _, numbers in rounds)
            goals.append(judged(late <= limit, f"p99 ≤ {shown(limit)}"))
        if probe in load.ratios:
            goals.append(judged(ratios[0] <= load.ratios[probe], f"p50 × {load.ratios[probe]}"))
        errors = sum(taken.errors for _, taken in pairs)
        if errors:
            goals.append(f"{errors:.0f} ERRORS")
        cells = [shown(middle(lambda each: each.median, place)) for place in (0, 1)] + [f"{ratios[0]:.3g}"]
        cells += [shown(middle(lambda each: each.late, 0)), shown(late), f"{ratios[1]:.3g}"]
        cells += [shown(max(taken.most for _, taken in pairs))]
        print(f"{load.what:46}{probe:11}" + "".join(f"{cell:>10}" for cell in cells) + "   " + ", ".join(goals))
    for name in dict.fromkeys(name for _, _, numbers in rounds for name in numbers):
        value = median(numbers[name] for _, _, numbers in rounds if name in numbers)
        goal = judged(value <= load.numbers[name], f"≤ {load.numbers[name]:g}") if name in load.numbers else ""
        print(f"{'':46}{value:10.4g} {name}   {goal}")
    sys.stdout.flush()


def measure_limit(programs, home):
    """120 connections to a daemon that may open 64 files."""
    what, tries = "120 connections with ulimit -n 64", 120
    daemon = Daemon(programs, home)
    replies = {"are served": 0, "are told busy": 0, "hear nothing": 0}
    peers = []
    try:
        daemon.start(limit=64)
        for _ in range(tries):
            peer = socket.socket(socket.AF_UNIX)
            peer.settimeout(0.2)
            peers.append(peer)
            try:
                peer.connect(str(daemon.path))
                peer.sendall(request("ping"))
            except OSError:
                pass  # It may have been told already, or waits.
        end = time.monotonic() + 3
        for peer in peers:
            peer.settimeout(max(0.01, end - time.monotonic()))
            try:
                reply = peer.recv(4096)
            except OSError:
                reply = b""
            kind = "are told busy" if b'"busy"' in reply else "are served" if b'"result"' in reply else "hear nothing"
            replies[kind] += 1
        lines = (daemon.home / "log").read_text().count("\n")
        reply = daemon.client.ask(request("joke.like"))
        time.sleep(2)
        lines = ((daemon.home / "log").read_text().count("\n") - lines) / 2
    finally:
        for peer in peers:
            peer.close()
        daemon.stop()
    goals = {"hear nothing": judged(replies["hear nothing"] == 0, "≤ 0")}
    for kind, number in replies.items():
        print(f"{what:46}{number:10} {kind}   {goals.get(kind, '')}")
    print(f"{'':46}{'fails' if b'error' in reply[:60] else 'works':>10} the first like   "
          + judged(b"error" not in reply[:60], "works"))
    print(f"{'':46}{lines:10g} journal lines a second   " + judged(lines <= 1, "≤ 1"))


def main():
    wanted = os.environ.get("BESIDE_ROWS", " ".join([*LOADS, "files"])).split()
    if set(wanted) - {*LOADS, "files"}:
        sys.exit(f"BESIDE_ROWS: there are {' '.join([*LOADS, 'files'])}")
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    programs, tools = (Path(directory).resolve() for directory in sys.argv[1:3])
    directory = Path(tempfile.mkdtemp(prefix="jokesd-beside-"))
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.2f}; medians of up to {ROUNDS} rounds")
    titles = ["alone p50", "beside", "ratio", "alone p99", "beside", "ratio", "most"]
    print(f"{'beside':46}{'a quick':11}" + "".join(f"{title:>10}" for title in titles) + "   wanted")
    try:
        for name in wanted:
            if name == "files":
                measure_limit(programs, directory / name)
            else:
                print_load(LOADS[name], measure(LOADS[name], programs, tools, directory / name))
    finally:
        shutil.rmtree(directory)


main()
