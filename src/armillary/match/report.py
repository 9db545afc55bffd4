"""What a match has shown: one dict for programs, and the same as text."""

from __future__ import annotations

import math
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from armillary.match.ledger import Ledger
from armillary.match.ratings import rate, rate_shares
from armillary.match.records import config_of, final_games, read, summary
from armillary.match.statistics import SequentialTest, estimate

#: At most so many bars in the picture of the lengths of games.
BARS = 20


def report(path: str | Path) -> dict[str, Any]:
    """The report of a record file, as plain data."""
    return summarise(*read(path))


def summarise(head: dict[str, Any], records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The report of these records."""
    config = config_of(head)
    ledger = Ledger(config)
    for record in records:
        ledger.add(summary(record))
    games = final_games(records)
    valid = [game for game in games if not game.get("void")]
    names = [spec.name for spec in config.engines]
    found: dict[str, Any] = {
        "game": config.game, "seats": config.seats, "options": dict(config.options),
        "identity": head["identity"], "tournament": config.tournament, "seed": config.seed,
        "engines": [{"name": spec.name, "version": head["versions"].get(spec.name),
                     "limits": _limits(spec), "options": dict(spec.options)}
                    for spec in config.engines],
        "games": len(games), "blocks": ledger.judged, "void_blocks": ledger.void_blocks,
        "replayed_blocks": ledger.replayed, "out": ledger.out,
        "ratings": _ratings(valid, ledger, names),
        "pairs": _pairs(valid, names),
        "by_seat": _shares(valid, lambda game, seat: f"p{seat + 1}", names),
        "by_faction": _shares([g for g in valid if g.get("factions")],
                              lambda game, seat: game["factions"][seat], names),
        "lengths": _lengths(valid), "ends": _counts(game["end"] for game in games),
        "faults": _counts(f"{fault['engine']}: {fault['kind']}" for game in records
                          for fault in game.get("faults", ())),
        "reasons": {f"{fault['engine']}: {fault['kind']}": _reason(fault) for game in records
                    for fault in game.get("faults", ())},       # the last of each
        "speed": _speed(games, names)}
    if len(ledger.means) > 1:
        e = estimate(ledger.means, config.seats, ledger.copies)
        found["first"] = {"engine": names[0], "blocks": e.blocks, "share": e.mean,
                          "error": e.error, "elo": _finite(e.elo), "low": _finite(e.low),
                          "high": _finite(e.high), "saving": _saving(valid, ledger)}
    if config.sprt is not None:
        found["sprt"] = _sprt(ledger)
    return found


# ---- Parts -----------------------------------------------------------------------------

def _limits(spec: Any) -> str:
    words = [f"{name} {getattr(spec, name)}" for name in ("nodes", "depth", "movetime", "time")
             if getattr(spec, name)]
    return ", ".join(words + ([f"increment {spec.increment}"] if spec.increment else []))


def _ratings(games: Sequence[dict[str, Any]], ledger: Ledger,
             names: list[str]) -> list[dict[str, Any]]:
    plan = ledger.schedule.plan
    rows = rate([(plan(g["id"]).round, g["engines"], g["ranks"]) for g in games], names)
    by_share = {row.name: row.elo for row in rate_shares(
        [(plan(g["id"]).round, g["engines"], g["shares"]) for g in games], names)}
    sums = {name: [0, 0.0] for name in names}
    for game in games:
        for name, share in zip(game["engines"], game["shares"], strict=True):
            sums[name][0] += 1
            sums[name][1] += share
    return [{"engine": row.name, "elo": row.elo, "low": _finite(row.low), "high": _finite(row.high),
             "share_elo": by_share[row.name], "above_next": _finite(row.above, 4),
             "seats": sums[row.name][0],
             "share": sums[row.name][1] / max(sums[row.name][0], 1)} for row in rows]


def _saving(games: Sequence[dict[str, Any]], ledger: Ledger) -> list[float] | None:
    """How many independent games one game of a block is worth, and a 95 % interval (a
    bootstrap over blocks).

    The variance of a mean over the same seats on seeds of their own, which follows from the
    variance in each seat, over that of the block means as they were. Turning the seats and
    the common seed both take part in it.
    """
    rows: dict[int, list[float]] = defaultdict(list)
    name = ledger.engines[0]
    for game in games:
        rows[game["block"]].append(sum(share for engine, share in zip(
            game["engines"], game["shares"], strict=True) if engine == name))
    size = ledger.schedule.turns[0]
    table = np.array([row for row in rows.values() if len(row) == size])
    if len(table) < 20:
        return None
    if table.mean(axis=1).var() == 0:
        return None
    # The table as it is, then drawn again: (draws, blocks, seats).
    draws = table[np.random.default_rng(1).integers(len(table), size=(1000, len(table)))]
    draws[0] = table
    apart = draws.var(axis=1, ddof=1).sum(axis=1) / size**2
    together = draws.mean(axis=2).var(axis=1, ddof=1)
    ratios = apart / np.maximum(together, 1e-12)
    return [round(float(x), 3) for x in (ratios[0], *np.quantile(ratios, [0.025, 0.975]))]


def _pairs(games: Sequence[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    """For each two: how often the one ranked above the other, seat against seat."""
    wins: dict[tuple[str, str], float] = defaultdict(float)
    for game in games:
        seats = list(zip(game["engines"], game["ranks"], strict=True))
        for one, a in seats:
            for other, b in seats:
                if one != other:
                    wins[one, other] += 1.0 if a < b else 0.5 if a == b else 0.0
    return [{"one": one, "other": other, "meetings": wins[one, other] + wins[other, one],
             "above": wins[one, other] / (wins[one, other] + wins[other, one])}
            for n, one in enumerate(names) for other in names[n + 1:]
            if wins[one, other] + wins[other, one]]


def _shares(games: Sequence[dict[str, Any]], key: Any, names: list[str]) -> dict[str, Any]:
    """Mean share by key (a seat, a faction): of everybody, and of each engine."""
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0, 0.0]))
    for game in games:
        for seat, share in enumerate(game["shares"]):
            for who in ("all", game["engines"][seat]):
                cell = sums[key(game, seat)][who]
                cell[0] += 1
                cell[1] += share
    return {row: {who: {"seats": int(sums[row][who][0]), "share": sums[row][who][1]
                        / sums[row][who][0]} for who in ("all", *names) if sums[row][who][0]}
            for row in sorted(sums)}


def _lengths(games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    counts = np.array([len(game["by"]) - game["by"].count("~") for game in games
                       if game["end"] == "normal"])
    if not len(counts):
        return {}
    # Bars of as many whole lengths each: else some would be higher for nothing.
    low, high = int(counts.min()), int(counts.max())
    width = -(-(high - low + 1) // BARS)
    bars, edges = np.histogram(counts, bins=np.arange(low, high + width + 1, width))
    return {"decisions_mean": float(counts.mean()), "median": float(np.median(counts)),
            "min": low, "max": high,
            "histogram": {"counts": bars.tolist(), "edges": edges.tolist()}}


def _speed(games: Sequence[dict[str, Any]], names: list[str]) -> dict[str, Any]:
    sums = {name: [0, 0.0, 0] for name in names}
    for game in games:
        for mover, entry in zip(game.get("by", ""), game["stats"], strict=False):
            if entry is not None:
                cell = sums[game["engines"][int(mover) - 1]]
                cell[0] += 1
                cell[1] += entry[0]
                cell[2] += entry[1] or 0
    return {name: {"moves": moves, "ms_per_move": ms / moves,
                   "nodes_per_second": nodes / ms * 1000 if ms else None}
            for name, (moves, ms, nodes) in sums.items() if moves}


def _reason(fault: dict[str, Any]) -> str:
    said = fault.get("stderr")
    return str(fault["text"]) + (f"; it said: {said[-1]}" if said else "")


def _sprt(ledger: Ledger) -> dict[str, Any]:
    sprt, test = ledger.config.sprt, ledger.test
    assert sprt is not None
    assert test is not None
    walk = SequentialTest(sprt, ledger.config.seats, ledger.copies)
    path = []
    for mean in ledger.means:
        walk.add(mean)
        path.append(round(walk.llr, 4))
        if walk.verdict:
            break
    return {"elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
            "llr": test.llr, "lower": test.lower, "upper": test.upper, "blocks": test.blocks,
            "verdict": test.verdict, "path": path[::max(1, len(path) // 1000)]}


def _counts(words: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for word in words:
        found[word] += 1
    return dict(sorted(found.items(), key=lambda row: -row[1]))


def _finite(value: float, digits: int = 2) -> float | None:
    return round(value, digits) if math.isfinite(value) else None


# ---- As text ---------------------------------------------------------------------------

def as_text(data: dict[str, Any]) -> str:
    """The report for people."""
    lines = [f"{data['game']}, {data['seats']} seats, {data['tournament']}: {data['games']} games, "
             f"{data['blocks']} blocks"]
    if data["void_blocks"] or data["replayed_blocks"]:
        lines.append(f"void blocks left out {data['void_blocks']}, "
                     f"replayed {data['replayed_blocks']}")
    lines += [f"{name} is out after too many faults" for name in data["out"]]
    width = max(6, *(len(e["name"]) for e in data["engines"]))
    lines += ["", f"{'engine':{width}}     elo   95 % interval   by share  share   seats"
                  "  above next"]
    for row in data["ratings"]:
        above = "" if row["above_next"] is None else f"{row['above_next']:.1%}"
        low, high = ("-" if row[key] is None else f"{row[key]:+.1f}" for key in ("low", "high"))
        lines.append(f"{row['engine']:{width}} {row['elo']:+7.1f}  [{low:>6}, {high:>6}]  "
                     f"{row['share_elo']:+8.1f}  {row['share']:.3f} "
                     f"{row['seats']:7}  {above:>10}")
    if "first" in data:
        f = data["first"]
        elo, low, high = ("-" if f[key] is None else f"{f[key]:+.1f}"
                          for key in ("elo", "low", "high"))
        lines += ["", f"{f['engine']} over {f['blocks']} blocks: share {f['share']:.4f} "
                      f"± {f['error']:.4f}, elo {elo} [{low}, {high}]"]
        if f["saving"] is not None:
            worth, low, high = f["saving"]
            lines.append(f"a game in a block is worth {worth:.2f} [{low:.2f}, {high:.2f}] "
                         "independent ones")
    if "sprt" in data:
        s = data["sprt"]
        lines.append(f"sequential test elo {s['elo0']:g} against {s['elo1']:g}: llr {s['llr']:.2f} "
                     f"[{s['lower']:.2f}, {s['upper']:.2f}] after {s['blocks']} blocks, "
                     f"verdict {s['verdict'] or 'open'}")
    names = [e["name"] for e in data["engines"]]
    for title, table in (("seat", data["by_seat"]), ("faction", data["by_faction"])):
        if table:
            lines += ["", *_grid(title, table, ["all", *names])]
    if len(names) > 2:
        lines += ["", "ranked above, seat against seat"]
        lines += [f"  {row['one']} over {row['other']}: {row['above']:.3f} of "
                  f"{row['meetings']:g}" for row in data["pairs"]]
    if data["lengths"]:
        n = data["lengths"]
        lines += ["", f"decisions a game: mean {n['decisions_mean']:.1f}, median {n['median']:g}, "
                      f"{n['min']} .. {n['max']}"]
    lines.append("ends: " + ", ".join(f"{word} {n}" for word, n in data["ends"].items()))
    if data["faults"]:
        lines.append("faults: " + ", ".join(f"{word} {n}" for word, n in data["faults"].items()))
        lines += [f"  {word}: {textwrap.shorten(data['reasons'][word], 160, placeholder=' …')}"
                  for word in data["faults"]]
    for name, row in data["speed"].items():
        rate = row["nodes_per_second"]
        lines.append(f"{name}: {row['ms_per_move']:.2f} ms a move"
                     + (f", {rate:,.0f} nodes/s" if rate else ""))
    return "\n".join(lines)


def _grid(title: str, table: dict[str, Any], columns: list[str]) -> list[str]:
    wide = max(len(title), *(len(row) for row in table))
    cells = [max(7, len(name)) for name in columns]
    lines = [f"{title:{wide}}  " + "  ".join(f"{c:>{w}}" for c, w in
                                             zip(columns, cells, strict=True))]
    for row, shares in table.items():
        texts = [f"{shares[c]['share']:.3f}" if c in shares else "-" for c in columns]
        lines.append(f"{row:{wide}}  " + "  ".join(f"{t:>{w}}" for t, w in
                                                   zip(texts, cells, strict=True)))
    return lines
