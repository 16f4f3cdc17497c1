#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""prose-lint.py: checks the project's Markdown: no line of prose has more than 120 columns.

Tables, code blocks and lines without a space to break at are exempt.
"""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 120
SKIPPED = {".build", ".git", ".swiftpm"}


class Page:
    """A Markdown file."""

    def __init__(self, path):
        self.path = path
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.prose = list(self._prose())

    def _prose(self):
        """Yields the number and the text of each line outside code blocks."""
        fence = None
        for number, line in enumerate(self.lines, 1):
            mark = re.match(r"\s*(```|~~~)", line)
            if fence:
                if mark and mark[1] == fence:
                    fence = None
            elif mark:
                fence = mark[1]
            else:
                yield number, line


class Lint:
    """Collects what is wrong."""

    def __init__(self):
        self.failures = 0

    def fail(self, path, number, message):
        print(f"{path.relative_to(ROOT)}:{number}: {message}", file=sys.stderr)
        self.failures += 1

    def check_width(self, page):
        for number, line in page.prose:
            if len(line) > WIDTH and not line.startswith("|") and " " in line.strip():
                self.fail(page.path, number, f"has {len(line)} columns; wrap it at {WIDTH}")


def files():
    """Returns the project's files, in order."""
    found = []
    for directory, directories, names in os.walk(ROOT):
        directories[:] = [name for name in directories if name not in SKIPPED]
        found += [pathlib.Path(directory, name) for name in names]
    return sorted(found)


def main():
    lint = Lint()
    for path in files():
        if path.suffix == ".md":
            lint.check_width(Page(path))
    sys.exit(1 if lint.failures else 0)


main()
