#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sync.py PROGRAMS CLOCK SCENARIO

Runs jokesd and Syncthing for several machines in a temporary directory, on the loopback. Each machine has a folder that
its Syncthing carries. A thread stands in for jokesd-sync.path: it starts a run of sync after a change in the folder.
jokesd itself starts the runs after decisions, as it does without systemd.

`like` measures the time of a like to the other machine. `two` and `five` make seeded operations with clocks that are
wrong by up to ten years, partitions, kills of jokesd, sync and Syncthing, and truncated and doubled files. `git` does so
with clones of a repository as folders, and `shared` with one folder for both machines. At the end all exports must be
equal byte for byte, all machines must know the same shown jokes, and the folder must be as small as docs/sync.md says.
"""
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import xml.etree.ElementTree as XML

PROGRAMS, CLOCK, SCENARIO = sys.argv[1:4]
OPERATIONS = int(os.environ.get("SYNC_OPERATIONS", "10000" if SCENARIO == "five" else "1000"))
SEED = int(os.environ.get("SYNC_SEED", str(int(time.time()))))
REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TEN_YEARS = 315_360_000
PATIENCE = 180


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what, condition, seconds=PATIENCE):
    """Waits until the condition is true. Returns the time that it took."""
    start = time.monotonic()
    while True:
        try:
            if condition():
                return time.monotonic() - start
        except OSError:
            pass
        if time.monotonic() - start > seconds:
            raise SystemExit(f"FAILED: timed out waiting for {what} (SYNC_SEED={SEED})")
        time.sleep(0.02)


class Machine:
    """A machine with jokesd, Syncthing and a folder."""

    def __init__(self, number, root, shift, folder=None):
        self.number, self.shift = number, shift
        self.home = f"{root}/{number}"
        self.folder = folder or f"{self.home}/folder"
        self.is_paused = False
        self.carrier_home = f"{self.home}/syncthing"
        for name in ["run", "data", "config", "cache", "state"]:
            os.makedirs(f"{self.home}/{name}")
        os.makedirs(self.folder, exist_ok=True)
        self.environment = {
            "HOME": self.home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": f"{self.home}/run", "XDG_DATA_HOME": f"{self.home}/data",
            "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache",
            "XDG_STATE_HOME": f"{self.home}/state",
            "JOKESD_PACKS": f"{REPOSITORY}/packs",
        }
        self.port, self.gui = free_port(), free_port()
        self.daemon = self.carrier = self.run = None
        self.is_over = False
        self.connection = None

    # jokesd

    def start_daemon(self):
        environment = dict(self.environment, LD_PRELOAD=CLOCK, SHIFTED_CLOCK=str(self.shift))
        log = open(f"{self.home}/jokesd.log", "ab")
        self.daemon = subprocess.Popen([f"{PROGRAMS}/jokesd"], env=environment, stderr=log, stdout=log)
        self.connection = None
        wait_for("jokesd", self.connect, 30)

    def connect(self):
        link = socket.socket(socket.AF_UNIX)
        link.connect(f"{self.home}/run/jokesd/socket")
        self.connection = link.makefile("rwb")
        return True

    def ask(self, method, **params):
        """Makes a request. Returns its result, or None if it failed."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.connection.write(json.dumps(request).encode() + b"\n")
        self.connection.flush()
        return json.loads(self.connection.readline()).get("result")

    def jokectl(self, *words):
        return subprocess.run([f"{PROGRAMS}/jokectl", "--timeout", "60", *words], env=self.environment,
                              capture_output=True, check=False)

    def export(self):
        return self.jokectl("saved", "export").stdout

    def lines(self):
        return len(self.export().splitlines())

    def memory(self):
        """Returns the lines of what was shown and learned."""
        lines, cursor = [], {}
        while True:
            part = self.ask("memory.export", **cursor)
            lines += part["lines"]
            if not part["next"]:
                return lines
            cursor = {"cursor": part["next"]}

    def showings(self):
        """Returns the lines of the jokes that were shown."""
        return sorted(line for line in self.memory() if line.startswith('{"seen":'))

    def data(self):
        """Returns the size of the data, of which docs/sync.md speaks ("The size of the folder")."""
        return len(self.export()) + sum(len(line.encode()) + 1 for line in self.memory())

    def folder_size(self):
        return sum(size for _, size, _ in self.names())

    # Syncthing

    def generate(self):
        subprocess.run(["syncthing", "generate", f"--home={self.carrier_home}", "--no-default-folder",
                        "--skip-port-probing"], env=self.environment, check=True, capture_output=True)
        text = open(f"{self.carrier_home}/config.xml", encoding="utf-8").read()
        self.device = re.search(r'<device id="([^"]+)"', text).group(1)
        self.key = re.search(r"<apikey>([^<]+)", text).group(1)

    def configure(self, machines):
        path = f"{self.carrier_home}/config.xml"
        tree = XML.parse(path)
        root = tree.getroot()
        for device in root.findall("device"):
            root.remove(device)
        root.find("gui/address").text = f"127.0.0.1:{self.gui}"
        options = root.find("options")
        for name in ["listenAddress", "globalAnnounceEnabled", "localAnnounceEnabled", "relaysEnabled",
                     "natEnabled", "urAccepted", "crashReportingEnabled", "startBrowser", "reconnectionIntervalS",
                     "autoUpgradeIntervalH"]:
            for option in options.findall(name):
                options.remove(option)
        for name, value in [("listenAddress", f"tcp://127.0.0.1:{self.port}"), ("globalAnnounceEnabled", "false"),
                            ("localAnnounceEnabled", "false"), ("relaysEnabled", "false"), ("natEnabled", "false"),
                            ("urAccepted", "-1"), ("crashReportingEnabled", "false"), ("startBrowser", "false"),
                            ("reconnectionIntervalS", "1"), ("autoUpgradeIntervalH", "0")]:
            XML.SubElement(options, name).text = value
        folder = XML.SubElement(root, "folder", {
            "id": "jokes", "path": self.folder, "type": "sendreceive", "rescanIntervalS": "60",
            "fsWatcherEnabled": "true", "fsWatcherDelayS": "1"})
        for machine in machines:
            XML.SubElement(folder, "device", {"id": machine.device})
            device = XML.SubElement(root, "device", {"id": machine.device, "name": str(machine.number)})
            XML.SubElement(device, "address").text = f"tcp://127.0.0.1:{machine.port}"
        tree.write(path)

    def start_carrier(self):
        log = open(f"{self.home}/syncthing.log", "ab")
        self.carrier = subprocess.Popen(
            ["syncthing", "serve", f"--home={self.carrier_home}", "--no-browser", "--no-restart", "--no-upgrade"],
            env=dict(self.environment, STNOUPGRADE="1", GOMAXPROCS="1"), stdout=log, stderr=log)

    def rest(self, method, path):
        request = urllib.request.Request(f"http://127.0.0.1:{self.gui}/rest/{path}", method=method,
                                         headers={"X-API-Key": self.key})
        return urllib.request.urlopen(request, timeout=10).read()

    def is_connected(self, others):
        connections = json.loads(self.rest("GET", "system/connections"))["connections"]
        return all(connections.get(other.device, {}).get("connected") for other in others)

    def pause(self, is_paused):
        """Separates the machine from all others, or joins it again. Does nothing if its Syncthing does not answer."""
        try:
            self.rest("POST", "system/pause" if is_paused else "system/resume")
        except OSError:
            pass

    # git

    def git(self, *words):
        return subprocess.run(["git", "-C", self.folder, *words], env=self.environment, capture_output=True,
                              check=False).returncode

    def carry(self):
        """Carries the folder as a script of the user does: commit, pull with a merge, push."""
        while not self.is_over:
            if not self.is_paused:
                self.git("add", "-A")
                self.git("commit", "-qm", "sync")
                self.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
                self.git("push", "-q", "origin", "HEAD:main")
            time.sleep(0.3)

    # The stand-in for jokesd-sync.path

    def names(self):
        found = []
        for entry in os.scandir(self.folder):
            if not entry.name.endswith(".jokes"):
                continue
            try:
                status = entry.stat()
                found.append((entry.name, status.st_size, status.st_mtime_ns))
            except FileNotFoundError:
                pass
        return sorted(found)

    def watch(self):
        known = None
        while not self.is_over:
            names = self.names()
            if names != known:
                known = names
                self.run = subprocess.Popen([f"{PROGRAMS}/jokectl", "--quiet", "sync", "now", "--changes"],
                                            env=self.environment, stderr=subprocess.DEVNULL)
                self.run.wait()
                continue
            time.sleep(0.02)

    def stop(self):
        self.is_over = True
        for process in [self.daemon, self.carrier]:
            if process and process.poll() is None:
                process.kill()
                process.wait()


class World:
    def __init__(self, count, root, shifts, carrier="syncthing"):
        self.random = random.Random(SEED)
        self.carrier = carrier
        shared = f"{root}/shared" if carrier == "shared" else None
        self.machines = [Machine(number, root, self.random.randint(-shifts, shifts), shared)
                         for number in range(1, count + 1)]
        if carrier == "git":
            self.clone(root)
        if carrier == "syncthing":
            for machine in self.machines:
                machine.generate()
            for machine in self.machines:
                machine.configure(self.machines)
                machine.start_carrier()
        for machine in self.machines:
            machine.start_daemon()
        for machine in self.machines:
            if carrier == "syncthing":
                others = [other for other in self.machines if other is not machine]
                wait_for("the connections of Syncthing", lambda m=machine, o=others: m.is_connected(o))
            result = machine.jokectl("sync", "on", machine.folder)
            if result.returncode != 0:
                raise SystemExit(f"FAILED: sync on: {result.stderr.decode()}")
            threading.Thread(target=machine.watch, daemon=True).start()
            if carrier == "git":
                threading.Thread(target=machine.carry, daemon=True).start()

    def clone(self, root):
        """Makes the folder of each machine a clone of one repository."""
        subprocess.run(["git", "init", "-q", "--bare", "--initial-branch=main", f"{root}/repository"], check=True)
        for machine in self.machines:
            subprocess.run(["git", "clone", "-q", f"{root}/repository", machine.folder], check=True,
                           capture_output=True)
            machine.git("config", "user.name", f"machine {machine.number}")
            machine.git("config", "user.email", f"{machine.number}@example.org")
            machine.git("checkout", "-q", "-B", "main")
            if machine.number == 1:
                machine.git("commit", "-q", "--allow-empty", "-m", "begin")
                machine.git("push", "-q", "origin", "HEAD:main")
            else:
                machine.git("pull", "-q", "origin", "main")

    def are_equal(self):
        exports = [machine.export() for machine in self.machines]
        if exports[0] == b"" or any(export != exports[0] for export in exports):
            return False
        showings = [machine.showings() for machine in self.machines]
        return all(each == showings[0] for each in showings)

    def wait_until_equal(self):
        return wait_for("equal exports", self.are_equal)

    def stop(self):
        for machine in self.machines:
            machine.stop()

    # Operations

    def operate(self, machine):
        """Makes one decision on a machine."""
        kind = self.random.choices(
            ["like", "dislike", "delete", "restore", "add", "edit", "undo", "next"],
            [30, 15, 15, 10, 10, 10, 10, 10])[0]
        items = (machine.ask("saved.list", limit=50) or {}).get("items", [])
        item = self.random.choice(items)["joke"]["id"] if items else None
        if kind == "like":
            machine.ask("joke.like")
        elif kind == "dislike":
            machine.ask("joke.dislike")
        elif kind == "add":
            machine.ask("joke.add", value=f"Why {self.random.randint(1, 200)}? Because.")
        elif kind == "next":
            machine.ask("joke.next")
        elif kind == "undo":
            machine.ask("joke.undo")
        elif kind == "restore":
            deleted = (machine.ask("saved.list", deleted=True, limit=20) or {}).get("items", [])
            if deleted:
                machine.ask("saved.restore", jokes=[self.random.choice(deleted)["joke"]["id"]])
        elif item and kind == "delete":
            machine.ask("saved.delete", jokes=[item])
        elif item:
            machine.ask("saved.edit", joke=item, value=f"Edited {self.random.randint(1, 1000)}.")

    def disturb(self, machine):
        """Makes one fault. Returns its name."""
        kinds = ["daemon", "sync"]
        if self.carrier != "shared":
            kinds += ["partition", "heal"]
        # A damaged file is a conflict for git, which a person has to solve.
        if self.carrier != "git":
            kinds += ["truncate", "double"]
        if self.carrier == "syncthing":
            kinds += ["carrier"]
        kind = self.random.choice(kinds)
        if kind in ["partition", "heal"] and self.carrier == "git":
            machine.is_paused = kind == "partition"
        elif kind == "partition":
            machine.pause(True)
        elif kind == "heal":
            machine.pause(False)
        elif kind == "daemon":
            machine.daemon.kill()
            machine.daemon.wait()
            machine.start_daemon()
        elif kind == "carrier":
            machine.carrier.kill()
            machine.carrier.wait()
            machine.start_carrier()
        elif kind == "sync":
            if machine.run and machine.run.poll() is None:
                machine.run.kill()
        else:
            files = [name for name, size, _ in machine.names() if name.endswith(".jokes") and size > 0]
            if files:
                path = f"{machine.folder}/{self.random.choice(files)}"
                try:
                    data = open(path, "rb").read()
                    with open(path, "wb") as file:
                        file.write(data[:self.random.randrange(len(data))] if kind == "truncate" else data + data)
                except FileNotFoundError:
                    pass
        return kind

    def heal(self):
        for machine in self.machines:
            machine.is_paused = False
            if self.carrier == "syncthing" and machine.carrier.poll() is not None:
                machine.start_carrier()
        if self.carrier == "syncthing":
            for machine in self.machines:
                wait_for("Syncthing", lambda m=machine: m.rest("GET", "system/ping") != b"")
                machine.pause(False)
        # Damage that no file shows is found by the daily comparison, which is made now.
        for machine in self.machines:
            machine.jokectl("sync", "now")


def like(world):
    one, other = world.machines
    times = []
    for count in range(1, 11):
        start = time.monotonic()
        one.ask("joke.like")
        wait_for("the like", lambda n=count: other.ask("state.get")["state"]["saved"]["count"] >= n)
        times.append(time.monotonic() - start)
        # Syncthing waits longer for a change that follows another one closely.
        time.sleep(1.5)
    times.sort()
    print(f"  like: a like is on the other machine after {times[5]:.2f} s (median), {times[-1]:.2f} s (most)")
    world.wait_until_equal()


def scenario(world, name):
    faults = {}
    for number in range(OPERATIONS):
        machine = world.random.choice(world.machines)
        world.operate(machine)
        if number % 20 == 19:
            kind = world.disturb(world.random.choice(world.machines))
            faults[kind] = faults.get(kind, 0) + 1
    world.heal()
    seconds = world.wait_until_equal()
    lines = world.machines[0].lines()
    data = world.machines[0].data()
    # Snapshots may still be on the way, and other machines may still compare their libraries.
    most = data * 13 // 10 + 2_048 * len(world.machines)
    first = world.machines[0].folder_size()
    wait_for(f"a folder of at most {most} bytes", lambda: all(m.folder_size() <= most for m in world.machines))
    folder = max(machine.folder_size() for machine in world.machines)
    conflicts = sum("sync-conflict" in name for name, _, _ in world.machines[0].names())
    summary = ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()))
    print(f"  {name}: {OPERATIONS} operations ({summary}); equal exports of {lines} lines {seconds:.1f} s after the last "
          f"heal; folder {folder / data:.2f} × the data of {data} bytes (at first {first / data:.2f}), {conflicts} "
          "conflict copies")


def main():
    root = tempfile.mkdtemp(prefix="jokesd-sync-", dir="/tmp")
    world = None
    try:
        print(f"sync {SCENARIO} (SYNC_SEED={SEED})", flush=True)
        if SCENARIO == "like":
            world = World(2, root, 0)
            like(world)
        else:
            carrier = SCENARIO if SCENARIO in ["git", "shared"] else "syncthing"
            world = World(5 if SCENARIO == "five" else 2, root, TEN_YEARS, carrier)
            scenario(world, SCENARIO)
    finally:
        if world:
            world.stop()
        if os.environ.get("SYNC_KEEP") != "1":
            shutil.rmtree(root, ignore_errors=True)


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
main()
