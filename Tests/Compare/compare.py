#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py REFERENCE TIP KERNEL

Plays random sessions to two builds of jokesd and compares all that can be seen: replies, events, requests to
jokesd-fetch, the journal, exports, and the output of jokectl. REFERENCE and TIP are directories of programs, KERNEL is
the library of Tests/Simulation. It fixes clocks, random numbers and threads, so the same steps have the same results.
The methods and parameters come from `rpc.discover` of the reference; half of the parameters mean something, the others
only follow or break the schema.

COMPARE_MINUTES (2) limits the time. Each session has a seed; SEED=N plays session N first. A difference ends the run
with 1, after the shortest steps that were found in a minute. It also ends with 1 if a method never succeeded.
"""
import difflib, itertools, json, os, re, select, shutil, signal, socket, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
from sessions import BEGIN_MS, ERRORS, EVENTS, EXITS, FILLERS, METHODS, OWN_PACK, SUCCESSES, WAITING, Session, method_of

REFERENCE, TIP, KERNEL = map(os.path.abspath, sys.argv[1:4])
PACKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../packs/builtin.jsonl")
MINUTES = float(os.environ.get("COMPARE_MINUTES") or 2)
BEGIN = BEGIN_MS * 1_000_000

# What may differ: a regular expression for "METHOD PATH" of a member, and the reason. `*` stands for an index. A member
# that is "opaque" has a value of each build's own, which only that build gets back.
MAY_DIFFER = [
    (r".* result\.next", "opaque: the position of a page"),
    (r".* result\.epoch", "opaque: a random number"),
    (r".*\.madeAt", "the time of a file, which is not simulated"),
    (r".* result\.bytes", "depends on the layout of the store"),
    (r".* result\.(info\.)?version", "the version of the program"),
]
# The same for texts: the journal, and the output of jokectl.
TEXT_MAY_DIFFER = [
    (r"(kill -KILL |--pid=|process )\d+", r"\1…", "the number of a process"),
    (r'("madeAt": ?")[^"]+', r"\1…", "the time of a file, which is not simulated"),
    (r"\bjokesd?(ctl)? \d+\.\d+\.\d+", "jokesd …", "the version of the program"),
]


class Build:
    """A build with its files, its daemon under the simulated kernel, its clients and its jokesd-fetch."""

    def __init__(self, name, programs, settings):
        self.root = f"{WORK}/{name}"
        shutil.rmtree(self.root, ignore_errors=True)
        self.programs, self.daemon, self.control, self.threads, self.idle = programs, None, None, 0, False
        self.wall, self.clients, self.fetchers, self.requests, self.logged = BEGIN + settings["at"], {}, [], [], 0
        self.tool = None  # a jokectl that runs
        self.opaque = {}  # the reference's opaque values → those of this build
        self.env = {"PATH": f"{self.root}/bin", "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1",
                    "JOKESD_PACKS": f"{self.root}/home/pack.jsonl", "JOKESD_SOCKET": f"{self.root}/run/jokesd/socket",
                    "JOKESD_FETCH_SOCKET": f"{self.root}/fetch"}
        for variable, directory in [("HOME", "home"), ("XDG_RUNTIME_DIR", "run"), ("XDG_DATA_HOME", "data"), ("TMPDIR", "tmp"),
                                    ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")]:
            os.makedirs(f"{self.root}/{directory}", 0o700)
            self.env[variable] = f"{self.root}/{directory}"
        os.makedirs(f"{self.root}/config/jokesd")
        self.listeners = {}
        for socket_name in ["control", "fetch"]:
            self.listeners[socket_name] = socket.socket(socket.AF_UNIX)
            self.listeners[socket_name].bind(f"{self.root}/{socket_name}")
            self.listeners[socket_name].listen(16)
        with open(PACKS, "rb") as file:
            self.write("home/pack.jsonl", b"".join(file.readlines()[:settings["jokes"]]))
        self.write("home/own.jsonl", OWN_PACK.encode())
        self.write("journal", b"")
        self.write("home/fortunes", "".join(f"Fortune {number} favours the bold.\n%\n" for number in range(30)).encode())
        self.write("config/jokesd/config.jsonc", settings["configuration"].encode())

    def write(self, path, data):
        with open(f"{self.root}/{path}", "wb") as file:
            file.write(data)

    # MARK: The daemon

    def start(self, salt):
        simulated = {"LD_PRELOAD": KERNEL, "SIMULATION_ROOT": f"{self.root}/data", "SIMULATION_LOG": "/dev/null",
                     "SIMULATION_CONTROL": f"{self.root}/control"}
        with open(f"{self.root}/journal", "ab") as errors:
            self.daemon = subprocess.Popen([f"{self.programs}/jokesd"], env=self.env | simulated, cwd=self.root,
                                           stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        self.control = self.listeners["control"].accept()[0].makefile("rw", buffering=1)
        self.report()
        self.command("tick 10")
        self.set_time(salt)
        self.settle()

    def command(self, text):
        if self.control:
            try:
                self.control.write(text + "\n")
            except OSError:
                pass
            self.report()

    def report(self):
        try:
            line = self.control.readline()
        except OSError:
            line = ""
        if line:
            _, timeout, self.threads = line.split()
            self.threads, self.idle = int(self.threads), timeout == "-1" and self.threads == "0"
        else:
            self.control = None

    def set_time(self, salt):
        """Sets the clock and the random numbers, so that what came before does not matter."""
        self.command(f"clock {self.wall} {self.wall - BEGIN + 10**15}")
        self.command(f"random {salt * 2 + 1}")

    def go(self):
        for command in ["thread 0"] * (self.threads > 0) + ["go"]:
            # jokectl works as long as it can before the daemon goes on, so that their order is the same each time.
            while self.tool and self.tool.poll() is None and not sleep_of(self.tool.pid):
                time.sleep(0.0002)
            self.command(command)

    def settle(self):
        """Lets the daemon work, and reads what it sends, until nothing is left to do."""
        idle = 0
        for _ in range(20_000):
            if not self.control or idle > 2:
                return
            self.go()
            idle = idle + 1 if self.idle else 0
            if idle > 2 and self.read():
                idle = 0
        raise RuntimeError(f"{self.root}: the daemon does not come to rest")

    def end(self, signal_number):
        if not self.control:
            return "it does not run"
        self.daemon.send_signal(signal_number)
        while self.control and signal_number != signal.SIGKILL:
            self.go()
            self.read()
        self.control = None
        status = self.daemon.wait(20)
        self.read()
        for client in list(self.clients):
            self.close(client)
        for fetcher, _ in self.fetchers:
            fetcher.close()
        self.fetchers, self.requests = [], []
        return status

    def shut_down(self):
        if self.daemon and self.daemon.poll() is None:
            self.end(signal.SIGKILL)
        for listener in self.listeners.values():
            listener.close()

    # MARK: Clients, and the other end of jokesd-fetch

    def client(self, name):
        if name not in self.clients:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(f"{self.root}/run/jokesd/socket")
            except OSError:
                return None
            connection.setblocking(False)
            self.clients[name] = [connection, b""]
            self.settle()
        return self.clients.get(name, [None])[0]

    def close(self, name):
        if name in self.clients:
            self.clients.pop(name)[0].close()

    def send(self, name, text):
        data = text.encode("latin-1")
        for reference, own in self.opaque.items():
            data = data.replace(reference, own)
        connection = self.client(name)
        for _ in range(100):
            if not data or not connection:
                return
            try:
                data = data[connection.send(data):]
            except BlockingIOError:
                self.settle()
            except OSError:
                return

    def read(self):
        """Reads what clients and jokesd-fetch received. Returns whether that was something."""
        before = len(self.seen)
        for name, client in list(self.clients.items()):
            client[1] += (data := receive(client[0])).rstrip(b"\0")
            *lines, client[1] = client[1].split(b"\n")
            self.seen += [(name, line) for line in lines]
            if data.endswith(b"\0"):
                self.seen.append((name, b"the end"))
                self.close(name)
        while select.select([self.listeners["fetch"]], [], [], 0)[0]:
            self.fetchers.append([self.listeners["fetch"].accept()[0], b""])
            self.fetchers[-1][0].setblocking(False)
        for fetcher in list(self.fetchers):
            fetcher[1] += (data := receive(fetcher[0])).rstrip(b"\0")
            *lines, fetcher[1] = fetcher[1].split(b"\n")
            for request in map(json.loads, lines):
                number = request.pop("id", None)
                self.seen.append(("jokesd-fetch", json.dumps(request).encode()))
                if request["method"] == "cancel":
                    self.requests = [known for known in self.requests if known[1:] != (request["params"]["id"], fetcher[0])]
                    fetcher[0].send(b'{"jsonrpc":"2.0","id":%d,"result":{"cancelled":true}}\n' % number)
                else:
                    self.requests.append((json.dumps(request), number, fetcher[0]))
            if data.endswith(b"\0"):
                fetcher[0].close()
                self.fetchers.remove(fetcher)
        return len(self.seen) > before

    def answer(self, kind, pick, salt):
        """Answers a request to jokesd-fetch."""
        self.requests = [request for request in self.requests if request[2].fileno() >= 0]
        if not self.requests:
            return
        self.requests.sort(key=lambda request: request[0])
        text, number, connection = self.requests.pop(pick % len(self.requests))
        method, params = (request := json.loads(text))["method"], request["params"]
        result = {"requests": 1}
        if method == "translate":
            result["translation"] = {"texts": [f"[{params['into']}] {text}" for text in params["texts"]], "version": "1",
                                     "credit": "Made by a test", "url": "https://example.com"}
        elif method == "categories":
            result["categories"] = ["Animals", "dev", "food"]
        else:
            result["jokes"] = [fetched(salt + place, params.get("language", "en")) for place in range(min(params.get("count", 3), 5))]
            if method == "page":
                result |= {"page": params["page"], "hasMore": params["page"] < 3, "total": 3}
        reply = {"jsonrpc": "2.0", "id": number, "result": result}
        if kind == "nothing":
            result["jokes"] = []
        elif kind != "result":
            del reply["result"]
            reply["error"] = {"code": -32000, "message": "It failed.", "data": {
                "kind": kind, "retry": True, "failure": kind, "requests": 1}}
        try:
            connection.send(json.dumps(reply).encode() + b"\n" if kind != "garbage" else b"{]\n")
        except OSError:
            pass

    # MARK: jokectl

    def run(self, words, text, salt):
        """Runs a command line, and returns how it ended, what it printed, and the files that it may have written."""
        if not self.control:
            return "jokesd does not run"
        program, *arguments = [word.replace("ROOT", self.root) for word in words]
        streams = [tempfile.TemporaryFile() for _ in range(3)]
        streams[0].write(text.encode("latin-1"))
        streams[0].seek(0)
        self.tool = process = subprocess.Popen([f"{self.programs}/{program}", *arguments], env=self.env, cwd=f"{self.root}/home",
                                               stdin=streams[0], stdout=streams[1], stderr=streams[2])
        deadline = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < deadline:
            # A program that sleeps while jokesd has nothing to do waits for jokesd-fetch, or for a later time.
            sleep = sleep_of(process.pid) if arguments[:1] and arguments[0] in WAITING else None
            self.settle()
            if sleep and sleep == sleep_of(process.pid):
                if self.requests:
                    self.answer("result", 0, salt)
                else:
                    self.wall += 1_000_000_000
                    self.set_time(salt)
        self.tool = None
        said = {"status": "no end" if process.poll() is None else process.returncode}
        process.kill()
        process.wait()
        said["files"] = {name: os.path.isfile(path := f"{self.root}/home/{name}") and name in FILLERS["FILE"] and content(open(path, "rb"))
                         for name in sorted(os.listdir(f"{self.root}/home"))}
        return said | {"stdout": content(streams[1]), "stderr": content(streams[2])}

    # MARK: Steps

    def play(self, step):
        """Carries out a step, and returns what can be seen of it."""
        kind, salt, *rest = step
        self.seen, said = [], None
        self.wall += 7_000_000 if kind != "pass" else rest[0]
        self.set_time(salt)
        if kind == "start" and not self.control:
            self.start(salt)
        elif kind == "end":
            said = self.end(rest[0])
        elif kind == "send":
            for name, text in rest[0]:
                self.client(name)
            for name, text in rest[0]:
                self.send(name, text)
        elif kind == "close":
            self.close(rest[0])
        elif kind == "shut" and rest[0] in self.clients:
            self.clients[rest[0]][0].shutdown(socket.SHUT_WR)
        elif kind == "answer":
            self.answer(*rest, salt)
        elif kind == "write":
            self.write(rest[0], rest[1].encode())
        elif kind == "hang up" and self.control:
            self.daemon.send_signal(signal.SIGHUP)
        elif kind == "run":
            said = self.run(*rest, salt)
        self.settle()
        self.read()
        with open(f"{self.root}/journal", "rb") as file:
            file.seek(self.logged)
            self.logged += len(lines := file.read())
        self.seen += [("journal", line) for line in lines.splitlines()]
        if said is not None:
            self.seen.append(("the program", json.dumps(said).encode()))
        if not self.control and self.daemon and self.daemon.poll() is not None:
            self.seen.append(("jokesd", b"ended with %d" % self.daemon.returncode))
        return self.seen


def content(file):
    with file:
        file.seek(0)
        return file.read().decode("utf-8", "replace")


def sleep_of(process):
    """Returns the number of a process's sleep, or None if it is awake."""
    try:
        with open(f"/proc/{process}/status") as file:
            status = file.read()
    except OSError:
        return None
    return re.search(r"\nvoluntary_ctxt_switches:\s*(\d+)", status)[1] if "\nState:\tS" in status else None


def receive(connection):
    """Returns the bytes that have arrived, with a zero after them if the connection has ended."""
    data = b""
    while True:
        try:
            part = connection.recv(1 << 20)
        except BlockingIOError:
            return data
        except OSError:
            part = b""
        if not part:
            return data + b"\0"
        data += part


def fetched(number, language):
    return {"id": str(number), "value": f"Joke {number} of the service.", "setup": None, "punchline": None, "categories": ["dev"],
            "language": language, "url": None, "flags": ["nsfw"] if number % 7 == 0 else [], "safe": True}


# MARK: Comparing


def shown(line, opaque=None, root=""):
    """A line without what may differ. Adds the opaque values that it has to a list."""
    line = line.replace(root.encode(), b"ROOT") if root else line
    try:
        message = json.loads(line)
    except ValueError:
        text = line.decode("utf-8", "replace")
        for pattern, replacement, _ in TEXT_MAY_DIFFER:
            text = re.sub(pattern, replacement, text)
        return text

    def walk(value, path):
        if isinstance(value, str) or isinstance(value, int) and not isinstance(value, bool):
            for pattern, reason in MAY_DIFFER:
                if re.fullmatch(pattern, path):
                    if opaque is not None and reason.startswith("opaque"):
                        opaque.append(str(value).encode())
                    return "…"
        if isinstance(value, dict):
            return {name: walk(member, f"{path}.{name}" if path[-1] != " " else path + name) for name, member in value.items()}
        if isinstance(value, list):
            return [walk(item, path + ".*") for item in value]
        if isinstance(value, str):
            for pattern, replacement, _ in TEXT_MAY_DIFFER:
                value = re.sub(pattern, replacement, value)
        return value

    if isinstance(message, list):
        return json.dumps([walk(reply, method_of(reply) + " ") for reply in message], ensure_ascii=False)
    return json.dumps(walk(message, method_of(message) + " "), ensure_ascii=False)


class Difference(Exception):
    def __init__(self, index, first, second):
        self.index, self.first, self.second = index, first, second


class Pair:
    """The two builds, which carry out the same steps."""

    def __init__(self, settings):
        self.seed = settings.get("seed")
        self.builds, self.steps = [Build("a", REFERENCE, settings), Build("b", TIP, settings)], []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for build in self.builds:
            build.shut_down()

    def play(self, step):
        """Returns what the reference showed."""
        self.steps.append(step)
        seen, lines, opaque = [], [], ([], [])
        for build, values in zip(self.builds, opaque):
            try:
                seen.append(build.play(step))
            except (RuntimeError, OSError) as error:
                seen.append(build.seen + [("the test", str(error).replace(build.root, "ROOT").encode())])
            lines.append([f"{place}: {shown(line, values, build.root)}" for place, line in sorted(seen[-1], key=lambda entry: entry[0])])
        if lines[0] != lines[1]:
            raise Difference(len(self.steps) - 1, *lines)
        if "the test" in (place for place, _ in seen[0]):
            raise RuntimeError(f"session {self.seed}: {lines[0]}")
        self.builds[1].opaque.update((own, other) for own, other in zip(*opaque) if own != other)
        return seen[0]


def difference(settings, steps):
    """Returns the first difference, or None."""
    with Pair(settings) as pair:
        try:
            for step in steps:
                pair.play(step)
        except Difference as found:
            return found
    return None


def shorten(settings, steps, found):
    """Leaves out steps as long as there is a difference, for at most a minute."""
    deadline, steps = time.monotonic() + 60, steps[:found.index + 1]

    def attempt(fewer):
        nonlocal steps, found
        if not 0 < len(fewer) < len(steps) or time.monotonic() > deadline or not (other := difference(settings, fewer)):
            return False
        steps, found = fewer[:other.index + 1], other
        return True

    # All steps of a kind or of a client, then pieces of half the length, a quarter and so on.
    for kind in ["run", "close", "shut", "pass", "write", "hang up", "answer", "end", *(f"client {number}" for number in range(1, 6))]:
        attempt([step for step in steps[:-1] if step[0] != kind and not (step[0] == "send" and step[2][0][0] == kind)] + steps[-1:])
    size = len(steps) // 2
    while size and time.monotonic() < deadline:
        place = 0
        while place < len(steps):
            if not attempt(steps[:place] + steps[place + size:]):
                place += size
        size //= 2
    return steps, found


# MARK: Running

BEGUN = time.monotonic()


def discover():
    """Reads the methods of the reference."""
    with Pair(Session(0).settings) as pair:
        build = pair.builds[0]
        build.play(["start", 1])
        seen = build.play(["send", 1, [["client", '{"id":"rpc.discover#1","method":"rpc.discover"}\n']]])
        document = json.loads(next(line for place, line in seen if place == "client"))["result"]
        METHODS.update((method["name"], method) for method in document["methods"])
        return [error["data"]["kind"] if "data" in error else name for name, error in document["components"]["errors"].items()]


def pairs(found):
    """The lines that differ, each with its sign and the line of the other build at the same place, or an empty one."""
    for kind, *_, begin, end, other_begin, other_end in difflib.SequenceMatcher(None, found.first, found.second, False).get_opcodes():
        if kind != "equal":
            first, second = found.first[begin:end], found.second[other_begin:other_end]
            for line, other in itertools.zip_longest(first, second, fillvalue=""):
                yield from ((sign, text, counterpart) for sign, text, counterpart in [("-", line, other), ("+", other, line)] if text)


def print_difference(seed, settings, steps, found):
    print(f"\nA difference in step {found.index + 1} of session {seed}, after {time.monotonic() - BEGUN:.0f} s. Looking for fewer steps.", flush=True)
    steps, found = shorten(settings, steps, found)
    print(f"{len(steps)} steps with {settings['configuration']}:")
    for step in steps:
        print("  " + json.dumps(step, ensure_ascii=False)[:500])
    for sign, line, other in pairs(found):
        same = len(os.path.commonprefix([line, other])) if other else 0
        start = max(same - 300, 0)
        print(f"{sign} {line.partition(': ')[0]}: {'…' if start else ''}{line[max(start, len(line.partition(': ')[0]) + 2):same + 600]}")
    print(f"\nSEED={seed} make compare")


def run(seed):
    """Plays a session. Returns the number of steps, or None after a difference."""
    session = Session(seed)
    with Pair(session.settings) as pair:
        try:
            for number in range(session.random.choice([30, 80, 200])):
                session.learn(step := session.step(), pair.play(step))
            if not session.alive:
                session.learn(step := session.step(), pair.play(step))
            session.learn(step := session.export(), pair.play(step))
            return len(pair.steps)
        except Difference as difference_found:
            found, steps = difference_found, pair.steps
    print_difference(seed, session.settings, steps, found)
    return None


def main():
    seed, deadline, sessions, steps = int(os.environ.get("SEED") or time.time()), time.monotonic() + MINUTES * 60, 0, 0
    kinds = discover()
    print(f"seed {seed}", flush=True)
    while time.monotonic() < deadline:
        if (count := run(seed + sessions)) is None:
            return 1
        sessions, steps = sessions + 1, steps + count
    print(f"{sessions} sessions, {steps} steps, {sum(EXITS.values())} command lines of jokectl (exit status: number): {dict(sorted(EXITS.items(), key=str))}")
    for title, counts, names in [("successes", SUCCESSES, METHODS), ("errors", ERRORS, kinds), ("events", EVENTS, EVENTS)]:
        entries = [f"{name} {counts[name]}".ljust(28) for name in sorted({*names, *counts})]
        print(f"\n{title}:", *("  " + "".join(entries[place:place + 4]).rstrip() for place in range(0, len(entries), 4)), sep="\n")
    if missing := [name for name in METHODS if not SUCCESSES[name]]:
        print(f"never succeeded: {', '.join(missing)}")
    return 1 if missing else 0


WORK = tempfile.mkdtemp(prefix="jokesd-compare-")
try:
    sys.exit(main())
finally:
    shutil.rmtree(WORK, ignore_errors=True)
