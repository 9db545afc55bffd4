"""`armillary annotate`: look back at a finished game."""

from __future__ import annotations

import argparse
from pathlib import Path

from armillary.commands._shared import progress
from armillary.engine import Engine, Limits
from armillary.terminal.annotation import Annotation, count_decisions, decisions
from armillary.terminal.records import read_record
from armillary.terminal.report import report
from armillary.terminal.thinking import add_limit_arguments, read_engine_options
from armillary_core.kernel.errors import ArmillaryError

HELP = "analyse a finished game again and write an HTML report on it"
EXAMPLES = """\
  armillary annotate game.json                            a game saved by armillary play
  armillary annotate match.jsonl --game 17 --out 17.html  game 17 of a match
  armillary annotate game.json --movetime 2               look longer at each decision
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("record", metavar="RECORD", help="a saved game, or a match.jsonl")
    parser.add_argument("--game", metavar="ID", help="which game of a match")
    parser.add_argument("--out", metavar="FILE.html",
                        help="where to write (default: the record's name with .html, here)")
    add_limit_arguments(parser, "the engine's option nodes")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    path = Path(args.record)
    record = read_record(path, args.game)
    out = Path(args.out or f"{path.stem}.html")
    engine = Engine(**read_engine_options(args.engine))
    limits = Limits(nodes=args.nodes, movetime=args.movetime)
    total = count_decisions(record)
    if not total:
        raise ArmillaryError(f"{path}: nobody had anything to decide in this game")
    steps = progress(decisions(record, engine, limits), f"{total} decisions", total)
    found = Annotation(record, tuple(steps))
    effort = (f"{args.movetime:g} s each" if args.movetime
              else f"{args.nodes or engine.options['nodes']} simulations each")
    try:
        out.write_text(report(found, effort), "utf-8", "replace")     # a name may be odd bytes
    except OSError as problem:
        raise ArmillaryError(f"{out}: {problem.strerror}") from None
    print(f"{out}: {len(found.decisions)} decisions, {len(found.turns())} turning points, "
          f"{len(found.mistakes())} moves with a better alternative")
    return 0
