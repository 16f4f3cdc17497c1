#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py [NAME...]

Breaks promises on purpose, one at a time, and says whether the tests notice. The file `mutants` says how. All mutants are
compiled at once into a copy of the checkout, .build/mutants, and JOKESD_MUTANT turns one on, so that one build serves all.
First the tests must pass without any; then those of each mutant run with it, for at most MUTANT_SECONDS (180).

It tries all, or those that are named, and ends with 1 if one is not caught or no longer fits the sources.
"""
import os, re, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT, COPY = os.path.abspath(f"{HERE}/../.."), os.path.abspath(f"{HERE}/../../.build/mutants")
SECONDS = float(os.environ.get("MUTANT_SECONDS") or 180)
CHECK = b"""import Glibc
func isMutant(_ name: String) -> Bool { getenv("JOKESD_MUTANT").map { String(cString: $0) == name } ?? false }
"""


def read(path):
    """Returns the tests, the promise and the changes of each mutant: the path, the old and the new text of each."""
    mutants = {}
    for line in open(path).read().splitlines():
        if line.startswith("== "):
            name, tests, promise = line[3:].split(" | ")
            mutants[name] = (tests.split(","), promise, changes := [])
        elif line.startswith("Sources/"):
            changes.append([line, "", ""])
        elif not line.startswith("#"):
            # A line that is inserted follows one that is there. After it, another change of the file may begin.
            if changes[-1][2].endswith("\n\0"):
                changes.append([changes[-1][0], "", ""])
            changes[-1][1] += "" if line.startswith("»") else re.sub("«.*?»", "", line) + "\n"
            changes[-1][2] += line[1:] + "\n\0" if line.startswith("»") else re.sub("[«»]", "", line) + "\n"
            changes[-1][2] = changes[-1][2].replace("MUTANT", f'isMutant("{name}")')
    return mutants


def sources():
    """Returns the files of the checkout that are built, by path."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return {name: open(f"{ROOT}/{name}", "rb").read() for name in names if os.path.isfile(f"{ROOT}/{name}")}


def write(files):
    """Makes the copy have these files. Those that are equal keep their time, so that they are not built again."""
    for place, _, names in [*os.walk(f"{COPY}/Sources"), *os.walk(f"{COPY}/Tests")]:
        for name in names:
            if os.path.relpath(f"{place}/{name}", COPY) not in files:
                os.unlink(f"{place}/{name}")
    for name, data in files.items():
        path = f"{COPY}/{name}"
        if not os.path.exists(path) or open(path, "rb").read() != data:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            open(path, "wb").write(data)
            os.chmod(path, 0o755 if data.startswith(b"#!") else 0o644)


def test(tests, mutant=""):
    """Runs tests. Returns why they failed, or None."""
    environment = os.environ | {"JOKESD_MUTANT": mutant, "MALLOC_PERTURB_": "165"}
    command = ["swift", "test", "--skip-build", "--disable-xctest", *sum((["--filter", test] for test in tests), [])]
    try:
        done = subprocess.run(command, cwd=COPY, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=SECONDS if mutant else None)
    except subprocess.TimeoutExpired:
        return f"no end within {SECONDS:.0f} s"
    text = done.stdout.decode("utf-8", "replace")
    if "Test run with 0 tests" in text:
        sys.exit(f"mutants: no test is called {' or '.join(tests)}")
    found = re.search(r"^(?:✘ Test (?!run|case).*|.*Fatal error.*|.*unexpected signal.*)", text, re.M)
    return None if done.returncode == 0 else (found[0] if found else f"exit status {done.returncode}")[:110]


def main():
    mutants, files, caught = read(f"{HERE}/mutants"), sources(), 0
    wanted = sys.argv[1:] or list(mutants)
    for name, (tests, promise, changes) in mutants.items():
        for path, old, new in changes:
            text = files.get(path, b"").decode()
            if text.count(old) != 1:
                sys.exit(f"mutants: {name} does not fit {path}, which has this {text.count(old)} times:\n{old}")
            files[path] = text.replace(old, new.replace("\0", "")).encode()
            files["/".join(path.split("/")[:2] + ["Mutant.swift"])] = CHECK
    write(files)
    subprocess.run(["make", "--no-print-directory", "generated"], cwd=COPY, check=True)
    subprocess.run(["swift", "build", "--build-tests"], cwd=COPY, check=True)
    if problem := test(sorted({test for name in wanted for test in mutants[name][0]})):
        sys.exit(f"mutants: without a mutant: {problem}")
    for name in wanted:
        began = time.monotonic()
        problem = test(mutants[name][0], name)
        caught += problem is not None
        print(f"{'caught' if problem else 'NOT CAUGHT':10} {time.monotonic() - began:4.0f} s  {name}: {problem or mutants[name][1]}", flush=True)
    print(f"{caught} of {len(wanted)} mutants were caught")
    sys.exit(caught < len(wanted))


main()
