"""Random games in bulk with every invariant checked after every ply.

    python benchmarks/soak.py orion --games 1000000

Seat counts take turns. Prints mean length, scores, and, where seats have a "race" in their
JSON, the share of the win and the score per race. A broken invariant ends the run with the
seed and the moves of its game. A checked build also checks every C assert on the way.
"""

from __future__ import annotations

import argparse
import collections
import sys
import time
from typing import Any

import armillary
from armillary_core.kernel.position import IS_CHECKED
from armillary_core.search.playout import soak

BATCH = 2000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    game = armillary.game(args.game)
    options = dict(word.split("=", 1) for word in args.option)
    counts = list(range(game.min_seats, game.max_seats + 1))
    print(f"{args.game}, {args.games} games, {'checked' if IS_CHECKED else 'plain'} build")
    begun = time.perf_counter()
    by_seats: dict[int, list[float]] = collections.defaultdict(lambda: [0, 0, 0, 0, 1e9, -1e9])
    by_race: dict[tuple[int, str], list[float]] = collections.defaultdict(lambda: [0, 0, 0])
    done = batch = 0
    while done < args.games:
        seats = counts[batch % len(counts)]
        start = armillary.new_game(args.game, seats, **options)
        size = min(BATCH, args.games - done)
        for plies, shares, scores, end in soak(start, size, args.seed + done):
            row = by_seats[seats]
            row[0] += 1
            row[1] += plies
            row[2] = max(row[2], plies)
            row[3] += sum(scores) / seats
            row[4], row[5] = min(row[4], *scores), max(row[5], *scores)
            for seat, race in enumerate(races(game, end)):
                tally = by_race[seats, race]
                tally[0] += 1
                tally[1] += shares[seat]
                tally[2] += scores[seat]
        done += size
        batch += 1
        if batch % 25 == 0:
            print(f"{done} games, {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
    for seats, (n, plies, longest, score, low, high) in sorted(by_seats.items()):
        print(f"{seats} seats: {n:.0f} games, mean {plies / n:.1f} plies (longest {longest:.0f}), "
              f"score mean {score / n:.2f}, {low:.0f} .. {high:.0f}")
    for (seats, race), (n, share, score) in sorted(by_race.items()):
        print(f"  {seats} seats  {race:12} {n:8.0f} times  win share {share / n:.4f}  "
              f"score {score / n:.2f}")
    print(f"no invariant broken; {time.perf_counter() - begun:.0f} s")


def races(game: Any, end: bytes) -> list[str]:
    """The races of the seats at the end of a game, if the game has such."""
    seats = game.to_dict(end, None).get("seats", [])
    return [seat["race"] for seat in seats if isinstance(seat, dict) and "race" in seat]


if __name__ == "__main__":
    main()
