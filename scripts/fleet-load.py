#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws requests per second at a service as SVG: fleet-load.py FLEET-FILE > docs/fleet-load.svg"""
import sys

FLEET = 1_000_000
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 900, 460, 80, 64, 24, 56
SCENARIOS = {
    "usual": ("the usual: built-in pack first, a new joke every 5 min", "#2a9d4a"),
    "serviceAlone": ("this service alone, empty queues", "#2468c8"),
    "outage": ("the same, 503 for the first 10 min", "#d03a2f"),
    "announcedOutage": ("the same, with Retry-After", "#b07c00"),
}
STEP = 20  # seconds; each point is the mean of this time


def main():
    lines = {}
    for line in open(sys.argv[1], encoding="ascii"):
        scenario, daemons, counts = line.split()
        counts = [int(count) * FLEET / int(daemons) for count in counts.split(",")]
        lines[scenario] = [sum(counts[at : at + STEP]) / STEP for at in range(0, len(counts), STEP)]
    top = nice(max(max(values) for values in lines.values()))
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">'
    )
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    text(LEFT, 24, "1,000,000 daemons that boot within one minute: requests per second at one service", size=16)
    text(LEFT, 44, "Without jitter all of them would ask in that minute: 167,000 requests in each second.", fill="#555")
    for part in range(6):
        value = top * part / 5
        y = vertical(value, top)
        print(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        text(LEFT - 8, y + 4, f"{value:,.0f}", anchor="end")
    for minute in range(0, 61, 10):
        x = horizontal(minute * 60)
        print(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
        text(x, HEIGHT - BOTTOM + 18, f"{minute} min", anchor="middle")
    for number, (scenario, (name, colour)) in enumerate(SCENARIOS.items()):
        values = lines[scenario]
        points = " ".join(
            f"{horizontal((at + 0.5) * STEP):.1f},{vertical(value, top):.1f}" for at, value in enumerate(values)
        )
        print(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        x, y = LEFT + 14 + 410 * (number % 2), HEIGHT - 22 + 16 * (number // 2)
        print(f'<line x1="{x}" y1="{y - 4}" x2="{x + 22}" y2="{y - 4}" stroke="{colour}" stroke-width="3"/>')
        text(x + 28, y, f"{name} (at most {max(values):,.0f})")
    print("</svg>")


def horizontal(second):
    return LEFT + (WIDTH - LEFT - RIGHT) * second / 3600


def vertical(value, top):
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / top


def nice(value):
    """Returns the next greater round number."""
    step = 1
    while step * 10 < value:
        step *= 10
    return next(step * factor for factor in (1, 1.5, 2, 3, 5, 7.5, 10) if step * factor >= value)


def text(x, y, content, anchor="start", size=None, fill="#222"):
    big = f' font-size="{size}"' if size else ""
    print(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{big}>{content}</text>')


main()
