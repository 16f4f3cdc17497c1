# SPDX-License-Identifier: MIT
"""A jokesd of its own home, and connections to it: what the programs of this directory share."""
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path


def request(method, **params):
    """The line of a request."""
    members = {"jsonrpc": "2.0", "id": 1, "method": method} | ({"params": params} if params else {})
    return json.dumps(members, separators=(",", ":")).encode() + b"\n"


class Client:
    """A connection with one request at a time."""

    def __init__(self, path):
        self.peer = socket.socket(socket.AF_UNIX)
        # With a timeout, connect(2) fails at once if the queue of the listener is full.
        self.peer.connect(str(path))
        self.peer.settimeout(300)
        self.reader = self.peer.makefile("rb", buffering=1 << 16)

    def ask(self, line):
        """The line that answers, as bytes."""
        self.peer.sendall(line)
        reply = self.reader.readline()
        if not reply.endswith(b"\n"):
            sys.exit(f"jokesd closed the connection after {line[:200]!r}")
        return reply

    def call(self, method, **params):
        """The result; an error ends the program."""
        reply = json.loads(self.ask(request(method, **params)))
        if "error" in reply:
            sys.exit(f"{method} {str(params)[:200]}: {reply['error']}")
        return reply["result"]

    def close(self):
        self.reader.close()
        self.peer.close()


class Daemon:
    """A jokesd with a home of its own, started and stopped as often as need be."""

    def __init__(self, programs, home, configuration=None):
        self.program, self.home = Path(programs) / "jokesd", Path(home)
        self.home.mkdir(mode=0o700)
        places = {"DATA_HOME": "data", "CACHE_HOME": "cache", "CONFIG_HOME": "config", "STATE_HOME": "state"}
        self.environment = {f"XDG_{key}": str(self.home / place) for key, place in places.items()} | {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "JOKESD_PACKS": str(Path(__file__).resolve().parent.parent / "packs")}
        self.path = self.home / "jokesd/socket"
        self.database = self.home / "data/jokesd/jokesd.sqlite"
        self.configuration = self.home / "config/jokesd/config.jsonc"
        self.process = self.client = None
        if configuration:
            self.configure(configuration)

    def configure(self, configuration):
        self.configuration.parent.mkdir(parents=True, exist_ok=True)
        self.configuration.write_text(json.dumps(configuration))

    def start(self, limit=None):
        """Seconds until the first answer. `limit` is the most open files."""
        command = [str(self.program)]
        if limit:
            command = ["sh", "-c", f'ulimit -n {limit}; exec "$0"', *command]
        start = time.perf_counter()
        with open(self.home / "log", "ab") as log:
            self.process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while self.client is None:
            try:
                self.client = self.connect()
            except OSError:
                if self.process.poll() is not None or time.perf_counter() - start > 60:
                    sys.exit(f"jokesd did not start: {(self.home / 'log').read_text()[-2000:]}")
                time.sleep(0.0002)
        self.call("ping")
        return time.perf_counter() - start

    def stop(self):
        if self.client:
            self.client.close()
        if self.process:
            self.process.terminate()
            self.process.wait(120)
        self.process = self.client = None

    def connect(self):
        return Client(self.path)

    def call(self, method, **params):
        return self.client.call(method, **params)

    def cpu(self):
        """Seconds for which all threads have run, kernel included; a thread that has ended counts no more."""
        return sum(int(path.read_text().split()[0])
                   for path in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")) / 1e9

    def memory(self):
        """Kilobytes by name, such as `Rss` and `Private_Dirty`."""
        sizes = [line.split() for line in open(f"/proc/{self.process.pid}/smaps_rollup")]
        return {size[0][:-1]: int(size[1]) for size in sizes if size[-1] == "kB"}

    def private_kilobytes(self):
        memory = self.memory()
        return memory["Private_Clean"] + memory["Private_Dirty"]


def joke_line(name, saved=False):
    """A line of a library: a joke that is saved, or one that is stored and about which nothing is decided any more."""
    number = sum(name.encode())
    then = "2025-01-01T00:00:00.000Z"
    return json.dumps({
        "id": name, "value": f"A {name} walks into bar {number * 7919 % 1000} and asks for {number * 31 % 97} straws.",
        "categories": ["bench"], "source": "bench", "language": "en",
        "savedAt": then if saved else None, "changedAt": then}, separators=(",", ":"))


def import_lines(client, lines, chunk=200):
    """Imports lines, in requests that are short enough, and returns the counts."""
    staged = {}
    for start in range(0, len(lines), chunk):
        result = client.call(
            "saved.import", lines=lines[start:start + chunk], last=start + chunk >= len(lines), **staged)
        staged = {"import": result["import"]} if "import" in result else {}
    return result
