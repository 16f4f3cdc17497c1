#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""upgrades.py OLD NEW

Tests NEW, the staged programs of this checkout, with what earlier programs wrote, and beside them. OLD has a directory
for each commit of VERSIONS. The libraries are in the directory `upgrades` beside OLD. A
failure does not end the run.
"""
import contextlib
import glob
import hashlib
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

OLD, NEW = map(os.path.abspath, sys.argv[1:3])
ROOT = os.path.join(os.path.dirname(OLD), "upgrades")
SEED = int(os.environ.get("UPGRADES_SEED", str(int(time.time()))))
VERSIONS = {"0.1.0": "b436b12d", "0.2.0": "77b01a16", "0.2.0 with schema 11": "931ebbf2"}

# The differences that are meant: patterns of versions, patterns of differences, and reasons.
ALLOWED = [
    ("0.1", r"\.history: \[\] became \[.{1,900}\]$", "0.1 has no history. That of this version begins with the card."),
    ("0.2", r"^undone\[\d+\]\.mine-\w+\[[01]\]: false became true$",
     "The undo of an addition moves the joke to the trash. 0.2 removed it."),
    ("0.2.0$", r"^round [234], what was shown: ", "0.2.0 cannot read the records of several showings (CHANGELOG.md)."),
]
# Command lines for a jokectl and a daemon of different versions. The last two lines have those that 0.1 does not know.
# They must work, except for what ANSWERS has.
COMMANDS = """
show | next | like | dislike | undo | daily | translate toggle | saved list | saved list --deleted | saved search joke
saved show ID | saved delete ID | saved restore ID | saved export | saved import - | sources | sources list --explain
sources disable elephants | sources enable elephants | next --source elephants | show | feed builtin | queue | taste show
like ID | share ID | share --to list | notify --dry-run --again | follow | status | reload | backup BACKUP | doctor
describe | call ping | version | taste reset
previous | history | categories | reveal | add Mine | edit ID --text New | saved random | saved list --disliked
sources reset elephants | sync status | sync now"""
# Which program is old, patterns of versions, patterns of commands, the exit status, and what the error must say.
OTHER = "install the same version of jokesd and jokectl"
ANSWERS = [
    ("jokesd", "0.1", "previous|history|reveal|add|edit|sources reset", 76, OTHER),
    ("jokesd", "0.1", "saved random|saved list --disliked", 64, OTHER),
    ("jokesd", "0", "saved import", 64, OTHER), ("jokesd", "0.1", "feed", 64, "has no pages"),
    # There is no user manager, and the copies of libraries have no sync.
    ("jokectl", "0", "doctor", 1, ""), ("jokesd", "0.1", "doctor", 1, ""),
    ("", "0", "sync status", 1, ""), ("", "0", "sync now", 64, "jokectl sync on FOLDER"),
]
CONFIGURATION = """{
  // The configuration of an earlier version.
  "languages": ["en"], "translateTo": "es", "idleExit": "1h", "queue": { "capacity": 12, "lowWater": 3 },
  "sources": {
    "elephants": { "type": "pack", "path": "PACK", "weight": 2 },
    "program": { "type": "command", "command": ["~/program"], "weight": 0.01 },
  },
  "filter": { "blockedWords": ["pineapple"], "maxLength": 300 }, "categoryWeights": { "dev": 2 },
  "translation": { "engines": ["pack"] }, "shareTargets": { "paste": "https://paste.example.org/?text={text}" },
}"""
failures = []


def check(what, condition, detail=""):
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}: {detail}"[:1500], flush=True)


def differences(old, new, path):
    """Yields the differences of two values of JSON. A newer version may add members to objects."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            yield from differences(old[key], new.get(key, "nothing"), f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new)):
            yield from differences(*pair, f"{path}[{number}]")
    elif old != new:
        yield f"{path}: {json.dumps(old, ensure_ascii=False)} became {json.dumps(new, ensure_ascii=False)}"


def same(version, what, old, new):
    # The queue may have more jokes after a start.
    if "queue" in old:
        new["queue"] = new["queue"][:len(old["queue"])]
    found = [line for line in differences(old, new, what)
             if not any(re.match(of, version) and re.search(pattern, line) for of, pattern, _ in ALLOWED)]
    check(f"{version}, {what}", not found, "; ".join(found))


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


class Machine:
    """A home with jokesd. Its systemctl does nothing."""

    def __init__(self, home, programs):
        self.home, self.programs, self.daemon, self.link = home, programs, None, None
        for name in ["run", "config/jokesd", "bin"]:
            os.makedirs(f"{home}/{name}", 0o700, exist_ok=True)
        self.write("bin/systemctl", "#!/bin/sh\ncase \"$*\" in *show-environment) echo PATH=/usr/bin:/bin;; esac\n", 0o755)

    @property
    def environment(self):
        homes = {f"XDG_{name.upper()}_HOME": f"{self.home}/{name}" for name in ["data", "state", "cache", "config"]}
        # The joke of the day changes at midnight, so it is noon.
        return homes | {"HOME": self.home, "XDG_RUNTIME_DIR": f"{self.home}/run", "LANG": "C.UTF-8",
                        "TZ": f"X{time.gmtime().tm_hour - 12:+d}", "JOKESD_PACKS": f"{self.programs}/share/jokesd/packs",
                        "PATH": f"{self.home}/bin:{self.programs}/bin:/usr/bin:/bin"}

    def write(self, name, text, mode=0o644):
        os.makedirs(os.path.dirname(f"{self.home}/{name}"), exist_ok=True)
        with open(f"{self.home}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(f"{self.home}/{name}", mode)

    def run(self, *words, programs=None, given=""):
        """Runs a program, which must not take ten seconds. Returns its exit status, output and errors."""
        try:
            ran = subprocess.run([f"{programs or self.programs}/bin/{words[0]}", *words[1:]], env=self.environment,
                                 input=given, capture_output=True, text=True, timeout=10, check=False)
            return ran.returncode, ran.stdout, ran.stderr.strip()
        except subprocess.TimeoutExpired:
            return None, "", "took ten seconds"

    def ctl(self, *words, given=""):
        """Runs jokectl, which must succeed. Returns its output."""
        code, said, errors = self.run("jokectl", *words, given=given)
        check(f"{self.programs}: jokectl {' '.join(words)}", code == 0, f"{code}, {errors}")
        return said

    def launch(self):
        self.daemon, self.link = subprocess.Popen([f"{self.programs}/bin/jokesd"], env=self.environment,
                                                  stderr=open(f"{self.home}/log", "a")), None

    def connect(self):
        with contextlib.suppress(OSError):
            link = socket.socket(socket.AF_UNIX)
            link.settimeout(10)
            link.connect(f"{self.home}/run/jokesd/socket")
            self.link = link.makefile("rwb")
        return self.link or self.daemon.poll() is not None

    def start(self, programs=None):
        self.programs = programs or self.programs
        self.launch()
        wait_for(self.connect)
        if self.link is None:
            raise SystemExit(f"FAILED: {self.programs} does not start: {open(f'{self.home}/log').read()}")

    def stop(self, number=signal.SIGTERM):
        self.daemon.send_signal(number)
        self.daemon.wait(30)

    def send(self, method, **params):
        self.link.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        self.link.flush()

    def ask(self, method, **params):
        """Makes a request. Returns its result, which is empty if it failed."""
        self.send(method, **params)
        return json.loads(self.link.readline()).get("result") or {}

    def copy(self, name):
        """Returns a machine with a copy of the files, without sync, because both would write into its folder."""
        shutil.copytree(self.home, f"{self.home}-{name}", ignore=shutil.ignore_patterns("run", "sync", "sync-on"))
        return Machine(f"{self.home}-{name}", self.programs)

    def export(self):
        return {line["id"]: line for line in map(json.loads, self.ctl("saved", "export").splitlines())}

    def saved(self, **options):
        return {item["joke"]["id"]: item for item in self.ask("saved.list", limit=200, **options)["items"]}

    def seen(self):
        """Returns the hashes of the jokes that were shown."""
        return sorted(re.findall(r'{"seen":"(\w+)"', "\n".join(self.ask("memory.export").get("lines", []))))

    def snapshot(self):
        """Returns what an upgrade must keep."""
        state = self.ask("state.get")["state"]
        return {
            "export": self.export(), "saved": self.saved(), "trash": self.saved(deleted=True),
            "card": {key: state[key] for key in ["joke", "showTranslation", "saved"]}, "daily": self.ask("daily.get"),
            "taste": {f"{arm['kind']} {arm['name']}": [arm["likes"], arm["dislikes"]]
                      for arm in self.ask("taste.get")["arms"]},
            "sources": {source["name"]: source["enabled"] for source in self.ask("sources.list")["items"]},
            "history": self.ask("joke.history").get("items", []),
            "memory": dict(enumerate(sorted(self.ask("memory.export").get("lines", [])))),
            "queue": [joke["id"] for joke in self.ask("queue.list")["items"]],
        }

    def settled(self):
        """Stops the daemon. Returns its snapshot after a start, because one that runs does not show all that sync changes."""
        self.stop()
        self.start()
        snapshot = self.snapshot()
        self.stop()
        return snapshot

    def undos(self):
        """Undoes what can be undone. Returns the decisions after each step."""
        steps = []
        while self.ask("joke.undo"):
            steps.append({key: [line[when] is not None for when in ["savedAt", "deletedAt", "buriedAt"]] + [line["value"]]
                          for key, line in self.export().items()})
        return steps

    def files(self, pattern):
        return {path: hashlib.sha256(open(path, "rb").read()).hexdigest() for path in glob.glob(f"{self.home}/{pattern}")}


def fill(machine, version, folder):
    """Starts the daemon, and gives the library all that the version can keep."""
    # Copies have the pack in the same place. Each machine has its own, so that no other one dislikes its joke of the day.
    name = os.path.basename(machine.home)
    machine.write("config/jokesd/config.jsonc", CONFIGURATION.replace("PACK", f"{machine.home}.jsonl"))
    machine.write("program", "#!/bin/sh\necho A joke of the program.\n", 0o755)
    machine.write(f"../{name}.jsonl", "".join(json.dumps({
        "id": f"{name}-{number}", "setup": f"Elephant {number}?", "punchline": f"Of {name}.",
        "categories": ["elephant"]}) + "\n" for number in range(1, 31)))
    machine.start()
    for line in ["next", "like", "next --source elephants", "like", "dislike", "next --source program", "like", "dislike",
                 "next --source elephants", "like", "like", "daily", "sources disable program", "like daily"]:
        machine.ctl(*line.split())
    engine = {"engine": "apertium", "text": "Translated by Apertium", "url": "https://www.apertium.org/"}
    machine.ctl("saved", "import", "-", given="".join(json.dumps({
        "value": f"The imported joke {number}.", "language": "en", "savedAt": f"2020-01-0{number}T03:04:05.000Z",
        "translation": {"language": "es", "value": f"El chiste {number}.", "machine": True, "attribution": engine},
    }) + "\n" for number in range(1, 5)))
    imported = [key for key, line in machine.export().items() if "imported" in line["value"]]
    machine.ctl("saved", "delete", imported[0], imported[1])
    machine.ctl("saved", "restore", imported[1])
    if version != "0.1.0":
        machine.ctl("add", "--category", "mine", "--translation", "es=Uno mío.", "One of mine.")
        machine.ctl("edit", imported[2], "--text", "The edited joke.")
        machine.ctl("edit", imported[3], "--category", "dev")
        for line in [f"sync on {folder}", "notify --at 7:15 --on mon-fri", "sources allow", "next --source mine", "previous"]:
            machine.ctl(*line.split())
    for line in ["undo", "dislike", "like", "next"]:
        machine.ctl(*line.split())
    machine.ask("translation.show", show="on")


def take_over(version, old, root):
    """a library and its shared folder are taken over, and the old program refuses them, but not a backup"""
    machine, peer = Machine(f"{root}/machine", old), Machine(f"{root}/peer", old)
    for one in [machine, peer]:
        fill(one, version, f"{root}/folder")
    exchange(version, machine, peer, 1)
    backup = machine.export()
    machine.ctl("backup", f"{machine.home}/backup.sqlite")
    machine.ctl("like", "--quiet")
    before = machine.settled()
    backups = machine.files("data/jokesd/backups/*")
    killed, undone, expected = [machine.copy(name) for name in ["killed", "undone", "expected"]]

    # Kills during the migration and the start.
    killed.programs = NEW
    for _ in range(5):
        killed.launch()
        time.sleep(random.uniform(0, 0.05))
        killed.stop(signal.SIGKILL)
    killed.start()
    same(version, "killed", before, killed.snapshot())
    expected.start()
    undone.start(NEW)
    same(version, "undone", expected.undos(), undone.undos())
    for one in [killed, expected, undone]:
        one.stop()

    expected.write("all.jsonc", expected.run("jokesd", "--print-config")[1])
    answer = expected.run("jokesd", "--config", f"{expected.home}/all.jsonc", "--check-config", programs=NEW)
    check(f"{version}, all keys of the configuration", answer[0] == 0, answer)

    machine.start(NEW)
    same(version, "kept", before, machine.snapshot())
    check(f"{version}, backups", backups and backups.items() <= machine.files("data/jokesd/backups/*").items(), backups)
    drop_ins(version, old, machine)
    for number in [2, 3, 4]:
        exchange(version, machine, peer, number)
    peer.stop()
    peer.start(NEW)
    exchange(version, machine, peer, 5)
    peer.stop()

    before = machine.settled()
    database = machine.files("data/jokesd/jokesd.sqlite")
    code, _, errors = machine.run("jokesd", programs=old)
    check(f"{version}, a downgrade", code and re.search("by a newer version.*Install that version", errors), errors)
    check(f"{version}, a downgrade", machine.files("data/jokesd/jokesd.sqlite") == database, "it changes the database")
    machine.start()
    same(version, "after a downgrade", before, machine.snapshot())
    machine.stop()
    # As `jokectl help backup` says.
    shutil.copy(f"{machine.home}/backup.sqlite", f"{machine.home}/data/jokesd/jokesd.sqlite")
    with contextlib.suppress(FileNotFoundError):
        os.remove(f"{machine.home}/data/jokesd/jokesd.sqlite-wal")
    machine.start(old)
    same(version, "a backup", backup, machine.export())
    machine.stop()


def exchange(version, machine, peer, number):
    """Decisions on both sides, which both libraries must have afterwards."""
    deleted, edited = [], {}
    for one in [machine, peer]:
        for line in ["next", "like", "dislike"]:
            one.ctl(*line.split())
        first, second = random.sample(sorted(one.saved().keys() - {*deleted, *edited}), 2)
        one.ctl("saved", "delete", first)
        deleted.append(first)
        if version != "0.1.0":
            place = f"by {os.path.basename(one.home)} in round {number}."
            one.ctl("edit", second, "--text", f"Edited {place}")
            one.ctl("add", f"Added {place}")
            edited[second] = f"Edited {place}"
    for one, other in [(machine, peer), (peer, machine)] * 2:
        if version != "0.1.0":
            one.ctl("sync", "now")
        else:
            merge = ["--merge"] if other.programs == NEW else []
            other.ctl("saved", "import", *merge, "-", given=one.ctl("saved", "export"))
    lines = machine.export()
    lost = [key for key in deleted if lines[key]["deletedAt"] is None] + [
        key for key, text in edited.items() if lines[key]["value"] != text]
    check(f"{version}, round {number}, decisions", not lost, lost)
    same(version, f"round {number}", lines, peer.export())
    same(version, f"round {number} back", peer.export(), machine.export())
    if version != "0.1.0":
        same(version, f"round {number}, what was shown", machine.seen(), peer.seen())


def drop_ins(version, old, machine):
    """systemd must use the drop-ins of jokectl and of the documents with the units of this version."""
    home, units, examples = machine.home, f"{machine.home}/config/systemd/user", f"{old}/share/doc/jokesd/systemd/drop-ins"
    # The unit, its drop-in, and a part of what systemd then prints about the unit.
    table = [("jokesd-fetch@.service", "secret.conf", ""),
             ("jokesd-fetch@.service", "local-jokes-only.conf", "PrivateNetwork: yes"),
             ("jokesd-fetch@.service", "without-user-namespaces.conf", "ProtectHome: no"),
             ("jokesd.service", "without-user-namespaces.conf", "ProtectHome: no"),
             ("jokesd.service", "data.conf", "ReadWritePaths: /srv/data/jokesd\n")]
    machine.write("examples/data.conf", "[Service]\nReadWritePaths=\nReadWritePaths=/srv/data/jokesd\n")
    if version == "0.1.0":
        machine.write("examples/override.conf", "[Timer]\nOnCalendar=\nOnCalendar=7:15\n")
        table += [("jokesd-notify.timer", "override.conf", "OnCalendar: *-*-* 07:15:00")]
    else:
        trigger = f"{home}/data/jokesd/sync-on"
        table += [("jokesd-notify.timer", "schedule.conf", "OnCalendar: Mon..Fri *-*-* 07..21:15:00"),
                  ("jokesd-fetch@.service", "allow.conf", f"BindReadOnlyPaths: -{home}/program:"),
                  ("jokesd-sync.path", "folder.conf", f"PathChanged: {trigger}"),
                  ("jokesd-sync.service", "folder.conf", f" -{os.path.dirname(home)}/folder\n")]
        machine.ctl("sync", "status")
        changed = os.stat(trigger).st_mtime_ns
        machine.ctl("like")
        check(f"{version}, {trigger}", wait_for(lambda: os.stat(trigger).st_mtime_ns != changed), "is not touched")
    for path in glob.glob(f"{examples}/*"):
        shutil.copy(path, f"{home}/examples")
    names = {os.path.basename(path) for path in glob.glob(f"{home}/examples/*") + glob.glob(f"{units}/*/*")}
    check(f"{version}, the drop-ins", names == {name for _, name, _ in table}, names)
    for path in glob.glob(f"{NEW}/units/*"):
        text = open(path, encoding="utf-8").read().replace("@BINDIR@", f"{NEW}/bin")
        machine.write(f"units/{os.path.basename(path)}", text.replace("@LIBEXECDIR@", f"{NEW}/libexec/jokesd"))
    os.makedirs(f"{home}/manager", 0o700)
    user = []
    if os.getuid() == 0:
        # systemd refuses to test as root.
        user = ["setpriv", "--reuid=nobody", "--clear-groups"]
        shutil.chown(f"{home}/manager", "nobody")
        subprocess.run(["chmod", "-R", "a+rX", home], check=True)
    variables = {"SYSTEMD_UNIT_PATH": f"{home}/example:{units}:{home}/units:", "XDG_RUNTIME_DIR": f"{home}/manager"}
    for unit, name, part in table:
        if os.path.exists(f"{home}/examples/{name}"):
            os.makedirs(f"{home}/example/{unit}.d")
            shutil.copy(f"{home}/examples/{name}", f"{home}/example/{unit}.d/{name}")
        instance = unit.replace("@", "@1")
        told = subprocess.run([*user, "/lib/systemd/systemd", "--user", "--test", f"--unit={instance}"], text=True,
                              env=machine.environment | variables, capture_output=True, timeout=30, check=False)
        text = told.stdout.partition(f"-> Unit {instance}:")[2].partition("-> Unit ")[0]
        check(f"{version}, {unit}.d/{name}", f"/{unit}.d/{name}\n" in text and part in text, f"no {part} in {text[-900:]}")
        check(f"{version}, {unit}.d/{name}", f"/{unit}" not in told.stderr, told.stderr)
        shutil.rmtree(f"{home}/example", ignore_errors=True)
    if version != "0.1.0":
        machine.ctl("notify", "--on", "sat")
        text = open(f"{units}/jokesd-notify.timer.d/schedule.conf", encoding="utf-8").read()
        check(f"{version}, the time of notifications", "OnCalendar=Sat *-*-* 07..21:15:00" in text, text)


def killed_in_the_middle(version, old, root):
    """no decision is lost that the old daemon had confirmed when it was killed"""
    machine = Machine(f"{root}/victim", old)
    fill(machine, version, f"{root}/victims")
    for number in range(3):
        confirmed = [machine.ask("state.get")["state"]["joke"]["id"]]
        for _ in range(random.randint(1, 30)):
            # The reply has the next joke.
            confirmed.append(machine.ask("joke.like")["joke"]["id"])
        machine.send("joke.like")
        machine.stop(signal.SIGKILL)
        after = machine.copy(f"after-{number}")
        after.start(NEW)
        lost = set(confirmed[:-1]) - after.saved().keys()
        check(f"{version}, a kill", not lost, lost)
        after.stop()
        machine.start()
    machine.stop()


def side_by_side(version, old, root):
    """jokectl and daemon of different versions: each command works, or says what to do"""
    machine = Machine(f"{root}/sides", old)
    fill(machine, version, f"{root}/sides-folder")
    machine.stop()
    for name, daemon, client in [("jokectl", NEW, old), ("jokesd", old, NEW)]:
        beside = machine.copy(name)
        beside.start(daemon)
        lines = COMMANDS.strip().splitlines()
        for line in " | ".join(lines[:-2] if (name, version) == ("jokectl", "0.1.0") else lines).split(" | "):
            # The joke that was deleted is restored.
            ids = ids if line == "saved restore ID" else list(beside.saved())
            words = line.replace("ID", ids[0]).replace("BACKUP", f"{beside.home}/backup").split()
            code, _, errors = follow(beside, client) if line == "follow" else beside.run(
                "jokectl", *words, programs=client, given='{"value": "Imported."}')
            answers = [answer[3:] for answer in ANSWERS if answer[0] in ("", name) and re.match(answer[1], version)
                       and re.match(answer[2], line)]
            wanted, said = (answers + [(0, "^$")])[0]
            check(f"{version} of {name}, {line}", code == wanted and re.search(said, errors), f"{code}, {errors}")
            check(f"{version} of {name}, {line}", beside.daemon.poll() is None, "the daemon has ended")
        beside.stop()


def follow(machine, programs):
    """Runs `jokectl follow` until it has printed two jokes. Returns what `run` does."""
    command = subprocess.Popen([f"{programs}/bin/jokectl", "follow"], env=machine.environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = []
    for _ in range(2):
        lines += [command.stdout.readline() if select.select([command.stdout], [], [], 10)[0] else ""]
        machine.ask("joke.next")
    command.kill()
    return 0 if all(lines) else None, lines, command.communicate()[1].strip()


print(f"UPGRADES_SEED={SEED}")
random.seed(SEED)
shutil.rmtree(ROOT, ignore_errors=True)
for old_version, commit in VERSIONS.items():
    for test in [take_over, killed_in_the_middle, side_by_side]:
        begin = time.monotonic()
        test(old_version, f"{OLD}/{commit}", f"{ROOT}/{commit}")
        print(f"  - {old_version}: {test.__doc__} ({time.monotonic() - begin:.0f} s)", flush=True)
sys.exit(1 if failures else 0)
