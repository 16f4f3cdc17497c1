#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no input costs much more than its size: costs.py PROGRAMS [ROW...]

Each row of the table makes an input of a given size. The program reads it under callgrind, which counts instructions, so
the result depends neither on the machine nor on its load. An input of twice the size may cost 2.5 times as much, without
what the program does for an empty one. Exit status: 0 if all rows do, 1 otherwise.
"""
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 2.5
ACCENTED = "é" * 20 + "e\u0301" * 5


class Home:
    """Directories of one user, with jokesd and jokectl of the build."""

    def __init__(self, programs, config=None):
        self.programs = programs
        self.path = tempfile.mkdtemp(prefix="jokesd-costs-")
        self.env = {"PATH": os.environ["PATH"], "HOME": self.path, "LANG": "C.UTF-8"}
        for name in ("RUNTIME_DIR", "DATA_HOME", "CONFIG_HOME", "CACHE_HOME", "STATE_HOME"):
            self.env["XDG_" + name] = directory = f"{self.path}/{name}"
            os.makedirs(directory + "/jokesd", 0o700)
        if config is not None:
            self.write("CONFIG_HOME/jokesd/config.jsonc", config)
        self.logs = 0

    def write(self, name, text):
        os.makedirs(os.path.dirname(f"{self.path}/{name}"), exist_ok=True)
        with open(f"{self.path}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
        return f"{self.path}/{name}"

    def counted(self, words):
        """Returns a command that counts, and the file that will have the number."""
        self.logs += 1
        log = f"{self.path}/log{self.logs}"
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}", *words]
        return command, log

    def remove(self):
        shutil.rmtree(self.path)


class Daemon:
    """A jokesd whose instructions are counted until it stops."""

    def __init__(self, home):
        self.home = home
        command, self.log = home.counted([home.programs + "/jokesd"])
        self.process = subprocess.Popen(command, env=home.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.connection = self.connect()
        self.lines = self.connection.makefile("rb")
        self.id = 0

    def connect(self):
        deadline = time.monotonic() + 60
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(self.home.env["XDG_RUNTIME_DIR"] + "/jokesd/socket")
                connection.settimeout(300)
                return connection
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def send(self, line):
        if len(line.encode()) > 65_536 and not line.startswith("xx"):
            raise SystemExit("a line of this table is too long, so it would only be refused")
        self.connection.sendall(line.encode() + b"\n")
        return json.loads(self.lines.readline())

    def call(self, method, **params):
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        return self.send(json.dumps(request, ensure_ascii=False))

    def stop(self):
        self.process.terminate()
        if self.process.wait(120) != 0:
            raise SystemExit(f"jokesd ended with {self.process.returncode}")
        return instructions(self.log)


def instructions(log):
    with open(log, encoding="utf-8") as file:
        found = re.search(r"Collected : (\d+)", file.read())
    return int(found.group(1))


# MARK: The table

ROWS = {}
NO_PACK = '{"sources":{"builtin":{"enabled":false}}}'


def requests(size, config=NO_PACK):
    """A row whose function sends requests of a size to a daemon."""

    def add(function):
        def run(programs, count):
            home = Home(programs, config)
            try:
                daemon = Daemon(home)
                function(daemon, count)
                return daemon.stop()
            finally:
                home.remove()

        ROWS[function.__name__] = (size, run)
        return function

    return add


def files(size):
    """A row whose function writes files of a size, and returns a configuration, before the daemon starts."""

    def add(function):
        def run(programs, count):
            home = Home(programs)
            try:
                home.write("CONFIG_HOME/jokesd/config.jsonc", function(home, count))
                daemon = Daemon(home)
                # The page waits until the files are read.
                daemon.call("feed.page", source="p")
                daemon.call("joke.next")
                return daemon.stop()
            finally:
                home.remove()

        ROWS[function.__name__] = (size, run)
        return function

    return add


def commands(size, program="jokectl"):
    """A row whose function returns the words of a program that reads an input of a size, or the words and the input."""

    def add(function):
        def run(programs, count):
            home = Home(programs, NO_PACK)
            try:
                words, given = function(home, count), b""
                if isinstance(words, tuple):
                    words, given = words
                else:
                    words = ["--timeout", "300", *words]
                plain = subprocess.Popen(
                    [programs + "/jokesd"], env=home.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    while not os.path.exists(home.env["XDG_RUNTIME_DIR"] + "/jokesd/socket"):
                        time.sleep(0.02)
                    command, log = home.counted([f"{programs}/{program}", *words])
                    subprocess.run(
                        command, env=home.env, input=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600,
                        check=False)
                    return instructions(log)
                finally:
                    plain.terminate()
                    plain.wait()
            finally:
                home.remove()

        ROWS[function.__name__] = (size, run)
        return function

    return add


def line(number, **members):
    known = {"id": f"i{number}", "value": f"Joke number {number}.", "source": "x", "savedAt": "2026-01-01T00:00:00Z"}
    return json.dumps({**known, **members}, ensure_ascii=False)


def imported(daemon, lines):
    for start in range(0, len(lines), 200):
        last = start + 200 >= len(lines)
        params = {"lines": lines[start:start + 200], "last": last}
        if start:
            params["import"] = number
        reply = daemon.call("saved.import", **params)
        number = reply["result"].get("import")


def share(machine, at, names):
    return json.dumps({"taste": f"{machine:016x}", "at": at, "category": names}, ensure_ascii=False)


@requests(30)
def shares_of_one_machine(daemon, count):
    """memory.import: newer and newer shares of one machine, beside large ones of others."""
    for machine in range(count):
        names = {f"{ACCENTED}{machine}-{name}"[-30:]: [1, 1] for name in range(40)}
        daemon.call("memory.import", lines=[share(machine + 100, 1, names)])
    lines = [share(1, at + 1, {ACCENTED[:20]: [1, 0]}) for at in range(6 * count)]
    daemon.call("memory.import", lines=lines)


@requests(800)
def showings(daemon, count):
    for start in range(0, count, 200):
        daemon.call("memory.import", lines=[json.dumps({"seen": f"{n * 7919:016x}", "at": n + 1}) for n in range(start, min(count, start + 200))])


@requests(400)
def imported_lines(daemon, count):
    imported(daemon, [line(n) for n in range(count)])


@requests(200)
def imported_lines_of_one_id(daemon, count):
    imported(daemon, [line(1, value=f"Text {n}.", changedAt=f"2026-01-01T00:00:00.{n:03}Z") for n in range(count)])


@requests(150)
def imported_lines_of_one_text(daemon, count):
    imported(daemon, [line(n, value="One text.", changedAt="2026-01-01T00:00:00Z") for n in range(count)])


@requests(600)
def deleted_prefixes(daemon, count):
    """saved.delete: one prefix again and again, while the trash has many such ids."""
    imported(daemon, [line(n, deletedAt="2026-01-02T00:00:00Z") for n in range(count)])
    daemon.call("saved.delete", jokes=["i"] * (6 * count))


@requests(400)
def deleted_ids(daemon, count):
    imported(daemon, [line(n) for n in range(800)])
    daemon.call("saved.delete", jokes=[f"i{n}" for n in range(count)])


@requests(200)
def restored_dislikes(daemon, count):
    imported(daemon, [line(n, savedAt=None, buriedAt="2026-01-02T00:00:00Z") for n in range(count)])
    daemon.call("saved.restore", jokes=[f"i{n}" for n in range(count)])


@requests(100)
def undone_import(daemon, count):
    """joke.undo: an import that gave each joke another text."""
    imported(daemon, [line(n, changedAt="2026-01-02T00:00:00Z") for n in range(count)])
    newer = [line(n, value=f"Another text {n}.", changedAt="2026-01-03T00:00:00Z") for n in range(count)]
    daemon.call("saved.import", lines=newer, last=True, mode="add")
    daemon.call("joke.undo")


@requests(100)
def restored_duplicates(daemon, count):
    imported(daemon, [line(n, value="One text.") for n in range(count)])
    for _ in range(3):
        daemon.call("saved.delete", jokes=["i1"])
        daemon.call("joke.undo")


@requests(300)
def search_terms(daemon, count):
    imported(daemon, [line(n) for n in range(50)])
    daemon.call("saved.search", query='a" ' * count)


@requests(1500)
def search_marks(daemon, count):
    imported(daemon, [line(n) for n in range(50)])
    daemon.call("saved.search", query="a" + "\u0301" * (count // 2))


@requests(1000)
def marks_of_a_joke(daemon, count):
    for number in range(3):
        daemon.call("joke.add", value=f"{number}" + "e\u0301\u0316" * (count // 6 + 1))
        daemon.call("joke.like")


@requests(12000)
def marks_of_a_parameter(daemon, count):
    # One that is short enough for a category would have another reply.
    daemon.call("joke.next", category="\u0301" * (count + 100))


def runs(count):
    """Runs of as many marks as a text may have, and one of many more, beside each other."""
    return ("a" + "\u0315\u0300\u0327\u05b0" * 30) * (count // 240) + "\u0315\u0300\u0327\u05b0" * (count // 12)


@requests(12000)
def marks_of_names(daemon, count):
    """Names and words of a request that are made of combining marks."""
    text = runs(count)
    daemon.call(text)
    daemon.call("saved.list", **{text: 1})
    for method, parameter in (("saved.list", "sort"), ("saved.list", "order"), ("translation.show", "show"), ("saved.import", "mode")):
        daemon.call(method, **{parameter: text})
    daemon.call("state.subscribe", topics=[text])
    daemon.call("saved.import", lines=[json.dumps({text: 1, "value": "x"}, ensure_ascii=False)], last=True)


@requests(800)
def words_of_a_phrase(daemon, count):
    """saved.search: a phrase of as many words as a joke."""
    imported(daemon, [line(n, value=f"{n} " + "a " * count) for n in range(10)])
    daemon.call("saved.search", query='"' + "a " * count + '"')


@requests(1500)
def members_of_an_object(daemon, count):
    daemon.call("ping", **{f"member{n}": n for n in range(count)})


@requests(4000)
def elements_of_an_array(daemon, count):
    daemon.call("saved.delete", jokes=list(range(count)))


@requests(20000)
def escapes_of_a_string(daemon, count):
    daemon.send('{"id":1,"method":"' + "\\n" * (count // 2) + '"}')


@requests(600000)
def bytes_without_a_newline(daemon, count):
    # An empty line has no reply.
    daemon.send("x" * (count + 1))


@requests(400)
def requests_of_a_batch(daemon, count):
    if count:
        daemon.send(json.dumps([{"jsonrpc": "2.0", "id": n, "method": "joke.next"} for n in range(count)]))


@requests(50)
def requests_after_dislikes(daemon, count):
    """joke.next, after all jokes were disliked."""
    for number in range(count):
        daemon.call("joke.add", value=f"An own joke, number {number}.")
        daemon.call("joke.dislike")
    if count:
        daemon.send(json.dumps([{"jsonrpc": "2.0", "id": n, "method": "joke.next"} for n in range(5 * count)]))


@requests(300)
def own_jokes(daemon, count):
    for number in range(count):
        daemon.call("joke.add", value=f"An own joke, number {number}.")


@requests(60)
def connections(daemon, count):
    clients = [daemon.connect() for _ in range(count)]
    for client in clients:
        client.sendall(b'{"id":1,"method":"state.subscribe"}\n')
        client.recv(1 << 16)


def pack(home, text):
    home.write("p.jsonl", text)
    return json.dumps({"sources": {"builtin": {"enabled": False}, "p": {"type": "pack", "path": home.path + "/p.jsonl", "enabled": True}}})


@files(1500)
def lines_of_a_pack(home, count):
    return pack(home, "".join(json.dumps({"id": f"{n}", "value": f"Joke {n}.", "categories": [f"c{n}"]}) + "\n" for n in range(count)))


@files(1500)
def lines_of_a_pack_with_one_text(home, count):
    return pack(home, "".join(json.dumps({"id": f"{n}", "value": "One text."}) + "\n" for n in range(count)))


@files(1500)
def lines_of_a_pack_with_one_id(home, count):
    return pack(home, "".join(json.dumps({"id": "1", "value": f"Text {n}."}) + "\n" for n in range(count)))


@files(3000)
def invalid_lines_of_a_pack(home, count):
    return pack(home, "{\n" * count)


@files(2000)
def categories_of_a_line(home, count):
    return pack(home, json.dumps({"id": "1", "value": "A joke.", "categories": [f"c{n}" for n in range(count)]}) + "\n")


@files(20000)
def marks_of_a_line(home, count):
    lines = [{runs(count): 1, "value": "x"}, {"level": runs(count), "value": "x"}, {"texts": {runs(count): {"value": "x"}}}]
    return pack(home, "".join(json.dumps(known, ensure_ascii=False) + "\n" for known in [{"value": "y"}, *lines]))


@files(350)
def sources_of_a_configuration(home, count):
    return json.dumps({"sources": {f"s{n}": {"type": "pack", "path": "/nowhere", "enabled": False} for n in range(count)}})


@files(20000)
def comments_of_a_configuration(home, count):
    return "{" + "/**/ " * (count // 5) + NO_PACK[1:]


@commands(800)
def jokectl_import(home, count):
    return ["saved", "import", home.write("f.ndjson", "".join(line(n) + "\n" for n in range(count)))]


@commands(800)
def jokectl_import_csv(home, count):
    return ["saved", "import", home.write("f.csv", "value,category\n" + "".join(f'"Joke ""{n}""",c\n' for n in range(count)))]


@commands(20000)
def jokectl_import_marks(home, count):
    return ["saved", "import", home.write("f.txt", "e" + "\u0301" * (count // 2) + "\n%\n")]


@commands(4000)
def jokectl_template(home, count):
    return ["--format", "{{joke.value|shell}}'\u0301" * (count // 20), "show"]


def served(body):
    """Serves a response on this machine until the end, and returns its URL."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


@commands(2000, "jokesd-fetch")
def jokes_of_a_response(home, count):
    jokes = [{"id": f"{n}", "value": f"Joke {n}.", "categories": []} for n in range(count)]
    params = {"source": "chucknorris", "query": "Joke", "settings": {"url": served(json.dumps({"result": jokes}))}}
    requests = [{"id": 1, "method": "page", "params": params}, {"method": "finish"}]
    return ["serve"], "".join(json.dumps({"jsonrpc": "2.0", **request}) + "\n" for request in requests).encode()


def cost(row, programs):
    size, run = ROWS[row]
    least = [float("inf")] * 3
    # A daemon also does what a timer starts, in some runs and not in others. So a row that fails is measured again.
    for _ in range(3):
        least = [min(known, run(programs, count)) for known, count in zip(least, (0, size, 2 * size))]
        empty, once, twice = least
        ratio = (twice - empty) / max(once - empty, 1)
        if 0 < ratio <= LIMIT:
            break
    return ratio, (once - empty) / 1e6


def main(programs, *chosen):
    failed = 0
    for row in chosen or ROWS:
        ratio, millions = cost(row, programs)
        failed += not 0 < ratio <= LIMIT
        print(f"{ratio:6.2f}  {millions:9.1f} M  {row}{'' if 0 < ratio <= LIMIT else '  TOO MUCH'}", flush=True)
    print(f"{len(chosen or ROWS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
