"""What a choice after few simulations gives away, in the eyes of a long search.

    python benchmarks/prove_settling.py match.jsonl --positions 48

Takes positions from the games of a match (two from each, with more than four legal moves),
searches each for a long time, and asks shorter searches with two seeds for their choice. Prints
how often that differs, and how much less of the win the long search expects of it: what more
time could gain at most, each decision, if the long search were right.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from armillary import Engine, Limits, Position
from armillary.match.records import config_of, read

FEWEST = 5                  # legal moves of a position that counts
SEEDS = (1, 2)


def positions(path: str) -> Iterator[Position]:
    """Two of each game, from random points on."""
    dice = random.Random(1)
    head, games = read(path)
    start = config_of(head).start()
    for game in games:
        tokens = game["moves"].split()
        wanted = sorted(dice.sample(range(len(tokens) * 4 // 5), 2))
        position = start.copy()
        for ply, token in enumerate(tokens):
            if wanted and ply >= wanted[0] and (position.actor or 0) >= 0 \
                    and len(position.legal_moves) >= FEWEST:
                yield position.copy()
                del wanted[0]
            position.play(token)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", metavar="MATCH.jsonl")
    parser.add_argument("--positions", type=int, default=48)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1000, 4000, 16_000, 64_000])
    parser.add_argument("--long", type=int, default=250_000)
    args = parser.parse_args()
    differ = dict.fromkeys(args.nodes, 0)
    lost = dict.fromkeys(args.nodes, 0.0)
    looked = 0
    for position, _ in zip(positions(args.record), range(args.positions), strict=False):
        seat = position.actor
        result = Engine(seed=99, early_stop=False, hash=512).search(
            position, Limits(nodes=args.long))
        worth = {line.move: line.shares[seat] for line in result.lines}
        looked += len(SEEDS)
        for nodes in args.nodes:
            for seed in SEEDS:
                move = Engine(seed=seed, early_stop=False, hash=256).search(
                    position, Limits(nodes=nodes)).move
                differ[nodes] += move != result.move
                lost[nodes] += max(0.0, worth[result.move] - worth[move])
    if not looked:
        parser.error(f"{args.record}: no such position in it")
    for nodes in args.nodes:
        print(f"{nodes:8,} simulations: another choice in {differ[nodes] / looked:.3f}, "
              f"{lost[nodes] / looked:.4f} of the win given away")


if __name__ == "__main__":
    main()
