#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""prose-lint.py: checks the project's Markdown and comments.

- Prose of Markdown has at most 120 columns. Tables, code blocks and lines without a space to break at are exempt.
- A page, section, rule, file or Swift name that a comment or a page cites exists. A section is cited as `Protocol.md, "Limits"`,
  a rule as `docs/rules.md, rule 6`.
- Links within the project lead somewhere. docs/README.md links to each page of docs, and each picture there is shown.
- Each rule of docs/rules.md and each promise of README.md has a test that names it. The tests that SECURITY.md names exist.
- The words of Markdown are in hunspell's American dictionary or in scripts/words.txt. Exempt are code, words with a
  capital inside and quotations in guillemets.
"""
import bisect
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "docs/rules.md"
WORDS = ROOT / "scripts/words.txt"
WIDTH = 120
SKIPPED = {".build", ".git", ".swiftpm"}
# Files whose text is not ours or is compared byte for byte.
UNREAD = {"Fixtures", "Snapshots"}
DIRECTORIES = "Sources|Tests|docs|scripts|examples|packs|Benchmarks|systemd|debian|desktop"

NO_PATH_BEFORE = r"(?<![\w./~$*{}:>+-])(?<!``)"
PAGE = re.compile(NO_PATH_BEFORE + r"((?:[\w.-]+/)*[\w.-]+\.md)\b(, )?")
SECTION = re.compile(r'"([^"]+)"')
UNQUOTED_SECTION = re.compile(r"[A-Z][a-z]|[a-z]+\.[a-z]+\b")
RULE = re.compile(r"(docs/rules\.md, )?\b(behaviour )?rules? (\d+(?:(?:, | and |, and )\d+)*)")
FILE = re.compile(NO_PATH_BEFORE + rf"((?:{DIRECTORIES})/(?:[\w./+@*-]|<[\w-]+>)*[\w*])")
NAME = re.compile(NO_PATH_BEFORE + r"([\w+-]+\.(?:swift|sh|bash|py|ndjson))\b(?!/)")
MODULE_PATH = re.compile(NO_PATH_BEFORE + r"((?:Joke[A-Z]\w*|EventLoop\w*|EndToEndTests)(?:/[\w+.]*\w)+)")
# A type, perhaps with a member; or anything in DocC's double backquotes.
SYMBOL = re.compile(r"``([^`]+)``|(?<!`)`([A-Z]\w*[a-z]\w*(?:\.\w+)*(?:\([\w:]*\))?)`(?!`)")
# The pages that describe the code.
CODE_PAGES = {ROOT / name for name in ("CONTRIBUTING.md", "docs/architecture.md", "docs/decisions.md", "docs/rules.md")}
LINK = re.compile(r"\]\(([^)\s]+)\)")
# What is not prose: names of tests, code, quotations in Spanish, HTML, addresses, file names and other names with a mark inside.
UNSPELLED = re.compile(r"`\w+/\w+`: \"[^\"]+\"|(`+).+?(?<!`)\1(?!`)|«.*?»|<[^<>]*>|[\w~$%@*-]*(?:\w|[)/])[/._@=:~+]+(?=[\w*])\S*|[~$%@/]\S+")
WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:[’'][^\W\d_]+)*(?!\w)|(?<=-)[^\W\d_]+(?:[’'][^\W\d_]+)*(?!\w)")
NAMED_TEST = re.compile(r'`(\w+)/(\w+)`: "([^"]+)"')


class Text:
    """Lines that belong together, such as a comment, as one line."""

    def __init__(self, lines):
        """- lines: pairs of a line's number and its text."""
        self.numbers = [number for number, _ in lines]
        self.starts, at = [], 0
        for _, line in lines:
            self.starts.append(at)
            at += len(line.strip()) + 1
        self.string = " ".join(line.strip() for _, line in lines)

    def line(self, offset):
        return self.numbers[bisect.bisect_right(self.starts, offset) - 1]


class Page:
    """A Markdown file."""

    def __init__(self, path):
        self.path = path
        self.prose = list(self._prose())
        self.headings = [line.lstrip("# ") for _, line in self.prose if re.match(r"#+ ", line)]
        self.anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in self.headings}

    def _prose(self):
        """Yields the number and the text of each line outside code blocks."""
        fence = None
        for number, line in enumerate(self.path.read_text(encoding="utf-8").split("\n"), 1):
            mark = re.match(r"\s*(```|~~~)", line)
            if fence:
                if mark and mark[1] == fence:
                    fence = None
            elif mark:
                fence = mark[1]
            else:
                yield number, line

    def texts(self):
        """Yields the blocks of prose, without the targets of their links."""
        yield from blocks(self.prose, lambda line: LINK.sub("]", line))


def blocks(lines, text_of):
    """Groups consecutive lines for which `text_of` is not empty."""
    group = []
    for number, line in lines:
        text = text_of(line)
        if text and text.strip():
            group.append((number, text))
        elif group:
            yield Text(group)
            group = []
    if group:
        yield Text(group)


def comments(path, string):
    """Yields the comments of a source or script."""
    lines = list(enumerate(string.split("\n"), 1))
    mark = "//" if path.suffix in {".swift", ".c", ".h"} else "#"
    whole = re.compile(rf"\s*{mark}+!?(.*)")
    trailing = re.compile(rf"\S\s+{mark}+\s(.*)")
    yield from blocks(lines, lambda line: (match := whole.match(line)) and match[1])
    yield from blocks(lines, lambda line: not whole.match(line) and (match := trailing.search(line)) and match[1])
    if path.suffix == ".py":
        for match in re.finditer(r'"""(.*?)"""', string, re.S):
            first = string.count("\n", 0, match.start()) + 1
            yield Text([(first + index, line) for index, line in enumerate(match[1].split("\n"))])


class Lint:
    """Checks texts against the project's files, and counts the errors."""

    def __init__(self, paths):
        self.failures = 0
        self.names = {path.name for path in paths}
        self.paths = {str(path.relative_to(ROOT)) for path in paths}
        self.paths |= {str(parent) for path in self.paths for parent in pathlib.Path(path).parents}
        self.words = set()
        for path in paths:
            if path.suffix == ".swift":
                for line in path.read_text(encoding="utf-8").split("\n"):
                    if not line.lstrip().startswith("//"):
                        self.words.update(re.findall(r"\w+", line))
        self.pages = {path: Page(path) for path in paths if path.suffix == ".md"}
        self.rules = {int(match[1]) for match in map(re.compile(r"(\d+)\. ").match, self.pages[RULES].headings) if match}

    def fail(self, path, line, message):
        print(f"{path.relative_to(ROOT)}:{line}: {message}", file=sys.stderr)
        self.failures += 1

    def exists(self, path):
        """Returns whether the project has this path. `*`, `<…>` and a single capital stand for any text."""
        pattern = re.sub(r"<[\w-]+>|(?<![A-Za-z])[A-Z](?![A-Za-z])", "*", path)
        return path in self.paths or "*" in pattern and bool(fnmatch.filter(self.paths, pattern))

    def check_width(self, page):
        for number, line in page.prose:
            if len(line) > WIDTH and not line.startswith("|") and " " in line.strip():
                self.fail(page.path, number, f"has {len(line)} columns; wrap it at {WIDTH}")

    def check_citations(self, path, text):
        for match in PAGE.finditer(text.string):
            page = self.pages.get(ROOT / match[1]) or self.pages.get(path.parent / match[1])
            line, rest = text.line(match.start()), text.string[match.end():]
            if not page:
                self.fail(path, line, f"there is no page {match[1]}")
            elif match[2] and (section := SECTION.match(rest)):
                if section[1] not in page.headings:
                    self.fail(path, line, f'{match[1]} has no section "{section[1]}"')
            elif match[2] and path.suffix != ".md" and UNQUOTED_SECTION.match(rest):
                self.fail(path, line, f'cite a section of {match[1]} in quotes, as in Protocol.md, "Limits"')
        for match in RULE.finditer(text.string):
            if match[2] or not match[1] and path != RULES:
                self.fail(path, text.line(match.start()), "cite a rule as in docs/rules.md, rule 6")
            for number in map(int, re.findall(r"\d+", match[3])):
                if number not in self.rules:
                    self.fail(path, text.line(match.start()), f"docs/rules.md has no rule {number}")

    def check_files(self, path, text):
        for match in FILE.finditer(text.string):
            if not self.exists(match[1]):
                self.fail(path, text.line(match.start()), f"there is no {match[1]}")
        for match in NAME.finditer(text.string):
            if match[1] not in self.names:
                self.fail(path, text.line(match.start()), f"there is no file {match[1]}")
        for match in MODULE_PATH.finditer(text.string):
            module, _, rest = match[1].partition("/")
            places = [f"{root}/{module}/{rest}{suffix}" for root in ("Sources", "Tests") for suffix in ("", ".swift")]
            if not any(map(self.exists, places)) and not self.suite(module, rest):
                self.fail(path, text.line(match.start()), f"there is no {match[1]} in Sources or Tests")

    def check_symbols(self, path, text):
        for match in SYMBOL.finditer(text.string):
            for name in re.findall(r"\w+", re.sub(r"\(.*", "", match[1] or match[2])):
                if name not in self.words:
                    self.fail(path, text.line(match.start()), f"no Swift source has {name} in it")

    def check_links(self, page):
        for number, line in page.prose:
            for target in LINK.findall(line):
                name, _, anchor = target.partition("#")
                if re.match(r"\w+:", target):
                    continue
                path = pathlib.Path(os.path.normpath(page.path.parent / name)) if name else page.path
                if not path.exists():
                    self.fail(page.path, number, f"there is no {name}")
                elif anchor and anchor not in self.pages[path].anchors:
                    self.fail(page.path, number, f"{path.name} has no section for #{anchor}")

    def check_spelling(self):
        known = set(WORDS.read_text(encoding="utf-8").split())
        found = {}
        for page in self.pages.values():
            for text in page.texts():
                prose = UNSPELLED.sub(lambda match: " " * len(match[0]), text.string)
                for match in WORD.finditer(prose):
                    word = match[0].replace("’", "'").removesuffix("'s")
                    # A capital inside marks an abbreviation or the name of a type.
                    if word[1:].islower() and not {word, word.lower()} & known:
                        found.setdefault(word, []).append((page.path, text.line(match.start())))
        run = subprocess.run(["hunspell", "-d", "en_US", "-i", "UTF-8", "-l"], input="\n".join(found) + "\n", text=True,
                             encoding="utf-8", capture_output=True, check=True)
        for word in dict.fromkeys(run.stdout.split()):
            for path, line in found.get(word, []):
                self.fail(path, line, f"'{word}' is not in the dictionary; if it is right, add it to scripts/words.txt")

    def check_index(self):
        index = ROOT / "docs/README.md"
        shown = {os.path.normpath(page.path.parent / target.partition("#")[0])
                 for page in self.pages.values() for _, line in page.prose for target in LINK.findall(line)}
        listed = {os.path.normpath(index.parent / target) for _, line in self.pages[index].prose
                  for target in LINK.findall(line)}
        for path in sorted(index.parent.iterdir()):
            if path.suffix == ".md" and path != index and str(path) not in listed:
                self.fail(index, 1, f"has no link to {path.name}")
            elif path.suffix in {".png", ".svg"} and str(path) not in shown:
                self.fail(path, 1, "no page shows this picture")

    def check_promises(self):
        """Checks that each rule and each promise of README.md has a test, and that the tests that SECURITY.md names exist."""
        page = ROOT / "SECURITY.md"
        for text in self.pages[page].texts():
            for match in NAMED_TEST.finditer(text.string):
                if f'"{match[3]}"' not in self.suite(match[1], match[2]):
                    self.fail(page, text.line(match.start()), f'{match[1]}/{match[2]} has no test "{match[3]}"')
        tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "Tests").rglob("*.swift"))
        readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## What it promises")[2].partition("\n## ")[0]
        promises = {" ".join(promise.split()).rstrip(".") for promise in re.findall(r"^- \*\*(.+?)\*\*", readme, re.M | re.S)}
        kept = set(re.findall(r'\.promise\("(.+?)"\)', tests))
        tested = {int(rule) for rules in re.findall(r"\.rule\(([\d, ]+)\)", tests) for rule in rules.split(",")}
        for path, ours, theirs in (ROOT / "README.md", promises, kept), (RULES, self.rules, tested):
            if not ours or ours != theirs:
                self.fail(path, 1, f"without a test, or tested and not there: {sorted(ours ^ theirs)}")
        if self.rules != set(range(1, len(self.rules) + 1)):
            self.fail(RULES, 1, "the rules are not numbered from 1")

    def suite(self, module, name):
        """Returns the text of the files that declare the tests `name` in `module`."""
        found = ""
        for path in sorted((ROOT / "Tests" / module).rglob("*.swift")):
            string = path.read_text(encoding="utf-8")
            if re.search(rf"\b(?:struct|class|enum|actor|extension) {name}\b", string):
                found += string
        return found


def files():
    """Returns the project's files, in order."""
    found = []
    for directory, directories, names in os.walk(ROOT):
        directories[:] = [name for name in directories if name not in SKIPPED]
        found += [pathlib.Path(directory, name) for name in names]
    return sorted(found)


def main():
    paths = files()
    lint = Lint(paths)
    for path in paths:
        if page := lint.pages.get(path):
            lint.check_width(page)
            lint.check_links(page)
            texts = page.texts()
        elif UNREAD & set(path.parts):
            continue
        else:
            try:
                texts = comments(path, path.read_text(encoding="utf-8"))
            except UnicodeDecodeError:
                continue
        for text in texts:
            lint.check_citations(path, text)
            lint.check_files(path, text)
            if path.suffix == ".swift" or path in CODE_PAGES:
                lint.check_symbols(path, text)
    lint.check_promises()
    lint.check_index()
    lint.check_spelling()
    sys.exit(1 if lint.failures else 0)


main()
