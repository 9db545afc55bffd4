"""`armillary analyse`: what the engine thinks of a position, of many, or of whatever is asked."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from armillary.commands._shared import add_position_arguments, whole
from armillary.engine import Engine, Limits
from armillary.games import game
from armillary.terminal.positions import open_position
from armillary.terminal.thinking import add_limit_arguments, read_engine_options, seconds
from armillary_core.kernel.errors import ArmillaryError

HELP = "analyse a position live, many in a batch, or queries as a server"
EXAMPLES = """\
  armillary analyse connect_four --moves 'd d d' --movetime 10
  armillary analyse hearts position.json --nodes 50000 --json
  armillary analyse --batch positions.jsonl --out replies.jsonl --nodes 10000 --workers 4
  armillary analyse --serve --workers 4         JSON queries on standard input
"""

MOVETIME = 5.0      # seconds, where nothing else is said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position_arguments(parser, nargs="?")
    parser.add_argument("file", nargs="?", metavar="POSITION.json", help="the same as --position")
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="S",
                        help="of dice and decks, where --moves does not list their outcomes")
    add_limit_arguments(parser, "5; in a batch, the engine's option nodes")
    parser.add_argument("--depth", type=whole(1, 10_000), metavar="D",
                        help="search until the main variation has this length")
    parser.add_argument("--infinite", action="store_true", help="search until Ctrl-C")
    parser.add_argument("--multipv", type=whole(1, 100_000), metavar="N",
                        help="show the best N moves (default: all)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--report-every", type=seconds, metavar="TIME",
                        help="with --json, also tell what is known so often")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--batch", metavar="FILE",
                      help="analyse each line of a file ('-': standard input): "
                           "a JSON position, or a query")
    mode.add_argument("--serve", action="store_true", help="answer JSON queries on standard input")
    parser.add_argument("--out", metavar="FILE",
                        help="of a batch: write here; lines that are finished are not done again")
    parser.add_argument("--workers", type=whole(1, 256), default=1, metavar="N",
                        help="engines at work at once, in a batch or a server (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.game is not None:
        game(args.game)
    limits = {key: value for key in ("nodes", "movetime", "depth", "infinite")
              if (value := getattr(args, key))}
    options = read_engine_options(args.engine)
    if args.batch or args.serve:
        return many(args, limits, options)
    if args.out:
        raise ArmillaryError("--out is for a --batch")
    if args.game is None:
        raise ArmillaryError("name a game (see: armillary games), or --batch FILE, or --serve")
    if args.file and args.position:
        raise ArmillaryError("give one position, not two")
    args.position = args.position or args.file
    position = open_position(args, args.seed)
    engine = Engine(**options)
    wanted = Limits(**(limits or {"movetime": MOVETIME}))
    from armillary.terminal.live import show, speak
    if args.json:
        return speak(engine, position, wanted, args.multipv, args.report_every)
    return show(engine, position, wanted, args.multipv)


def many(args: argparse.Namespace, limits: dict[str, Any], options: dict[str, Any]) -> int:
    """A batch, or a server."""
    from armillary.terminal.queries import Defaults
    for name in ("file", "position", "moves", "option", "seats", "seed", "report_every"):
        if getattr(args, name):
            raise ArmillaryError("the queries bring their own positions and reports; "
                                 "only limits and engine options stand on the command line")
    defaults = Defaults(args.game, limits, args.multipv, options)
    if args.serve:
        if args.out:
            raise ArmillaryError("--out is for a --batch")
        from armillary.terminal.server import Server
        return Server(sys.stdout, defaults, args.workers).serve(sys.stdin.buffer)
    from armillary.terminal.batch import Batch
    return Batch(defaults, args.workers).run(args.batch, args.out)
