"""Ranks our algorithms and our levels on every game, as tables for docs/matches.md.

    python benchmarks/prove_ranking.py [GAME …] [--nodes 200] [--seconds 30] [--out FOLDER]

Two round robins a game, of algorithms and of levels, all at the same number of simulations;
each goes on for whole rounds until its share of time is used. The records are kept in the
folder, and the same command makes the matches longer.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import armillary
from armillary.match.config import MatchConfig
from armillary.match.report import report
from armillary.match.runner import run_match
from armillary.match.schedule import Schedule

LEVELS = (1, 5, 10, 15, 20)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--out", default="ranking")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    folder = Path(args.out)
    print("| game | seats | games | algorithms: share, Elo, interval | levels |")
    print("|---|---|---|---|---|")
    for name in args.games or armillary.game_names():
        cells, games = [], 0
        for kind, engines in (("algorithms", algorithms(name, args.nodes)),
                              ("levels", levels(args.nodes))):
            data = play(name, engines, folder / f"{name}-{kind}.jsonl", args)
            games += data["games"]
            rows = sorted(data["ratings"], key=lambda row: -row["share"])
            cells.append("<br>".join(f"{row['engine']} {row['share']:.3f}, {row['elo']:+.0f} "
                                     + interval(row) for row in rows))
        print(f"| {name} | {data['seats']} | {games} | {cells[0]} | {cells[1]} |", flush=True)
    return 0


def interval(row: dict[str, Any]) -> str:
    return "[-]" if row["low"] is None else f"[{row['low']:+.0f}, {row['high']:+.0f}]"


def algorithms(name: str, nodes: int) -> list[dict[str, Any]]:
    """The algorithms that fit the game."""
    trees = ["so_ismcts", "mo_ismcts", "pimc"] if armillary.game(name).has_hidden else ["uct"]
    return [{"name": word, "nodes": nodes, "options": {"algorithm": word}}
            for word in [*trees, "flat", "greedy", "random"]]


def levels(nodes: int) -> list[dict[str, Any]]:
    return [{"name": f"level {n}", "nodes": nodes, "options": {"level": n}} for n in LEVELS]


def play(name: str, engines: list[dict[str, Any]], path: Path,
         args: argparse.Namespace) -> dict[str, Any]:
    """Whole rounds, twice as many each time, while there is time."""
    config = MatchConfig.from_dict({"game": name, "engines": engines, "blocks": 1,
                                    "tournament": "round_robin"})
    size = len(Schedule(config).lineups)
    begun, rounds, spent = time.perf_counter(), 1, 0.0
    while spent * 2 < args.seconds:
        run_match(replace(config, blocks=rounds * size), path, args.concurrency)
        spent = time.perf_counter() - begun
        rounds *= 2
    return report(path)


if __name__ == "__main__":
    sys.exit(main())
