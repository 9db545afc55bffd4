"""The win shares of a game as an SVG picture, drawn by hand: a line a seat."""

from __future__ import annotations

from html import escape

from armillary.terminal.annotation import Annotation, Point

WIDTH, HEIGHT = 900, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 34

# Told apart by colour, and in print or without colours by the dashes.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f7f7f", "#6a3d9a")
DASHES = ("", "8 4", "2 4", "8 4 2 4", "12 3", "4 4", "1 3", "12 3 2 3")


def picture(found: Annotation) -> str:
    """The SVG element."""
    lines = found.lines()
    first = min(point.ply for line in lines for point in line)      # what was dealt before is idle
    last = max(first + 1, len(found.record.tokens))
    highest = max(point.share for line in lines for point in line)
    top = next(percent for percent in (25, 50, 75, 100) if 100 * highest <= percent + 1e-6)

    def x(ply: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (ply - first) / (last - first), 1)

    def y(share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - 100 * share / top), 1)

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
             f'aria-label="Win share of each seat over the game">']
    for percent in (step * top // 5 for step in range(6)):
        height = y(percent / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height}" '
                     f'y2="{height}"/><text x="{LEFT - 6}" y="{height + 4}" '
                     f'text-anchor="end">{percent} %</text>')
    for ply in ticks(first, last):
        parts.append(f'<text x="{x(ply)}" y="{HEIGHT - BOTTOM + 16}" '
                     f'text-anchor="middle">{ply}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 3}" '
                 f'text-anchor="middle">moves, outcomes of chance included</text>')
    for number, turn in enumerate(found.turns(), 1):
        middle = x(turn.before.ply)
        parts.append(f'<a href="#turn{number}"><line class="turn" x1="{middle}" x2="{middle}" '
                     f'y1="{TOP}" y2="{HEIGHT - BOTTOM}"/><text class="turn" x="{middle + 3}" '
                     f'y="{TOP + (10, 22)[number % 2]}">{number}</text></a>')
    for seat, line in enumerate(lines):
        points = " ".join(f"{x(point.ply)},{y(point.share)}" for point in line)
        colour, dash = COLOURS[seat % 8], DASHES[seat % 8]
        parts.append(f'<polyline class="seat" points="{points}" stroke="{colour}" '
                     f'stroke-dasharray="{dash}"/>')
        if len(line) <= 200:            # beyond that the points would hide the line
            parts += [f'<circle cx="{x(p.ply)}" cy="{y(p.share)}" r="2.5" fill="{colour}">'
                      f"<title>{escape(caption(found, seat, p))}</title></circle>" for p in line]
    return "\n".join([*parts, "</svg>"])


def caption(found: Annotation, seat: int, point: Point) -> str:
    """What a point shows when the mouse rests on it."""
    where = "result" if point.decision is None else f"before move {point.ply + 1}"
    return f"{found.record.players[seat]}: {100 * point.share:.1f} %, {where}"


def legend(found: Annotation) -> str:
    """Which line is whose."""
    rows = []
    for seat, name in enumerate(found.record.players):
        rows.append(f'<span><svg class="key" viewBox="0 0 30 8"><line x1="0" x2="30" y1="4" y2="4" '
                    f'stroke="{COLOURS[seat % 8]}" stroke-dasharray="{DASHES[seat % 8]}"/></svg> '
                    f"{escape(name)}</span>")
    return f'<p class="legend">{" ".join(rows)}</p>'


def ticks(first: int, last: int) -> list[int]:
    """Round numbers from the first move to the last, at most about ten.

    >>> ticks(7, 42)
    [10, 15, 20, 25, 30, 35, 40]
    """
    step = next(unit * 10**power for power in range(9) for unit in (1, 2, 5)
                if last - first <= 10 * unit * 10**power)
    return list(range(-(-first // step) * step, last + 1, step))
