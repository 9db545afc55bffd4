"""`armillary playout`: random games in bulk."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from armillary.commands._shared import add_position_arguments, progress, read_position, whole
from armillary_core.search.playout import run_playouts, survey_playouts

HELP = "play random games: speed, length, branching, results"
EXAMPLES = """\
  armillary playout connect_four --games 1000000
  armillary playout hearts --games 20000 --json
  armillary playout kuhn_poker --seats 3 --games 5000 --seed 7
"""

SURVEY = 20_000     # games looked at one by one; the others are only timed and scored
PARTS = 50          # steps of the progress bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position_arguments(parser)
    parser.add_argument("--games", type=whole(1, 4_000_000_000), default=10_000, metavar="N",
                        help="how many games (default: 10000)")
    parser.add_argument("--seed", type=whole(0, 2**64 - 1), default=1, metavar="S",
                        help="the same seed gives the same games (default: 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    report = measure(args)
    if args.json:
        print(json.dumps(report))
        return 0
    length, width = report["length"], report["branching"]
    print(f"{args.game}, {report['seats']} seats, {report['games']} random games")
    print(f"  speed      {report['plies_per_second']:,.0f} plies/s, "
          f"{report['games_per_second']:,.0f} games/s on one core")
    print(f"  length     mean {length['mean']:.1f} plies, median {length['median']:.0f}, "
          f"{length['min']} .. {length['max']} (of {length['surveyed']} games)")
    print(f"  branching  mean {width['mean']:.2f} moves a decision, widest {width['max']}")
    shares = "  ".join(f"p{n + 1} {share:.4f}" for n, share in enumerate(report["shares"]))
    scores = "  ".join(f"p{n + 1} {score:.2f}" for n, score in enumerate(report["scores"]))
    print(f"  win share  {shares}   (standard error {report['share_error']:.4f})")
    print(f"  score      {scores}")
    return 0


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Play, and sum up."""
    import numpy as np
    position = read_position(args)
    sizes = [args.games * (n + 1) // PARTS - args.games * n // PARTS for n in range(PARTS)]
    plies, seconds, totals = 0, 0.0, np.zeros(position.seats)
    for n, size in enumerate(progress(sizes, f"{args.games} games", len(sizes))):
        begun = time.perf_counter()
        part, shares = run_playouts(position, size, args.seed * PARTS + n & 2**64 - 1)
        seconds += time.perf_counter() - begun
        plies += part
        totals += shares
    rows = survey_playouts(position, min(args.games, SURVEY), args.seed)
    lengths = np.array([row[0] for row in rows])
    decisions, options = sum(row[1] for row in rows), sum(row[2] for row in rows)
    share_rows = np.array([row[4] for row in rows])
    return {
        "game": args.game, "seats": position.seats, "games": args.games, "seed": args.seed,
        "plies_per_second": plies / seconds, "games_per_second": args.games / seconds,
        "length": {"mean": plies / args.games, "median": float(np.median(lengths)),
                   "min": int(lengths.min()), "max": int(lengths.max()), "surveyed": len(rows)},
        "branching": {"mean": options / max(decisions, 1), "max": max(row[3] for row in rows)},
        "shares": (totals / args.games).tolist(),
        "share_error": float(share_rows.std(axis=0).max() / args.games**0.5),
        "scores": np.array([row[5] for row in rows]).mean(axis=0).tolist(),
    }
