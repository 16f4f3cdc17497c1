#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""bench.py PROGRAMS TOOLS: measures jokesd and jokectl of one directory against peers, with the tools of another one.

Everything runs in a temporary directory of its own and is ended at the end. README.md explains each row. Of the environment:
BENCH_ROWS (names of rows, else all), BENCH_ROUNDS (9), BENCH_IDLE_SECONDS (60).
"""
import json
import os
import platform
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

import decisions

ROWS = ["single", "crowd", "pipeline", "state", "fan", "decide", "batch", "worn", "start", "control", "network", "memory",
        "idle"]
ROUNDS = int(os.environ.get("BENCH_ROUNDS", 9))
SECONDS = 0.25  # of one load
IDLE_SECONDS = float(os.environ.get("BENCH_IDLE_SECONDS", 60))
SETTLING_SECONDS = 35
SUBSCRIBERS = 1000
SPAWNS = 300
STARTS = 40
NEXTS = 40  # of one round

programs, tools = (Path(directory).resolve() for directory in sys.argv[1:3])
directory = Path(tempfile.mkdtemp(prefix="jokesd-bench-"))


# What the servers are asked.


def call(method, **params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method}
    return json.dumps(request | ({"params": params} if params else {}), separators=(",", ":")) + "\n"


def resp(*words):
    """A command of Redis, as its clients write it (RESP)."""
    return f"*{len(words)}\r\n" + "".join(f"${len(word.encode())}\r\n{word}\r\n" for word in words)


class Server:
    """A server that is started when it is first needed. Its home is its own, and kept if it is started again."""

    def __init__(self, name, command, path, home, environment=None):
        self.name, self.command, self.path, self.home = name, command, path, home
        self.environment = environment or clean(home)
        self.process = None

    @property
    def is_there(self):
        return shutil.which(self.command[0]) is not None

    def start(self):
        if self.process:
            return self
        with open(self.home / "log", "ab") as log:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(1000):
            if self.process.poll() is not None:
                break
            try:
                self.connect().close()
                return self
            except OSError:
                time.sleep(0.01)
        sys.exit(f"{self.name} did not start: {(self.home / 'log').read_text()[-2000:]}")

    def connect(self):
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(5)
        peer.connect(str(self.path))
        return peer

    def ask(self, request, lines=1):
        """The bytes of so many lines that answer."""
        with self.connect() as peer:
            peer.sendall(request.encode())
            reply = b""
            while reply.count(b"\n") < lines:
                more = peer.recv(65536)
                if not more:
                    sys.exit(f"{self.name} closed after {request!r}")
                reply += more
        if b'"error":{' in reply or reply.startswith(b"-"):
            sys.exit(f"{self.name} refused {request!r}: {reply!r}")
        return reply

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


def clean(home):
    """An environment in which nothing of the user's is found."""
    home.mkdir(mode=0o700, exist_ok=True)
    names = {"DATA_HOME": "data", "CACHE_HOME": "cache", "CONFIG_HOME": "config", "STATE_HOME": "state"}
    places = {f"XDG_{key}": str(home / name) for key, name in names.items()}
    return places | {
        "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
        "JOKESD_PACKS": str(Path(__file__).resolve().parent.parent / "packs")}


def jokesd(name, configuration=None):
    home = directory / name
    environment = clean(home)
    if configuration:
        path = home / "config/jokesd/config.jsonc"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(configuration))
    return Server("jokesd", [str(programs / "jokesd")], home / "jokesd/socket", home, environment)


def redis(name, *options):
    home = directory / name
    command = ["redis-server", "--port", "0", "--unixsocket", str(home / "socket"), "--save", "",
               "--appendonly", "no", "--dir", str(home), *options]
    return Server("redis-server", command, home / "socket", home)


def mpd(name):
    home = directory / name
    server = Server("mpd", ["mpd", "--no-daemon", str(home / "mpd.conf")], home / "socket", home)
    (home / "music").mkdir()
    (home / "mpd.conf").write_text(
        f'bind_to_address "{home}/socket"\nmusic_directory "{home}/music"\ndb_file "{home}/database"\n'
        f'pid_file "{home}/pid"\nlog_file "{home}/log"\nzeroconf_enabled "no"\n'
        'audio_output {\n  type "null"\n  name "null"\n}\n')
    return server


def echo(size):
    home = directory / "echo"
    path = home / "socket"
    return Server("C echo", [str(tools / "echo"), str(path), str(size)], path, home)


# The table.

table = []


def shown(value, unit):
    if value is None:
        return "-"
    if unit == "/s":
        return f"{value / 1e3:.1f} k/s" if value < 1e6 else f"{value / 1e6:.2f} M/s"
    if unit == "s":
        return f"{value * 1e3:.2f} ms"
    if unit == "ns":
        return f"{value / 1e3:.2f} µs"
    return f"{value:.0f}{unit}" if unit in ("", "%") else f"{value:.1f} {unit}"


def judged(value, better, goal, text):
    """What is wanted, and whether it is so."""
    is_missed = value > goal if better == "lower" else value < goal
    return f"{'≤' if better == 'lower' else '≥'} {text}{' MISSED' if is_missed else ''}"


def row(what, ours, theirs, unit, better, wanted={}, limit=None):
    """`ours` are jokesd's values, `theirs` each peer's of the same rounds: the ratio is the median of the rounds'.
    `wanted` is what the ratio should be, by peer, and `limit` what our value should be."""
    own = judged(median(ours), better, limit, shown(limit, unit)) if limit else ""
    for peer, values in theirs.items():
        goal = own
        if isinstance(values, str):
            ratio, value = values, None
        else:
            pairs = [mine / other for mine, other in zip(ours, values) if other]
            ratio, value = f"{median(pairs):.2f}" if pairs else "-", median(values)
            if peer in wanted and pairs:
                goal = judged(median(pairs), better, wanted[peer], f"{wanted[peer]:.2f}")
        table.append((what, shown(median(ours), unit), peer, shown(value, unit), ratio, better, goal))
    if not theirs:
        table.append((what, shown(median(ours), unit), "-", "-", "-", better, own))


def missing(servers):
    return {server.name: "not installed" for server in servers if not server.is_there}


# What is measured.


def run(tool, *words, environment=None):
    done = subprocess.run(
        [str(tools / tool), *map(str, words)], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return [float(word) for word in done.stdout.split()]


def load(what, contenders, connections, depth, rate={}, cost={}):
    """Each contender is a server and its request; the first one is ours. The servers take turns. `rate` and `cost` are the
    ratios that are wanted, by peer."""
    absent = missing([server for server, _ in contenders])
    contenders = [each for each in contenders if each[0].name not in absent]
    sizes = []
    for server, request in contenders:
        reply = server.start().ask(request)
        # A value of Redis comes behind a line with its length.
        sizes.append(len(server.ask(request, 2) if reply.startswith(b"$") else reply))
    rates, costs = {}, {}
    for _ in range(ROUNDS):
        for (server, request), size in zip(contenders, sizes):
            requests, seconds, cpu = run(
                "load", "ask", server.path, server.process.pid, request, size, connections, depth, SECONDS)
            rates.setdefault(server.name, []).append(requests / seconds)
            costs.setdefault(server.name, []).append(cpu / requests)
    row(what, rates.pop("jokesd"), rates | absent, "/s", "higher", rate)
    row(what + ", CPU", costs.pop("jokesd"), costs | absent, "ns", "lower", cost)


def measure_fan(ours, peer):
    # At half of the way the card turns green, and back.
    changes = [call("card.drag", translation=shift, predictedEndX=200, width=400) for shift in (0.55, 0)]
    times, costs = {}, {}
    contenders = [(ours.start(), [call("state.subscribe"), 2, 1], changes)]
    size = 0
    for _ in range(ROUNDS):
        for server, subscribe, change in contenders:
            seconds, size, cpu = run(
                "load", "fan", server.path, server.process.pid, *subscribe, SUBSCRIBERS, 30, *change)
            times.setdefault(server.name, []).append(seconds)
            costs.setdefault(server.name, []).append(cpu / SUBSCRIBERS)
            if len(contenders) == 1 and peer.is_there:
                publish = resp("PUBLISH", "state", "x" * int(size))
                contenders.append((peer.start(), [resp("SUBSCRIBE", "state"), 6, 7], [publish] * 2))
    if peer.name in times:
        # The first round of ours was before the peer's.
        times[ours.name], costs[ours.name] = (each[ours.name][-len(times[peer.name]):] for each in (times, costs))
    what = f"one event of {size:.0f} bytes to {SUBSCRIBERS}"
    absent = missing([peer])
    row(what, times.pop(ours.name), times | absent, "s", "lower", {peer.name: 1.2})
    row(what + ", CPU each", costs.pop(ours.name), costs | absent, "ns", "lower")


def turns(what, how, count, environment, commands):
    """The commands, by name, are run in turns; the first one is ours."""
    there = {name: command for name, command in commands.items() if shutil.which(command[0])}
    words = [word for command in there.values() for word in ["--", *command]][1:]
    times = dict(zip(there, run("turns", how, count, *words, environment=environment)))
    row(what, [times.pop(next(iter(there)))],
        {name: [times[name]] if name in times else "not installed" for name in list(commands)[1:]}, "s", "lower")


def measure_start():
    ours, others = jokesd("start"), [redis("start-redis", "--supervised", "systemd"), mpd("start-mpd")]
    # The usual start finds its store.
    ours.start().stop()
    turns("from exec to READY", "ready", STARTS, ours.environment,
          {server.name: server.command for server in [ours, *others]})


def measure_control(ours, redis, mpd):
    for server in (ours, redis, mpd):
        if server.is_there:
            server.start()
    environment = ours.environment | {"MPD_HOST": str(mpd.path)}
    turns("jokectl status, the whole run", "exit", SPAWNS, environment, {
        "jokectl status": [str(programs / "jokectl"), "status"],
        "redis-cli PING": ["redis-cli", "-s", str(redis.path), "PING"],
        "mpc status": ["mpc", "status"],
        "C client": [str(tools / "ask"), str(ours.path), call("daemon.status").strip()]})


class Service(BaseHTTPRequestHandler):
    """Tells jokes as JokeAPI does, or says nothing until the benchmark is over."""

    is_silent, over = False, threading.Event()
    count = 0

    def do_GET(self):
        if self.is_silent:
            self.over.wait()
            return
        Service.count += 1
        body = json.dumps({
            "error": False, "category": "Pun", "type": "single", "joke": f"Joke number {self.count}.", "flags": {},
            "id": self.count, "safe": True, "lang": "en"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class SilentService(Service):
    is_silent = True


def nexts(reader, peer, count):
    """The seconds that each `next` took. What is ready is not used up: it waits for the queue in between."""
    times = []
    for _ in range(count):
        # Back to back it would be measured how the queue is filled again meanwhile.
        time.sleep(0.01)
        began = time.perf_counter()
        peer.sendall(call("joke.next").encode())
        ready, answered = 0, False
        while not answered or ready < 1:
            message = json.loads(reader.readline())
            if "result" in message:
                times.append(time.perf_counter() - began)
                answered = True
            else:
                ready = message["params"]["state"]["queue"]["count"]
    return times


def measure_network(servers):
    """What `next` takes while a source answers, says nothing, or is not there. Its wait is not what is measured: that it
    does not come in is."""
    listeners = {"healthy": ThreadingHTTPServer(("127.0.0.1", 0), Service),
                 "slow": ThreadingHTTPServer(("127.0.0.1", 0), SilentService),
                 "dead": ThreadingHTTPServer(("127.0.0.1", 0), Service)}
    clients, times = {}, {}
    for name, listener in listeners.items():
        listener.daemon_threads = True
        url = f"http://127.0.0.1:{listener.server_port}"
        if name == "dead":
            listener.server_close()
        else:
            threading.Thread(target=listener.serve_forever, daemon=True).start()
        ours = jokesd(f"network-{name}", configuration={
            "sources": {"jokeapi": {"enabled": True, "url": url}}, "network": {"spread": 0}})
        servers.append(ours)
        peer = ours.start().connect()
        reader = peer.makefile("rb")
        peer.sendall(call("state.subscribe").encode())
        reader.readline()
        clients[name] = reader, peer
        nexts(reader, peer, 20)
    for _ in range(ROUNDS):
        for name, client in clients.items():
            times.setdefault(name, []).append(median(nexts(*client, NEXTS)))
    for name in ("slow", "dead"):
        row(f"next, the network {name}", times[name], {"healthy network": times["healthy"]}, "s", "lower")
    Service.over.set()
    for server in servers[-3:]:
        server.stop()


def memory(server):
    text = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text()
    sizes = {line.split()[0]: int(line.split()[1]) for line in text.splitlines()[1:]}
    return sizes["Pss:"] / 1024, (sizes["Private_Clean:"] + sizes["Private_Dirty:"]) / 1024


def memory_rows(when, ours, others):
    there = {server.name: memory(server) for server in others if server.process}
    for place, kind in enumerate(["PSS", "private"]):
        row(f"memory {when}, {kind}", [memory(ours)[place]],
            {name: [sizes[place]] for name, sizes in there.items()} | missing(others), "MB", "lower")


def measure_memory(ours, others):
    """Of servers that were used once."""
    requests = {"jokesd": call("state.get"), "redis-server": resp("PING"), "mpd": "status\n"}
    for server in [ours, *others]:
        if server.is_there:
            server.start().ask(requests[server.name])
    time.sleep(0.5)
    memory_rows("idle", ours, others)


def switches(server):
    """How often each of its threads was switched away from: a wake-up ends so."""
    counts = {}
    for status in Path(f"/proc/{server.process.pid}/task").glob("*/status"):
        lines = status.read_text().splitlines()
        counts[status.parent.name] = sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    return counts


def measure_idle(ours, others):
    servers = [server.start() for server in [ours, *others] if server.is_there]
    # Threads that wait a little for more work have gone by then.
    time.sleep(SETTLING_SECONDS)
    before = [switches(server) for server in servers]
    time.sleep(IDLE_SECONDS)
    counts = {}
    for server, old in zip(servers, before):
        new = switches(server)
        # Whoever went had to wake up for that.
        counts[server.name] = [sum(new.values()) - sum(old.get(thread, 0) for thread in new) + len(old.keys() - new.keys())]
    row(f"wake-ups in {IDLE_SECONDS:.0f} s idle", counts.pop("jokesd"), counts | missing(others), "", "lower")


# All of it.


def machine():
    cpu = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    return f"{cpu}, {os.cpu_count()} cores, Linux {platform.release()}, load {os.getloadavg()[0]:.2f} at the start"


def measure(rows, servers):
    busy, peer = jokesd("busy", {"limits": {"connections": SUBSCRIBERS + 100}}), redis("busy-redis")
    idle = [jokesd("idle"), redis("idle-redis"), mpd("idle-mpd")]
    servers += [busy, peer, *idle]
    if {"single", "crowd", "pipeline"} & rows:
        simple = echo(len(busy.start().ask(call("ping"))))
        servers.append(simple)
        pings = [(busy, call("ping")), (simple, call("ping")), (peer, resp("PING"))]
    if "single" in rows:
        load("ping, one at a time", pings, 1, 1, rate={"redis-server": 1}, cost={"C echo": 1.15})
    if "crowd" in rows:
        load("ping, 50 connections", pings, 50, 1, rate={"C echo": 0.5})
    if "pipeline" in rows:
        load("ping, 100 deep", pings, 1, 100, rate={"redis-server": 1})
    if "state" in rows:
        size = len(busy.start().ask(call("state.get")))
        if peer.is_there:
            peer.start().ask(resp("SET", "state", "x" * size))
        states = [(busy, call("state.get")), (peer, resp("GET", "state"))]
        load(f"state.get ({size} bytes), one at a time", states, 1, 1)
        load(f"state.get ({size} bytes), 100 deep", states, 1, 100)
    if "fan" in rows:
        measure_fan(busy, peer)
    for name in ("decide", "batch", "worn"):
        if name in rows:
            getattr(decisions, name)(programs, tools, directory, ROUNDS, row)
    if "memory" in rows:
        measure_memory(idle[0], idle[1:])
        if busy.process:
            memory_rows("after all that", busy, [peer])
    for server in (busy, peer):
        server.stop()
    if "start" in rows:
        measure_start()
    if "control" in rows:
        measure_control(*idle)
    if "network" in rows:
        measure_network(servers)
    if "idle" in rows:
        measure_idle(idle[0], idle[1:])


def main():
    rows = set(os.environ.get("BENCH_ROWS", " ".join(ROWS)).split())
    if rows - set(ROWS):
        sys.exit(f"BENCH_ROWS: there is no {' '.join(rows - set(ROWS))}; there are {' '.join(ROWS)}")
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    start, about, servers = time.monotonic(), machine(), []
    try:
        measure(rows, servers)
    finally:
        for server in servers:
            server.stop()
        shutil.rmtree(directory)
    titles = ("what", "ours", "peer", "peer's", "ratio", "better", "wanted")
    widths = [max(len(line[column]) for line in [titles, *table]) for column in range(len(titles))]
    print(about)
    for line in [titles, *table]:
        print("  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip())
    print(f"Medians; ratio is ours to the peer's. Measured in {time.monotonic() - start:.0f} s.")


main()
