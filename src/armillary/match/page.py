"""The report as one HTML page: no scripts, no other files, the pictures inline as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from armillary.match.report import as_text

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 56em; padding: 0 1em;
       color: #1c2733; background: #fff; }
table { border-collapse: collapse; margin: .6em 0 1.6em; }
th, td { padding: .2em .8em; text-align: right; border-bottom: 1px solid #dde3e9; }
th:first-child, td:first-child { text-align: left; }
svg { display: block; margin: .4em 0 1.6em; max-width: 100%; height: auto; }
text { font: 12px system-ui, sans-serif; fill: #1c2733; }
pre { background: #f4f6f8; padding: 1em; overflow-x: auto; }
"""
WIDTH, LEFT = 720, 150
LABEL = 22                      # characters that fit to the left of LEFT
INK, SOFT, MARK = "#2f6db0", "#b9cfe6", "#b5472f"


def as_html(data: dict[str, Any]) -> str:
    """The whole page."""
    title = f"{data['game']}, {data['seats']} seats: {data['games']} games"
    parts = [f"<h1>{escape(title)}</h1>", "<h2>Ratings</h2>", _ratings(data["ratings"]),
             _table(["engine", "elo", "95 % interval", "by share", "share", "seats", "above next"],
                    [[r["engine"], f"{r['elo']:+.1f}",
                      "-" if r["low"] is None else f"{r['low']:+.1f} … {r['high']:+.1f}",
                      f"{r['share_elo']:+.1f}", f"{r['share']:.3f}", r["seats"],
                      "" if r["above_next"] is None else f"{r['above_next']:.1%}"]
                     for r in data["ratings"]])]
    if "sprt" in data:
        s = data["sprt"]
        parts += ["<h2>Sequential test</h2>",
                  f"<p>elo {s['elo0']:g} against {s['elo1']:g}: verdict "
                  f"<b>{s['verdict'] or 'open'}</b> after {s['blocks']} blocks</p>", _walk(s)]
    for name, table in (("seat", data["by_seat"]), ("faction", data["by_faction"])):
        if table:
            parts += [f"<h2>Share of the win by {name}</h2>", _bars(
                [(row, cells["all"]["share"], f"{cells['all']['share']:.3f}")
                 for row, cells in table.items()], 1 / data["seats"])]
            columns = ["all", *(e["name"] for e in data["engines"])]
            parts.append(_table([name, *columns], [
                [row, *(f"{cells[c]['share']:.3f}" if c in cells else "" for c in columns)]
                for row, cells in table.items()]))
    if data["lengths"]:
        bins = data["lengths"]["histogram"]
        parts += ["<h2>Decisions a game</h2>", _bars(
            [(f"{low} … {high - 1}" if high - low > 1 else str(low), count, str(count))
             for low, high, count in zip(
                bins["edges"], bins["edges"][1:], bins["counts"], strict=False)])]
    parts += ["<h2>How games ended</h2>", _table(["end", "games"], list(data["ends"].items()))]
    if data["faults"]:
        parts += ["<h2>Faults</h2>", _table(["engine: kind", "times", "the last of them"], [
            [word, n, data["reasons"][word]] for word, n in data["faults"].items()])]
    parts += ["<h2>Engines</h2>", _table(
        ["engine", "version", "limits", "options", "ms a move"],
        [[e["name"], e["version"] or "unknown", e["limits"],
          ", ".join(f"{k}={v}" for k, v in e["options"].items()),
          f"{data['speed'][e['name']]['ms_per_move']:.2f}" if e["name"] in data["speed"] else ""]
         for e in data["engines"]]),
        f"<h2>As text</h2><pre>{escape(as_text(data))}</pre>"]
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>"
            + "\n".join(parts) + "</body></html>\n")


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(c)}</th>" for c in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>"
                   for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


# ---- Pictures --------------------------------------------------------------------------

def _svg(height: float, parts: Sequence[str]) -> str:
    return (f'<svg viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" '
            f'role="img">{"".join(parts)}</svg>')


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" stroke-width="{width}"/>')


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _label(y: float, words: str) -> str:
    """What a row is about, cut where the picture ends; the whole as its tooltip."""
    short = words if len(words) <= LABEL else words[:LABEL - 1] + "…"
    return (f'<text x="{LEFT - 10}" y="{y:.1f}" text-anchor="end"><title>{escape(words)}</title>'
            f"{escape(short)}</text>")


def _ratings(rows: Sequence[dict[str, Any]]) -> str:
    """A dot with its interval for each engine."""
    known = [row for row in rows if row["low"] is not None]
    low = float(min(0.0, *(row["elo"] for row in rows), *(row["low"] for row in known)))
    high = float(max(0.0, *(row["elo"] for row in rows), *(row["high"] for row in known)))
    scale = (WIDTH - LEFT - 60) / max(high - low, 1)

    def x(elo: float) -> float:
        return LEFT + (elo - low) * scale
    height = 24 * len(rows) + 26
    parts = [_line(x(0), 0, x(0), height - 20, SOFT), _text(x(0), height - 6, "0", "middle")]
    for n, row in enumerate(rows):
        y = 24 * n + 14
        parts.append(_label(y + 4, row["engine"]))
        if row["low"] is not None:
            parts.append(_line(x(row["low"]), y, x(row["high"]), y, INK, 2))
        parts.append(f'<circle cx="{x(row["elo"]):.1f}" cy="{y}" r="4" fill="{INK}"/>')
    return _svg(height, parts)


def _bars(rows: Sequence[tuple[str, float, str]], mark: float | None = None) -> str:
    """Horizontal bars, with a line at the fair value."""
    most = max([value for _, value, _ in rows] + [mark or 0, 1e-9])
    scale = (WIDTH - LEFT - 70) / most
    parts = []
    for n, (name, value, words) in enumerate(rows):
        y = 20 * n + 2
        parts += [_label(y + 12, name),
                  f'<rect x="{LEFT}" y="{y}" width="{value * scale:.1f}" height="15" '
                  f'fill="{INK}"/>', _text(LEFT + value * scale + 6, y + 12, words)]
    if mark is not None:
        parts.append(_line(LEFT + mark * scale, 0, LEFT + mark * scale, 20 * len(rows), MARK, 1.5))
    return _svg(20 * len(rows) + 4, parts)


def _walk(sprt: dict[str, Any]) -> str:
    """The log likelihood ratio between its bounds."""
    height, path = 200, sprt["path"]
    low = float(min([*path, sprt["lower"]])) - 0.3
    high = float(max([*path, sprt["upper"]])) + 0.3

    def y(llr: float) -> float:
        return height - 10 - (llr - low) / (high - low) * (height - 20)
    step = (WIDTH - 80) / max(len(path) - 1, 1)
    points = " ".join(f"{60 + n * step:.1f},{y(llr):.1f}" for n, llr in enumerate(path))
    parts = [f'<polyline points="{points}" fill="none" stroke="{INK}" stroke-width="1.5"/>']
    for bound, words in ((sprt["lower"], "elo0"), (sprt["upper"], "elo1"), (0.0, "0")):
        parts += [_line(60, y(bound), WIDTH - 20, y(bound), MARK if words != "0" else SOFT),
                  _text(50, y(bound) + 4, words, "end")]
    return _svg(height, parts)
