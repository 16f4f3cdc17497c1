#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""window.py PROGRAMS
Measures the card in a window (PROGRAMS/jokesd-card), on a virtual display, drawn in software: the time from the start of
the program to the first frame with a joke, the resident memory, and the share of a core that a drag at 60 moves a second
needs. A window at rest must not wake up.
Needs the packages of `make test-card`.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

STARTS = 8
DRAG = 10  # seconds
programs = os.path.realpath(sys.argv[1])
children = []


def spawn(*command, **options):
    children.append(subprocess.Popen(command, stderr=subprocess.DEVNULL, **options))
    return children[-1]


def start_display():
    reading, writing = os.pipe()
    spawn("Xvfb", "-displayfd", str(writing), "-screen", "0", "1200x900x24", "-nolisten", "tcp", pass_fds=[writing])
    os.environ["DISPLAY"] = ":" + os.read(reading, 16).decode().strip()
    spawn("openbox")


def memory(process):
    """Returns the resident memory in MiB: all of it, and the part that is of no file."""
    with open(f"/proc/{process.pid}/smaps_rollup") as lines:
        values = {words[0]: int(words[1]) for words in map(str.split, lines) if words[-1] == "kB"}
    return values["Rss:"] / 1024, values["Anonymous:"] / 1024


def start_card(path):
    """Starts the card, and returns it when it has drawn its first frame."""
    card = spawn(os.path.join(programs, "jokesd-card"), "--socket", path, stdout=subprocess.PIPE, text=True)
    while "first frame" not in card.stdout.readline():
        assert card.poll() is None, "jokesd-card has ended"
    return card


def measure(path):
    """Starts the card. Returns the time of its first frame in ms, and its memory two seconds later."""
    began = time.monotonic()
    card = start_card(path)
    frame = (time.monotonic() - began) * 1000
    time.sleep(2)
    sizes = memory(card)
    card.terminate()
    card.wait()
    return frame, *sizes


def processor_time(process):
    """Returns the processor time of a process in seconds."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waits(process):
    """Returns how often each thread of a process has waited."""
    counts = {}
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/status") as lines:
            counts[thread] = sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
    return counts


def wakeups(process, seconds):
    """Returns how often a process wakes up in some seconds. A thread that has ended does not count."""
    before = waits(process)
    time.sleep(seconds)
    return sum(count - before.get(thread, 0) for thread, count in waits(process).items())


def await_rest(process):
    """Waits until a process has not woken up for a second, and returns how long that took. On a busy machine, the card
    draws its last frames late. If it never rests, this returns after 10 seconds, and the wake-ups afterwards tell."""
    began = time.monotonic()
    while wakeups(process, 1) and time.monotonic() < began + 10:
        pass
    return time.monotonic() - began - 1


def measure_drag(path):
    """Drags the card to and fro. Returns the shares of a core that the card and the display need, the moves a second, and
    after the drag, the time until the card rests and how often it wakes up in as many seconds."""
    card = start_card(path)
    display = children[0]
    x, y = 600, 450
    moves = [place for step in range(DRAG * 60)
             for place in ["mousemove", str(x + abs(step % 120 - 60) * 3 - 90), str(y), "sleep", "0.015"]]
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "mousedown", "1"], check=True)
    before, began = (processor_time(card), processor_time(display)), time.monotonic()
    subprocess.run(["xdotool", *moves], check=True)
    took = time.monotonic() - began
    shares = [(now - then) / took for now, then in zip((processor_time(card), processor_time(display)), before)]
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "sleep", "0.5", "mouseup", "1", "mousemove", "0", "0"],
                   check=True)
    rest, count = await_rest(card), wakeups(card, DRAG)
    card.terminate()
    card.wait()
    return shares, len(moves) / 5 / took, rest, count


def main(home):
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"]:
        os.environ[name] = os.path.join(home, name)
        os.mkdir(os.environ[name], 0o700)
    os.environ.update(HOME=home, GSK_RENDERER="cairo", GSETTINGS_BACKEND="memory", LANG="C.UTF-8", GTK_A11Y="none",
                      DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent", G_MESSAGES_DEBUG="jokesd-card")
    start_display()
    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "jokesd", "socket")
    spawn(os.path.join(programs, "jokesd"))
    while not os.path.exists(path):
        time.sleep(0.05)
    frames, resident, anonymous = zip(*(measure(path) for _ in range(STARTS)))
    print(f"first frame with a joke: median {statistics.median(frames):.0f} ms of {STARTS} starts, "
          f"{min(frames):.0f} to {max(frames):.0f} ms")
    print(f"resident memory: {max(resident):.0f} MiB, of it {max(anonymous):.0f} MiB of no file")
    (card, display), rate, rest, count = measure_drag(path)
    print(f"a drag at {rate:.0f} moves a second: {card:.0%} of a core, the display {display:.0%}")
    print(f"at rest after {rest:.0f} s: {count} wake-ups in {DRAG} seconds")


with tempfile.TemporaryDirectory() as home:
    try:
        main(home)
    finally:
        for child in reversed(children):
            if child.poll() is None:
                child.terminate()
                child.wait()
