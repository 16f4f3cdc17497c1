#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records a throw of the card: card-animation.py PROGRAMS > docs/throw.png

jokesd-card runs on a virtual display, with a jokesd of its own and a few of the built-in jokes. xdotool moves the pointer:
it throws the card to the right, then to the left. Meanwhile the script copies the display's memory at each tick, and writes
the pictures of the window as an animated PNG. PROGRAMS is the directory of the programs of `make card`. Record on a machine
on which nothing else runs, so that no frame is late.
Needs: the packages of `make test-card`, imagemagick
"""
import collections
import mmap
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib

JOKES = ("0602", "0895", "0981", "1717")
WIDTH, HEIGHT = 390, 570  # of the window
TICK = 0.0625  # seconds between two pictures
REST = 1.8  # seconds for which a joke is shown
COLORS = 128
TRANSPARENT = 255  # the color of a pixel that has not changed


def main():
    programs = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        frames = record(programs, directory)
    sys.stdout.buffer.write(animation(*paletted(frames)))


def record(programs, directory):
    """Returns the pictures of the window, as 32-bit pixels, each with its duration in seconds."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin", "HOME": directory, "XDG_RUNTIME_DIR": f"{directory}/run",
        "XDG_DATA_HOME": f"{directory}/data", "XDG_CACHE_HOME": f"{directory}/cache", "XDG_CONFIG_HOME": f"{directory}/config",
        "JOKESD_PACKS": f"{directory}/packs", "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "GTK_A11Y": "none", "GTK_THEME": "Adwaita",
    }
    os.mkdir(f"{directory}/run", 0o700)
    os.makedirs(f"{directory}/config/gtk-4.0")
    with open(f"{directory}/config/gtk-4.0/settings.ini", "w", encoding="utf-8") as settings:
        settings.write("[Settings]\ngtk-font-name=Noto Sans 11\n")
    os.mkdir(f"{directory}/packs")
    with open(f"{root}/packs/builtin.jsonl", encoding="utf-8") as pack, \
            open(f"{directory}/packs/builtin.jsonl", "w", encoding="utf-8") as chosen:
        chosen.writelines(line for line in pack if line.startswith(tuple(f'{{"id": "builtin-{id}"' for id in JOKES)))

    def run(*command):
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def start(*command, **options):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        started.append(process)
        return process

    started = []
    try:
        reading, writing = os.pipe()
        start("Xvfb", "-displayfd", str(writing), "-screen", "0", "800x700x24", "-fbdir", directory, "-nolisten", "tcp",
              pass_fds=[writing])
        environment["DISPLAY"] = ":" + os.read(reading, 16).decode().strip()
        start("openbox")
        start("jokesd")
        await_that(lambda: run("jokectl", "--quiet", "call", "ping").returncode == 0)
        # Another joke than the one of a new installation.
        run("jokectl", "next")
        start("jokesd-card", "--socket", f"{directory}/run/jokesd/socket")
        search = ("xdotool", "search", "--onlyvisible", "--class", "io.github.jokesd.Card")
        await_that(lambda: run(*search).stdout)
        window = run(*search).stdout.split()[-1]
        run("xdotool", "windowsize", "--sync", window, str(WIDTH), str(HEIGHT), "mousemove", str(WIDTH // 2), "690")
        time.sleep(1.5)
        place = dict(line.split("=") for line in run("xdotool", "getwindowgeometry", "--shell", window).stdout.split())
        left, top = int(place["X"]), int(place["Y"])
        screen = Screen(f"{directory}/Xvfb_screen0", left, top, int(place["WIDTH"]), int(place["HEIGHT"]))
        mover = start("xdotool", *moves(left + int(place["WIDTH"]) // 2, top + int(place["HEIGHT"]) // 2))
        return screen.record(while_runs=mover)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def moves(x, y):
    """The words for xdotool: a throw to the right and one to the left, from the point `x`, `y`."""
    words = ["sleep", REST]
    for direction in (1, -1):
        # To the card, which is then dragged slowly, and thrown.
        words += glide(x + direction * WIDTH // 2, y + HEIGHT // 3, x - direction * WIDTH // 8, y, 0.5)
        words += ["mousedown", 1, "sleep", 0.2]
        words += glide(x - direction * WIDTH // 8, y, x + direction * WIDTH * 5 // 16, y, 0.7)
        words += ["sleep", 0.3]
        words += glide(x + direction * WIDTH * 5 // 16, y, x + direction * WIDTH * 10 // 16, y - 20, 0.14, 1)
        words += ["mouseup", 1, "sleep", REST]
    return [str(word) for word in words]


def glide(x, y, to_x, to_y, seconds, power=None):
    """The words for xdotool to move the pointer, with a soft start and end, or at a constant speed."""
    words, steps = [], max(2, round(seconds / 0.016))
    for step in range(1, steps + 1):
        part = step / steps if power else (step / steps) ** 2 * (3 - 2 * step / steps)
        words += ["mousemove", round(x + (to_x - x) * part), round(y + (to_y - y) * part), "sleep", 0.016]
    return words


def await_that(condition):
    for _ in range(200):
        if condition():
            return
        time.sleep(0.05)
    sys.exit("card-animation.py: a program did not start within 10 s")


class Screen:
    """A part of the memory of Xvfb's screen, which is an XWD file (XWDFile.h)."""

    def __init__(self, path, left, top, width, height):
        self.left, self.top, self.width, self.height = left, top, width, height
        with open(path, "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self.memory[:100])
        self.pixels, self.row = header[0] + header[19] * 12, header[12]

    def picture(self):
        at = [self.pixels + (self.top + y) * self.row + self.left * 4 for y in range(self.height)]
        return b"".join(self.memory[start:start + self.width * 4] for start in at)

    def record(self, while_runs):
        """Returns the pictures that differ from the one before, each with its duration."""
        frames, begin, tick = [], time.monotonic(), 0
        while while_runs.poll() is None:
            now, picture = time.monotonic() - begin, self.picture()
            if not frames or picture != frames[-1][0]:
                frames.append((picture, now))
            tick = max(tick + 1, int(now / TICK) + 1)
            time.sleep(max(0, begin + tick * TICK - time.monotonic()))
        ends = [at for _, at in frames[1:]] + [time.monotonic() - begin]
        return self.width, self.height, [(picture, end - at) for (picture, at), end in zip(frames, ends)]


def paletted(recording):
    """Returns the size, the palette, and the frames with a byte for each pixel."""
    width, height, frames = recording
    counts = collections.Counter()
    for picture, _ in frames:
        counts.update(memoryview(picture).cast("I"))
    # ImageMagick chooses the palette from a picture in which each color has an area by its frequency, within limits.
    area = b"".join(struct.pack("<I", pixel) * min(4096, 1 + count // 16) for pixel, count in counts.items())
    area += area[:4] * (-(len(area) // 4) % 1024)
    chosen = subprocess.run(
        ["convert", "-size", f"1024x{len(area) // 4096}", "-depth", "8", "bgra:-", "-alpha", "off", "+dither", "-colors",
         str(COLORS), "-unique-colors", "rgb:-"], input=area, capture_output=True, check=True).stdout
    palette = [tuple(chosen[at:at + 3]) for at in range(0, len(chosen), 3)]
    nearest = {}
    for pixel in counts:
        blue, green, red = pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255
        nearest[pixel] = min(range(len(palette)), key=lambda index: distance(palette[index], (red, green, blue)))
    return width, height, palette, [
        (bytes(map(nearest.__getitem__, memoryview(picture).cast("I"))), seconds) for picture, seconds in frames]


def distance(color, other):
    return sum((a - b) ** 2 for a, b in zip(color, other))


def animation(width, height, palette, frames):
    """Returns an animated PNG: after the first frame, only the rectangle that has changed."""
    plte = b"".join(map(bytes, palette)).ljust(3 * 256, b"\0")
    parts = [chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)), b"", chunk(b"PLTE", plte),
             chunk(b"tRNS", b"\xff" * TRANSPARENT + b"\0")]
    number, count, before = 0, 0, None
    for picture, seconds in frames:
        left, top, right, bottom = changed(picture, before, width, height)
        if before and left >= right:
            continue
        size = struct.pack(">4I", right - left, bottom - top, left, top)
        # The old frame stays, and this one is drawn over it.
        control = struct.pack(">I", number) + size + struct.pack(">2H2B", min(round(seconds * 1000), 65535), 1000, 0, 1)
        parts.append(chunk(b"fcTL", control))
        rows = []
        for y in range(top, bottom):
            at = y * width
            row = picture[at + left:at + right]
            if before:
                old = before[at + left:at + right]
                row = bytes(TRANSPARENT if a == b else a for a, b in zip(row, old))
            rows.append(b"\0" + row)
        data = zlib.compress(b"".join(rows), 9)
        parts.append(chunk(b"IDAT", data) if not before else chunk(b"fdAT", struct.pack(">I", number + 1) + data))
        number, count, before = number + (2 if before else 1), count + 1, picture
    parts[1] = chunk(b"acTL", struct.pack(">2I", count, 0))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


def changed(picture, before, width, height):
    """Returns the rectangle in which two pictures differ: left, top, right, bottom."""
    if not before:
        return 0, 0, width, height
    rows = [y for y in range(height) if picture[y * width:(y + 1) * width] != before[y * width:(y + 1) * width]]
    if not rows:
        return 0, 0, 0, 0
    columns = [x for x in range(width) if picture[x::width] != before[x::width]]
    return columns[0], rows[0], columns[-1] + 1, rows[-1] + 1


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    main()
