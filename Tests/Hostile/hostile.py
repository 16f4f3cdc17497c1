#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hostile.py PROGRAMS
Gives jokes of marks and commands to the programs that read jokectl's output: dash, tmux, polybar, dunst, and Markdown
renderers. Each command would create the file `pwned`; nothing may, and markup must be text. A program that is not
installed is named, and an error with HOSTILE_ALL=1.
"""
import html, json, os, re, shutil, subprocess, sys, tempfile, time

PROGRAMS = os.path.abspath(sys.argv[1])
PREPENDED = ["\u0600", "\u0605", "\u06dd", "\u070f", "\u0890", "\u0891", "\u08e2", "\u0d4e", "\U000110bd", "\U000111c2"]
COMMANDS = ["'; touch pwned; echo '", "\"; touch pwned; echo \"", "$(touch pwned)", "`touch pwned`", "\n touch pwned\n",
            "#(touch pwned)", "##(touch pwned)", "#{pane_id}#[fg=red]", "%{A1:touch pwned:}text%{A}", "%%{A1:touch pwned:}x%{A}",
            "<img src='file:///x'><b>bold</b>", "&lt;b&gt;&#60;b>", "[a](javascript:x) <script>x</script>", "\\074b\\076\\x3cb>",
            "![i](http://x/i.png)", "`code` **strong** # title", "http://example.com www.example.com a@example.com"]


def variants(command):
    """The command plain, with an accent or a joiner on each mark, and with a prepended mark before each mark."""
    marks = r"([^\w\s])"
    yield command
    for after in ["\u0301", "\u200d", "\ufe0f"]:
        yield re.sub(marks, lambda m: m[1] + after, command)
    for before in PREPENDED:
        yield re.sub(marks, lambda m: before + m[1], command)
        yield re.sub(marks, lambda m: before + m[1] + "\u0301", command)
        yield before + command
    yield "Knock" + command + "\u0301"


JOKES = [f"a {text} z" for command in COMMANDS for text in variants(command)]


class World:
    def __init__(self, home):
        self.home, self.pwned = home, os.path.join(home, "pwned")
        run = os.path.join(home, "run")
        os.makedirs(os.path.join(home, ".config/jokesd"))
        os.mkdir(run, 0o700)
        with open(os.path.join(home, "tricks.jsonl"), "w") as pack:
            for number, value in enumerate(JOKES):
                pack.write(json.dumps({"id": f"t{number}", "value": value, "language": "en"}) + "\n")
        with open(os.path.join(home, ".config/jokesd/config.jsonc"), "w") as file:
            json.dump({"sources": {"tricks": {"type": "pack", "path": "~/tricks.jsonl"}}}, file)
        self.environment = {
            "HOME": home, "XDG_RUNTIME_DIR": run, "XDG_CONFIG_HOME": home + "/.config", "LANG": "C.UTF-8",
            "XDG_DATA_HOME": home + "/data", "XDG_CACHE_HOME": home + "/cache", "SHELL": "/bin/sh",
            "PATH": PROGRAMS + ":" + os.environ["PATH"]}
        self.daemon = subprocess.Popen(["jokesd"], env=self.environment, cwd=home, stderr=subprocess.DEVNULL)
        self.until(lambda: self.run("jokectl", "--no-start", "--quiet", "call", "ping").returncode == 0, "jokesd")

    def run(self, *words, **more):
        return subprocess.run(words, env=self.environment | more.pop("add", {}), cwd=self.home, capture_output=True,
                              timeout=60, **more)

    def text(self, *words, **more):
        result = self.run(*words, **more)
        if result.returncode != 0:
            sys.exit(f"{words[:3]}: {result.stderr.decode(errors='replace')}")
        return result.stdout.decode()

    def until(self, condition, name):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.05)
        sys.exit(f"hostile.py: {name} did not come within 30 s")

    def check(self, name, joke):
        if os.path.exists(self.pwned):
            sys.exit(f"hostile.py: {name} ran a command of {joke!r}")

    def jokes(self):
        """All jokes of the pack as jokesd has them, one after the other as the card."""
        for number in range(len(JOKES)):
            shown = self.text("jokectl", "next", "--source", "tricks", "--json")
            yield json.loads(shown)["joke"]["value"]


def dash(world, joke):
    plain = world.text("jokectl", "--format", "{{joke.value}}")
    word = world.text("dash", "-c", "eval \"printf '%s\\n' $(jokectl --format '{{joke.value|shell}}')\"")
    if word != plain:
        sys.exit(f"dash: {joke!r} became {word!r}")
    world.run("dash", "-c", "dash -c \"echo $(jokectl --format '{{joke.value|shell}}')\"")
    world.run("dash", "-c", "$(jokectl notify --dry-run | sed 's/^notify-send/true/')")
    world.run("dash", "-c", "eval \"$(jokectl notify --dry-run | sed 's/^notify-send/true/')\"")


def tmux(world, joke):
    server = ["tmux", "-S", world.home + "/tmux", "-f", "/dev/null"]
    if not hasattr(world, "tmux"):
        world.tmux = True
        world.run(*server, "new-session", "-d", "-s", "x", "-x", "200", "-y", "5", "exec sleep 600")
    line = world.text("jokectl", "show", "--for", "tmux", "--width", "400").rstrip("\n")
    world.text(*server, "set", "-g", "status-right", line)
    # Expanding runs #(…) and each format; the rest must be the line without the doubled number signs.
    shown = world.text(*server, "display-message", "-p", line.replace("%", "%%")).rstrip("\n")
    plain = world.text("jokectl", "show", "--for", "plain", "--width", "400").rstrip("\n")
    if shown.replace("#", "") != plain.replace("#", ""):
        sys.exit(f"tmux: {plain!r} became {shown!r}")


def rendered(world, joke, words):
    document = world.text("jokectl", "share", "--as", "markdown")
    page = world.run(*words, input=document.encode()).stdout.decode()
    tags = set(re.findall(r"<\s*(\w+)", page)) - {"blockquote", "p", "br", "html", "head", "meta", "title", "body"}
    if tags:
        sys.exit(f"{words[0]}: {joke!r} has the tags {tags}: {page}")


def lowdown(world, joke):
    rendered(world, joke, ["lowdown", "-thtml"])


def cmark(world, joke):
    rendered(world, joke, ["cmark", "--unsafe"])


def polybar(world, joke):
    line = world.text("jokectl", "show", "--for", "polybar", "--width", "400").encode()
    world.lines = getattr(world, "lines", []) + [line]
    # polybar's parser reads bytes: a tag is `%{`. jokectl's own colors are the only ones.
    if b"%{" in re.sub(rb"%\{F(#\w+|-)\}", b"", line):
        sys.exit(f"polybar: {joke!r} has a tag: {line!r}")


def click_polybar(world):
    """Shows each line in a real polybar, and clicks through all of it."""
    display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1200x60x24", "-nolisten", "tcp"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    bar = None
    try:
        name = ":" + display.stdout.readline().decode().strip()
        with open(world.home + "/lines", "wb") as file:
            file.writelines(world.lines)
        with open(world.home + "/bar.ini", "w") as file:
            file.write("[bar/main]\nwidth=100%\nheight=24\nmodules-left=j\n[module/j]\ntype=custom/script\ntail=true\n"
                       f"exec=while read -r l; do printf '%s\\n' \"$l\"; sleep 0.15; done <{world.home}/lines; touch done; sleep 60\n")
        bar = subprocess.Popen(["polybar", "-c", world.home + "/bar.ini", "main"], cwd=world.home,
                               env=world.environment | {"DISPLAY": name}, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        ends = time.monotonic() + 180
        while not os.path.exists(world.home + "/done") and time.monotonic() < ends:
            for x in range(10, 900, 60):
                world.run("xdotool", "mousemove", str(x), "12", "click", "1", add={"DISPLAY": name})
        if not os.path.exists(world.home + "/done"):
            sys.exit("hostile.py: polybar did not show all lines")
        world.check("polybar", "one of the lines")
    finally:
        for process in [bar, display]:
            if process:
                process.terminate()
                process.wait()


READERS = {"dash": dash, "tmux": tmux, "lowdown": lowdown, "cmark": cmark, "polybar": polybar}


def main():
    missing = [name for name in READERS if not shutil.which(name)]
    if missing:
        print("not installed:", *missing)
        if os.environ.get("HOSTILE_ALL"):
            sys.exit(1)
    with tempfile.TemporaryDirectory(prefix="jokesd-hostile-") as home:
        world = World(home)
        try:
            count = 0
            for joke in world.jokes():
                for name, reader in READERS.items():
                    if name not in missing:
                        reader(world, joke)
                        world.check(name, joke)
                count += 1
            if "polybar" not in missing and shutil.which("Xvfb") and shutil.which("xdotool"):
                click_polybar(world)
            print(f"{count} hostile jokes: nothing ran in", *[name for name in READERS if name not in missing])
        finally:
            world.run("tmux", "-S", home + "/tmux", "kill-server")
            world.daemon.terminate()
            world.daemon.wait()


main()
