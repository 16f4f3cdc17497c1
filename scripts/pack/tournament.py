#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes blind pairs of jokes, and evaluates the judges' answers.

  tournament.py pairs  --seed N --rounds R --out DIRECTORY --per-sheet N POOL.jsonl…
  tournament.py again  --seed N --rounds R --top N --out DIRECTORY --per-sheet N POOL.jsonl DIRECTORY…
  tournament.py cross  --seed N --count N --out DIRECTORY --per-sheet N OURS.jsonl THEIRS.txt…
  tournament.py rank   DIRECTORY…        one line per joke: strength, wins, losses, id
  tournament.py rates  DIRECTORY         how often ours won against each of the others

`again` pairs the best jokes of earlier rounds with others of similar strength. POOL and OURS are packs (packs/README.md)
whose lines have an id. THEIRS has one joke per line, as a JSON string.
The directory gets sheets for the judges, with numbered pairs of A and B, and key.json, which nobody reads before the
end. A judge's answers to sheet-3.txt are in answers-3.txt, with a line such as `12 A` for each pair.
docs/pack.md describes how it was used.
"""
import argparse, glob, json, math, os, random, re, sys


def text_of(entry, language="en"):
    told = entry["texts"][language]
    return told.get("value") or told["setup"] + "\n" + told["punchline"]


def pool(paths):
    jokes = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for entry in map(json.loads, filter(str.strip, lines)):
                if "en" in entry["texts"]:
                    jokes[entry["id"]] = text_of(entry)
    return jokes


def write(directory, per_sheet, pairs, generator):
    """Writes the sheets and the key. A pair is ((id, text), (id, text)); chance decides which of them is A."""
    os.makedirs(directory, exist_ok=True)
    generator.shuffle(pairs)
    key = {}
    for start in range(0, len(pairs), per_sheet):
        sheet = start // per_sheet + 1
        with open(f"{directory}/sheet-{sheet}.txt", "w", encoding="utf-8") as page:
            for number, pair in enumerate(pairs[start:start + per_sheet], 1):
                first, second = generator.sample(pair, 2)
                key[f"{sheet}.{number}"] = [first[0], second[0]]
                page.write(f"## {number}\nA: {first[1]}\nB: {second[1]}\n\n")
    with open(f"{directory}/key.json", "w", encoding="utf-8") as file:
        json.dump(key, file)


def pairs(arguments):
    generator = random.Random(arguments.seed)
    jokes = pool(arguments.files)
    drawn = []
    for _ in range(arguments.rounds):
        order = list(jokes.items())
        generator.shuffle(order)
        # If the number is odd, the last one also meets the first one.
        drawn += list(zip(order[::2], order[1::2] + order[:len(order) % 2]))
    write(arguments.out, arguments.per_sheet, drawn, generator)


def again(arguments):
    generator = random.Random(arguments.seed)
    jokes = pool(arguments.files[:1])
    strength = {name: log for name, log, _, _ in ranking(arguments.files[1:]) if name in jokes}
    best = sorted(strength, key=strength.get, reverse=True)[:arguments.top]
    drawn = []
    for _ in range(arguments.rounds):
        order = sorted(best, key=lambda name: strength[name] + generator.gauss(0, 0.5))
        drawn += [((one, jokes[one]), (other, jokes[other])) for one, other in zip(order[::2], order[1::2])]
    write(arguments.out, arguments.per_sheet, drawn, generator)


def cross(arguments):
    generator = random.Random(arguments.seed)
    ours = list(pool(arguments.files[:1]).items())
    drawn = []
    for path in arguments.files[1:]:
        name = os.path.basename(path).split(".")[0]
        with open(path, encoding="utf-8") as lines:
            theirs = [(f"{name}:{number}", json.loads(line)) for number, line in enumerate(lines)]
        drawn += zip(generator.sample(ours, arguments.count), generator.sample(theirs, arguments.count))
    write(arguments.out, arguments.per_sheet, drawn, generator)


def verdicts(directory):
    """Returns (winner, loser) of every judged pair."""
    with open(f"{directory}/key.json", encoding="utf-8") as file:
        key = json.load(file)
    for path in glob.glob(f"{directory}/answers-*.txt"):
        sheet = re.search(r"answers-(\d+)", path)[1]
        with open(path, encoding="utf-8") as lines:
            for number, answer in re.findall(r"^\s*(\d+)[.:)]?\s+([AB])\b", lines.read(), re.M):
                if f"{sheet}.{number}" in key:
                    first, second = key[f"{sheet}.{number}"]
                    yield (first, second) if answer == "A" else (second, first)


def ranking(directories):
    """Returns (id, strength, wins, losses) by Bradley-Terry with minorization (Hunter 2004). Each joke gets half a win
    and half a loss against an average joke, so that four wins in four pairs do not give an infinite strength."""
    won = [verdict for directory in directories for verdict in verdicts(directory)]
    names = sorted({name for verdict in won for name in verdict})
    strength = dict.fromkeys(names, 1.0)
    wins = {name: sum(1 for winner, _ in won if winner == name) for name in names}
    met = {name: [] for name in names}
    for winner, loser in won:
        met[winner].append(loser)
        met[loser].append(winner)
    for _ in range(200):
        strength = {
            name: (wins[name] + 0.5)
            / (1 / (strength[name] + 1) + sum(1 / (strength[name] + strength[other]) for other in met[name]))
            for name in names
        }
    for name in sorted(names, key=strength.get, reverse=True):
        yield name, math.log(strength[name]), wins[name], len(met[name]) - wins[name]


def rank(arguments):
    for name, log, wins, losses in ranking(arguments.files):
        print(f"{log:.3f}\t{wins}\t{losses}\t{name}")


def rates(arguments):
    count = {}
    for winner, loser in verdicts(arguments.files[0]):
        theirs = winner if ":" in winner else loser
        won, met = count.get(theirs.split(":")[0], (0, 0))
        count[theirs.split(":")[0]] = (won + (winner != theirs), met + 1)
    for name, (won, met) in sorted(count.items()):
        error = math.sqrt(won / met * (1 - won / met) / met)
        print(f"{name}\t{won} of {met}\t{100 * won / met:.1f} % ± {100 * error:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["pairs", "again", "cross", "rank", "rates"])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--top", type=int, default=650)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--per-sheet", type=int, default=250)
    parser.add_argument("--out", default=".")
    arguments = parser.parse_args()
    sys.exit(globals()[arguments.action](arguments))


if __name__ == "__main__":
    main()
