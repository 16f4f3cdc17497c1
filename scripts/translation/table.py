#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes docs/translation-table.md: fifty built-in jokes translated by Apertium alone and by jokesd-fetch.

table.py FETCH       writes the page; FETCH is the program jokesd-fetch
table.py FETCH -n    only prints the numbered pairs, for judging

verdicts.txt has a person's judgement of each pair: the id, then better, same or worse, then a hash of the texts. If the
texts have changed since, the pair counts as not judged.
"""
import hashlib
import json
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
batch = 25
hero = "Rex Tornado"


def text_of(telling):
    text = telling.get("value") or telling["setup"] + "\n" + telling["punchline"]
    return text.replace("{hero}", hero)


def plain(text):
    made = subprocess.run(["apertium", "-u", "eng-spa"], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return made.stdout.decode().rstrip("\n")


def ours(fetch, texts):
    made = subprocess.run(
        [fetch, "translate", "apertium", "--json", "--from", "en", "--into", "es", "--", *texts],
        stdout=subprocess.PIPE, check=True)
    return json.loads(made.stdout)["texts"]


def cell(text):
    return (text or "–").replace("|", "\\|").replace("*", "\\*").replace("\n", "<br>")


def main():
    fetch = sys.argv[1]
    jokes = [json.loads(line) for line in (root / "packs/builtin.jsonl").read_text().splitlines() if line.strip()]
    jokes = [joke for joke in jokes if {"en", "es"} <= joke["texts"].keys()]
    jokes = jokes[::len(jokes) // 50][:50]
    texts = [text_of(joke["texts"]["en"]) for joke in jokes]
    mended = [text for start in range(0, len(texts), batch) for text in ours(fetch, texts[start:start + batch])]
    verdicts = {}
    path = root / "scripts/translation/verdicts.txt"
    if path.exists():
        verdicts = {(id, sum): verdict for id, verdict, sum in (line.split() for line in path.open())}
    rows, counts = [], {}
    for joke, text, new in zip(jokes, texts, mended):
        old = plain(text)
        sum = hashlib.sha256((old + "\0" + (new or "")).encode()).hexdigest()[:8]
        verdict = verdicts.get((joke["id"], sum), "not judged")
        counts[verdict] = counts.get(verdict, 0) + 1
        if "-n" in sys.argv:
            print(joke["id"], sum, verdict, "E " + text, "A " + old, "B " + (new or ""), "", sep="\n")
        human = text_of(joke["texts"]["es"])
        rows.append(f"| {joke['id'][-4:]} | {cell(text)} | {cell(old)} | {cell(new)} | {cell(human)} | {verdict} |")
    if "-n" in sys.argv:
        return
    order = ["better", "same", "worse", "not judged"]
    total = ", ".join(f"{counts[name]} {name}" for name in order if name in counts)
    head = (root / "scripts/translation/head.md").read_text()
    (root / "docs/translation-table.md").write_text(head.replace("TOTAL", total) + "\n".join(rows) + "\n")


main()
