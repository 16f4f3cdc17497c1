#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""swipe.py PROGRAMS [PEER]: what a card costs that is dragged at 60 reports of the mouse a second, in jokesd and jokesd-swipe together.
PEER (card.c) is a program that draws such a card with ncursesw, and does nothing else.

The terminal is a pseudo-terminal that this program reads. What counts is the processor time of the two processes
(/proc/PID/schedstat) in SWIPE_SECONDS (10), and in as long a time in which nothing happens.
"""
import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

SECONDS = float(os.environ.get("SWIPE_SECONDS", 10))
RATE = 60
LIMIT = 3.0
COLUMNS, ROWS = 120, 40

programs = Path(sys.argv[1]).resolve()
peer = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
directory = Path(tempfile.mkdtemp(prefix="jokesd-swipe-"))
environment = {
    "HOME": str(directory), "XDG_RUNTIME_DIR": str(directory), "XDG_DATA_HOME": f"{directory}/data",
    "XDG_CACHE_HOME": f"{directory}/cache", "XDG_CONFIG_HOME": f"{directory}/config", "PATH": os.environ["PATH"],
    "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def ran(pid):
    """Seconds for which the threads of a process have run."""
    return sum(int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()[0])
               for task in os.listdir(f"/proc/{pid}/task")) / 1e9


def start():
    daemon = subprocess.Popen([str(programs / "jokesd")], env=environment, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while not os.path.exists(directory / "jokesd/socket"):
        assert time.monotonic() < deadline, "jokesd does not start"
        time.sleep(0.05)
    return daemon


def at_terminal(program, *words):
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execve(str(program), [program.name, *words], environment)
    return pid, terminal


def dragged(pids, terminal):
    """What each of the processes takes of a core while the card swings, in percent; and frames and bytes a second."""
    os.write(terminal, b"\x1b[<0;60;20M")
    before = [ran(pid) for pid in pids]
    drawn, frames = play(terminal, SECONDS, swing)
    shares = [(ran(pid) - former) / SECONDS * 100 for pid, former in zip(pids, before)]
    return shares, frames / SECONDS, drawn / SECONDS


def play(terminal, seconds, column_at):
    """Writes a report at each tick, where there is a column, and reads what is drawn: bytes, and frames."""
    drawn, frames = 0, 0
    began = time.monotonic()
    tick = 0
    while (now := time.monotonic() - began) < seconds:
        if now >= tick / RATE:
            column = column_at(tick)
            if column:
                os.write(terminal, f"\x1b[<32;{column};20M".encode())
            tick += 1
        if select.select([terminal], [], [], max(0, tick / RATE - (time.monotonic() - began)))[0]:
            chunk = os.read(terminal, 1 << 16)
            drawn, frames = drawn + len(chunk), frames + chunk.count(b"\x1b[?2026h")
    return drawn, frames


def swing(tick):
    """Over half of the card's width and back: through both colours, once in two seconds."""
    phase = tick % 120
    return 60 + (phase if phase < 30 else 60 - phase if phase < 90 else phase - 120)


def row(name, *cells):
    print(f"| {name} | " + " | ".join(cells) + " |")


daemon = start()
front, terminal = at_terminal(programs / "jokectl", "swipe")
others = []
try:
    play(terminal, 1, lambda tick: None)
    # The answer to the question for synchronized output: yes.
    os.write(terminal, b"\x1b[?2026;2$y")
    play(terminal, 1, lambda tick: None)
    before = ran(daemon.pid), ran(front)
    play(terminal, SECONDS, lambda tick: None)
    resting = [(after - former) / SECONDS * 100 for after, former in zip((ran(daemon.pid), ran(front)), before)]
    shares, frames, size = dragged((daemon.pid, front), terminal)
    print(f"A card in a terminal of {COLUMNS} by {ROWS}, {SECONDS:g} s each; load average {os.getloadavg()[0]:.1f}\n")
    print("| the card is | jokesd, % of a core | jokesd-swipe | both | frames a second | bytes a second |")
    print("|---|---|---|---|---|---|")
    row("at rest", *(f"{share:.2f}" for share in (*resting, sum(resting))), "0", "0")
    row(f"dragged, {RATE} reports a second", *(f"{share:.2f}" for share in (*shares, sum(shares))),
        f"{frames:.0f}", f"{size:.0f}")
    if peer:
        others.append(at_terminal(peer))
        play(others[0][1], 1, lambda tick: None)
        alone, _, size = dragged(others[0][:1], others[0][1])
        row("the same, drawn by ncursesw and nothing else done", "–", f"{alone[0]:.2f}", f"{alone[0]:.2f}", f"{RATE}",
            f"{size:.0f}")
    kept = sum(shares) < LIMIT
    print(f"\nWanted: under {LIMIT:g} % together while it is dragged: {'so it is' if kept else 'NOT SO'}.")
finally:
    for pid, _ in [(front, terminal), *others]:
        os.kill(pid, 15)
        os.waitpid(pid, 0)
    daemon.terminate()
    daemon.wait()
    shutil.rmtree(directory, ignore_errors=True)
sys.exit(0 if kept else 1)
