"""`armillary perft`: count move sequences."""

from __future__ import annotations

import argparse
import time

from armillary.commands._shared import add_position_arguments, read_position, whole
from armillary_core.search.perft import perft

HELP = "count the move sequences of a given length"
EXAMPLES = """\
  armillary perft tic_tac_toe --depth 9            127872 sequences, 255168 finished games
  armillary perft connect_four --depth 6 --split   by first move
  armillary perft pig --depth 4 --option winscore=20
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position_arguments(parser)
    parser.add_argument("--depth", type=whole(1, 1000), required=True, metavar="D",
                        help="length of the sequences; outcomes of chance count as moves")
    parser.add_argument("--split", action="store_true", help="also count by first move")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    position = read_position(args)
    for depth in range(1, args.depth + 1):
        begun = time.perf_counter()
        rows = perft(position, depth)
        seconds = time.perf_counter() - begun
        if args.split and depth == args.depth:
            for move, nodes, ends in rows:
                print(f"  {move!s:24} {nodes:>14} sequences {ends:>14} games ended")
        nodes, ends = sum(row[1] for row in rows), sum(row[2] for row in rows)
        print(f"depth {depth:3} {nodes:>16} sequences {ends:>14} games ended  {seconds:8.3f} s")
    return 0
