# SPDX-License-Identifier: MIT
"""The random sessions of compare.py.

A step is a list: its kind, a number for the random numbers of jokesd, and what the kind needs (Build.play). So a session can
be played again without some of its steps.
"""
import collections, json, random, re, signal

BEGIN_MS = 2_200_000_000_000  # in 2039: times that jokectl compares with the real one are years apart
METHODS = {}  # the methods by name, as `rpc.discover` describes them
SUCCESSES, ERRORS, EVENTS, EXITS = (collections.Counter() for _ in range(4))

OWN_PACK = "".join(json.dumps(joke) + "\n" for joke in [
    {"id": "own-1", "categories": ["food"], "texts": {"en": {"value": "My own pie."}}},
    {"id": "own-2", "categories": ["food"], "texts": {"en": {"setup": "Who ate it?", "punchline": "Schrödinger."}}},
    {"id": "own-3", "categories": ["dev"], "texts": {"es": {"value": "Un chiste mío."}, "en": {"value": "A joke of mine."}}}])
SOURCES = ["builtin", "fortune", "chucknorris", "icanhazdadjoke", "jokeapi", "mine", "holiday", "team"]
WORDS = ["duck", "compiler", "Café", "ñandú", "牛奶", "octopus", "e\u0301te\u0301", "bug", "it’s", "<b>", "🦆", "\u202eleft", "a\tb", "the", "No."]
TIMES = ["2039-10-15T08:00:00Z", "2039-11-15T09:30:00+01:00", "2038-12-31T23:59:59.999Z", "2040-02-29T00:00:00Z", "yesterday", ""]
FAILURES = ["noNetwork", "nameNotFound", "unreachable", "tls", "timedOut", "httpStatus", "rateLimited", "nonsense", "empty", "garbage"]
GARBAGE = ["", "\r", "hello?", "{}", "[]", "[1]", "null", '"ping"', '{"method":1}', '{"method":"joke.nxet"}', "[" * 40 + "]" * 40, "\xff\xfe",
           '{"method":"ping","id":{}}', '{"jsonrpc":"1.0","method":"ping"}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
           '{"id":1,"id":2,"method":"ping"}', '{"method":"ping","params":"\\ud800"}', '{"method":"ping"}' + " " * 70_000, '{"method":"ping"']
COMMANDS = """show|show --for waybar|show --for polybar --width 20|show --for tmux|next|next --count N|next --source SOURCE|next --category CATEGORY
next --max-length N|next --no-card|next --wait|next --reveal now|previous|reveal|like|like ID|like daily|dislike|dislike ID|undo|daily|add WORD WORD
add --setup WORD --punchline WORD|add --category CATEGORY --language es WORD|add --translation es=hola WORD|add|edit ID --text WORD|edit ID --restore
edit ID --category CATEGORY --language LANGUAGE|edit|translate on|translate off|translate toggle|translate again|feed SOURCE|feed SOURCE WORD --pages 2
feed holiday --page N|feed builtin --category CATEGORY|queue|history|history --limit N|categories|categories --source SOURCE|saved list|saved list --all
saved list --sort HOW --reverse|saved list --limit N --source SOURCE|saved list --since TIME|saved list --deleted|saved list --disliked|ls
saved list --grid|saved search WORD|saved search WORD* --sort HOW|saved search|saved show ID|saved random|saved delete ID|saved delete --matching WORD
saved delete --source SOURCE|saved delete --until TIME|saved restore ID|saved export|saved export FILE|saved export --force FILE
saved export --as FORM|saved import FILE|saved import --merge FILE|saved import --dry-run FILE|saved import -|saved import --skip-bad -
saved import --as csv -|sources|sources list|sources enable SOURCE|sources disable SOURCE|sources reset SOURCE|sources allow|taste|taste show
taste reset|share|share ID --as FORM|share --to TARGET|share daily --as svg|status|status --verbose|reload|backup copy|backup --force copy
doctor|sync|sync status|sync off|sync now|mcp|call ping|call METHOD|call METHOD joke=ID|call saved.list limit=N|call METHOD {"source":"SOURCE"}
describe|describe METHOD|completions SHELL|version|help|help TOPIC|COMMAND --help|help COMMAND|help --man COMMAND|-V|notify --dry-run
complete WORD|stop|jokesd --help|jokesd --version|jokesd --check-config|jokesd --print-config|jokesd --nonsense""".replace("\n", "|").split("|")
# The commands that may wait for a source.
WAITING = ["next", "translate", "feed", "categories", "call"]
EXTRAS = ["--json", "--json=FIELDS", "--format FORMAT", "-q", "--color always", "--color never", "--timeout 5", "--timeout x", "--no-start", "--nonsense",
          "--limit", "--limit 0", "-n 999", "extra", "--", "--socket ROOT/none", "--wait"]
FILLERS = {
    "CATEGORY": ["animals", "food", "Dev", "no such", "office"], "HOW": ["text", "date", "source", "category", "wrong"], "N": ["1", "2", "5", "0", "x", "80"],
    "SOURCE": SOURCES + ["saved", "web"], "LANGUAGE": ["en", "es", "pt_BR", "English"], "TIME": ["2039-11-01", "yesterday", "today", "3 days ago", "soon"],
    "FORM": ["text", "markdown", "json", "jsonl", "csv", "fortune", "html", "svg", "wrong"], "TARGET": ["mail", "mastodon", "web"], "SHELL": ["bash", "zsh", "fish", "sh"],
    "FIELDS": ["joke", "id,value", "joke.value", "state.queue", "nonsense", ""], "FILE": ["one.jsonl", "two.txt", "no/where.jsonl", "own.jsonl"],
    "FORMAT": ["{{joke.value|line|trunc:20}}", "{{id}}\\t{{value|json}}", "{{queue.count}}", "{{savedAt|date}} {{joke.id|pad:30}}", "{{", "{{x|wrong}}", "{{value|html}}"],
    "TOPIC": ["topics", "format", "commands", "environment", "exit-codes", "wrong"], "WORD": WORDS}


def method_of(message):
    """Returns the method of a reply, whose id begins with it, or the kind of an event."""
    if not isinstance(message, dict):
        return "?"
    if message.get("method") == "event":
        return "event." + str(message["params"].get("topic"))
    return str(message.get("id")).partition("#")[0]


class Session:
    """Makes random steps. It learns ids, cursors and positions from what the reference shows."""

    def __init__(self, seed):
        self.random, self.number, self.ids, self.cards, self.cursors, self.lines, self.memory = random.Random(seed), 0, [], ["error"], [], [], []
        self.epoch, self.sequence, self.requests, self.alive, self.fetches, self.saved, self.connected = "none", 0, {}, False, 0, [], set()
        chance, choice = self.chance, self.random.choice
        sources = {name: {"enabled": chance(0.4)} for name in SOURCES[1:5]}
        sources["fortune"]["paths"] = ["~/fortunes"]
        if chance(0.7):
            sources["holiday"] = {"type": "pack", "path": "~/own.jsonl", "weight": choice([0, 1, 3])}
        if chance(0.5):
            sources["team"] = {"type": "command", "command": ["team-joke", "--short"]}
        if chance(0.2):
            sources["saved"] = {"weight": 1}
        self.configuration = {
            "queue": {"capacity": choice([4, 10, 20]), "lowWater": choice([1, 4])}, "languages": choice([["en"], ["en", "es"], ["es", "en"]]),
            "punchline": choice(["told", "held"]), "taste": chance(0.8), "sources": sources, "limits": {"connections": choice([5, 512, 512])}, "network": {"spread": 0, "requestsPerDay": choice([2, 50, 1000])},
            "translation": {"libretranslate": {"url": choice(["", "http://localhost:5000"])}}}
        self.settings = {"seed": seed, "at": self.random.randrange(10**7) * 10**9, "jokes": choice([10, 60, 60, 1513]), "configuration": json.dumps(self.configuration)}

    def chance(self, probability):
        return self.random.random() < probability

    def text(self):
        if self.chance(0.03):
            return self.random.choice(["x" * 4097, "x" * 4096, "é" * 2048, "e" + "\u0301" * 200, "", " \n "])
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 6))) + str(self.random.randrange(30))

    def joke(self):
        ids = self.ids[-60:] if self.chance(0.8) else self.ids
        return self.random.choice([self.random.choice(ids or ["?"])] * 6 + [self.random.choice(ids or ["?"])[:5], "daily", "unknown", "mine-baff3782ee8220df"])

    def line(self):
        """A line of an import."""
        choice = self.random.choice
        if self.lines and self.chance(0.5):
            line = json.loads(choice(self.lines))
            for name, values in [("changedAt", TIMES[:4]), ("savedAt", TIMES[:4] + [None]), ("deletedAt", TIMES[:3] + [None]), ("value", [self.text()])]:
                if self.chance(0.3):
                    line[name] = choice(values)
            return json.dumps(line)
        return choice([json.dumps({"value": self.text()}), json.dumps({"setup": self.text(), "punchline": self.text(), "categories": ["Food"]}),
                       json.dumps({"id": self.joke(), "value": self.text(), "source": choice(SOURCES), "changedAt": choice(TIMES)}),
                       json.dumps({"value": self.text(), "source": "mine", "language": "es"})] * 3 + ["not JSON", "", "{}", '{"value":7}'])

    def value(self, method, name, schema):
        """A value that means something to the method."""
        choice, number = self.random.choice, self.random.randint
        if name == "joke" or name == "jokes":
            known = [choice(self.saved)] if self.saved and method.startswith("saved") and self.chance(0.7) else [self.joke()]
            return known[0] if name == "joke" else known + [self.joke() for _ in range(choice([0, 0, 0, 1, 2]))]
        if name == "lines":
            return [self.line() if method == "saved.import" else
                    choice(self.memory + [json.dumps({"seen": "%016x" % self.random.getrandbits(64), "at": BEGIN_MS + number(0, 10**6)}),
                                          json.dumps({"taste": "1d0c85a94be7f263", "at": number(1, 99), "source": {"builtin": [number(0, 9), 1]}, "category": {}}), "{}"])
                    for _ in range(number(1, 12))]
        if name == "since" and method == "state.subscribe":
            return {"epoch": self.epoch, "seq": max(self.sequence - number(-1, 30), 0)}
        if name == "translation":
            return choice([0, 0.5, -0.55, 0.61, -0.7, 1e300]) if method == "card.drag" else {"language": choice(["es", "en"]), "value": self.text()}
        known = {"ifJoke": self.cards[-1:] * 9 + self.cards, "source": SOURCES + ["saved"], "category": FILLERS["CATEGORY"], "language": FILLERS["LANGUAGE"], "since": TIMES,
                 "until": TIMES, "cursor": [cursor for _, cursor in self.cursors] or ["none"], "import": [1, 1, 1, 2, 3], "subscription": [1, 1, 2, 3, 9],
                 "query": [choice(WORDS), choice(WORDS)[:3] + "*", '"the bug"', "*uc*", "."], "predictedEndX": [-90, 0, 300, 414, 500], "width": [414, 1, 0],
                 "after": [-1, 0, BEGIN_MS], "page": [1, 1, 1, 2, 3, 4], "topics": [["state"], ["log"], ["state", "log"], ["state", "log", "feed"], []], "client": ["bar"]}
        return choice(known[name]) if name in known else self.of_schema(schema)

    def of_schema(self, schema):
        """A value that the schema allows."""
        kind, choice = schema.get("type"), self.random.choice
        if "enum" in schema:
            return choice(schema["enum"])
        if kind in ("integer", "number"):
            return self.random.randint(schema.get("minimum", 0), min(schema.get("maximum", 2**53 - 1), self.random.choice([9, 200, 2**53 - 1])))
        if kind == "array":
            return [self.of_schema(schema["items"]) for _ in range(self.random.randint(0, 3))]
        if kind == "object":
            return {name: self.of_schema(member) for name, member in schema.get("properties", {}).items()}
        return choice([True, False]) if kind == "boolean" else self.text()[:schema.get("maxLength", 99)]

    def broken(self, schema):
        """A value that the schema does not allow, or only just."""
        values = [None, True, 1.5, -1, 2**53, "", [], {}, [None], "x" * (min(schema.get("maxLength", 9), 40_000) + self.random.randint(0, 1)), {"epoch": 1}]
        values += [schema[name] + delta for name in ("minimum", "maximum") if name in schema for delta in (-1, 0, 1)]
        return self.random.choice(values)

    def request(self, method=None, chosen=None):
        """A request as JSON."""
        table = METHODS[method or self.random.choices(list(METHODS), [0.1 if name == "rpc.discover" else 1 for name in METHODS])[0]]
        method, rare, bad = table["name"], self.random.choice([0, 0.15, 0.4]), self.chance(0.12)
        params = {param["name"]: self.value(method, param["name"], param["schema"]) if self.chance(0.9) else self.of_schema(param["schema"])
                  for param in table["params"] if param.get("required") or self.chance(rare if param["name"] != "ifJoke" else 0.1)}
        if chosen:
            params = chosen
        elif bad and table["params"]:
            param = self.random.choice(table["params"])
            params[param["name"]] = self.broken(param["schema"])
        elif method in ("joke.add", "saved.edit") and self.chance(0.8):
            params |= self.random.choice([{"value": self.text()}, {"setup": self.text(), "punchline": self.text()}])
        elif self.cursors and self.chance(0.5) and any(method == known[0] for known, _ in self.cursors):
            (_, params), cursor = self.random.choice([entry for entry in self.cursors if entry[0][0] == method])
            params = {**params, "cursor": cursor} | ({"page": params.get("page", 1) + 1} if method == "feed.page" else {})
        if bad and self.chance(0.1):
            params["nonsense"] = 1
        self.number += 1
        request = {"jsonrpc": "2.0", "id": f"{method}#{self.number}", "method": method, "params": params}
        self.requests[request["id"]] = (method, params)
        if self.chance(0.15):
            request["params"] = [params.get(param["name"]) for param in table["params"]]
        if self.chance(0.04):
            del request["id"]
        if self.chance(0.1):
            del request["jsonrpc"]
        return request

    def message(self):
        """A line."""
        if self.chance(0.06):
            return self.random.choice(GARBAGE) + "\n"
        if self.chance(0.12):
            return json.dumps([self.request() for _ in range(self.random.randint(1, 8))]) + "\n"
        return json.dumps(self.request(), ensure_ascii=self.chance(0.5)).encode("utf-8").decode("latin-1") + "\n"

    def command(self):
        """The arguments of jokectl."""
        choice, line = self.random.choice, self.random.choice(COMMANDS)
        words = (line + (" " + choice(EXTRAS) if self.chance(0.4) else "")).split(" ")
        fillers = FILLERS | {"ID": [self.joke()], "METHOD": list(METHODS), "COMMAND": [choice(COMMANDS).split(" ")[0]]}
        words = [re.sub("|".join(sorted(fillers, key=len, reverse=True)), lambda match: choice(fillers[match[0]]), word) for word in words]
        text = "\n".join(self.line() for _ in range(4))
        words = words if words[0] == "jokesd" else ["jokectl", *words]
        if words[1] == "mcp":
            text = "\n".join(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) for number, (method, params) in enumerate([
                ("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}), ("tools/list", {}),
                ("tools/call", {"name": "get_joke", "arguments": {}}), ("nonsense", {})])) + "\n"
        return words, text.encode("utf-8").decode("latin-1")

    def step(self):
        """The next step. Each has a number of its own for the random numbers."""
        salt, choice, client = self.random.getrandbits(40), self.random.choice, f"client {self.random.randint(1, 5)}"
        if not self.alive:
            self.alive = True
            return ["start", salt]
        if self.fetches and self.chance(0.3):
            return ["answer", salt, choice(["result"] * 8 + ["nothing"] + FAILURES), self.random.randrange(9)]
        kind = self.random.random()
        if kind < 0.60:
            text = "".join(self.message() for _ in range(choice([1, 1, 1, 2, 5])))
            if client not in self.connected and self.chance(0.6):
                text = json.dumps(self.request("state.subscribe", {"topics": ["state", "log", "feed"]})) + "\n" + text
            if self.chance(0.04):  # more than a client may have at once
                text = (json.dumps(self.request(choice(["ping", "state.subscribe", "saved.list", "joke.next"]))) + "\n") * choice([9, 70])
            self.connected.add(client)
            return ["send", salt, [[client, text]]]
        if kind < 0.66:  # several clients at once, which read
            reads = ["state.get", "joke.current", "queue.list", "saved.list", "saved.get", "taste.get", "sources.list", "joke.history", "saved.export"]
            return ["send", salt, [[f"client {number}", json.dumps(self.request(choice(reads))) + "\n"] for number in range(1, self.random.randint(3, 6))]]
        if kind < 0.70:  # a drag, in the two or three requests that a person makes
            drag = {"translation": choice([0.3, 0.65, -0.65]), "predictedEndX": choice([-1, 200, 500]), "width": 414}
            lines = [{"id": f"card.drag#{salt}", "method": "card.drag", "params": drag}] * choice([1, 2]) + [{"id": f"card.release#{salt}", "method": "card.release"}]
            return ["send", salt, [[client, "".join(json.dumps(line) + "\n" for line in lines)]]]
        if kind < 0.82:
            return ["run", salt, *self.command()]
        if kind < 0.85:
            self.connected.discard(client)
            return [choice(["close", "close", "shut"]), salt, client]
        if kind < 0.92:
            return ["pass", salt, choice([1_000_000, 400_000_000, 5_000_000_000, 26_000_000_000, 3_600_000_000_000, 90_000_000_000_000, 2_700_000_000_000_000])]
        if kind < 0.94:
            changed = {**self.configuration, choice(["punchline", "queue", "sources", "hero", "wrong", "filter"]): choice(
                ["held", "told", {"capacity": 7}, {"fortune": {"paths": ["~/fortunes"]}}, {"blockedWords": ["bug"], "maxLength": 60}, 3])}
            return ["write", salt, "config/jokesd/config.jsonc", json.dumps(changed) if self.chance(0.8) else json.dumps(self.configuration)]
        if kind < 0.95:
            return ["write", salt, "home/own.jsonl", OWN_PACK + choice(["", "no JSON\n", '{"id": "own-4", "texts": {"en": {"value": "One more."}}}\n'])]
        if kind < 0.965:
            return ["hang up", salt]
        if kind < 0.985:
            return ["end", salt, choice([int(signal.SIGTERM), int(signal.SIGKILL)])]
        return self.export()

    def export(self):
        """All that can be read, by a new client."""
        reads = [("saved.export", {}), ("memory.export", {}), ("saved.list", {"limit": 200, "deleted": True}), ("saved.list", {"limit": 200, "disliked": True}),
                 ("saved.list", {"limit": 200, "sort": "date"}), ("joke.history", {}), ("queue.list", {}), ("taste.get", {}), ("sources.list", {"explain": True, "count": True}),
                 ("state.get", {}), ("daemon.status", {"clients": True})]
        self.number += 1
        return ["send", self.number, [["export", "".join(
            json.dumps({"id": f"{method}#e{self.number}", "method": method, "params": params}) + "\n" for method, params in reads)]]]

    def learn(self, step, seen):
        """Notes what later steps need, and what was covered."""
        for place, line in seen:
            if place == "jokesd" or (place == "the program" and step[0] == "end"):
                self.alive, self.connected = False, set()
            self.fetches += place == "jokesd-fetch"
            if step[0] == "run" and place == "the program" and line[:1] == b"{":
                EXITS[json.loads(line)["status"]] += 1
            if place.startswith(("client", "export")) and line[:1] in b"{[":
                message = json.loads(line)
                for reply in message if isinstance(message, list) else [message]:
                    self.learn_reply(reply)
        self.fetches -= step[0] == "answer"
        if not self.alive:
            self.fetches = 0

    def learn_reply(self, reply):
        if "error" in reply:
            ERRORS[reply["error"]["data"]["kind"]] += 1
            return
        method, result = method_of(reply), reply.get("result")
        if result is None:
            result = reply.get("params", {})
            EVENTS[f"{result.get('topic', 'unknown')} {result.get('event', '')}".strip()] += 1
        elif method in METHODS:
            SUCCESSES[method] += 1
        self.epoch, self.sequence = result.get("epoch", self.epoch), max(self.sequence, result.get("seq") or 0)
        if "joke" in result.get("state", {}) and method != "joke.next":
            self.cards = [*self.cards[-4:], result["state"]["joke"]["id"]]
        if method == "saved.export":
            self.lines = (self.lines + result["lines"])[-40:]
        if method == "memory.export":
            self.memory = (self.memory + result["lines"])[-40:]
        if result.get("next") and reply.get("id") in self.requests:
            self.cursors = [*self.cursors[-9:], (self.requests[reply["id"]], result["next"])]
        for joke in [result.get("joke"), result.get("decided"), *(item.get("joke", item) for item in result.get("items", []) if isinstance(item, dict))]:
            if isinstance(joke, dict) and "value" in joke:
                self.ids = [*self.ids[-300:], joke["id"]]
                if method.startswith("saved") or method == "joke.add":
                    self.saved = [*self.saved[-30:], joke["id"]]
