"""`armillary tune`: search for option values by matches."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from armillary.commands._shared import whole

HELP = "search for the option values that play best"
EXAMPLES = """\
  armillary tune connect_four tune.toml            results in the folder tune/
  armillary tune hearts tune.toml --out nightly    the same command continues a killed search

tune.toml:
  candidates = 16
  blocks = 16                   # of the first rung
  [base]
  nodes = 200
  [[option]]
  name = "level"
  low = 1
  high = 20
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help="name of the game (see: armillary games)")
    parser.add_argument("config", metavar="CONFIG.toml", help="what to search, see docs/matches.md")
    parser.add_argument("--out", metavar="FOLDER", help="default: the name of CONFIG.toml")
    parser.add_argument("--concurrency", type=whole(1, 1024), metavar="N",
                        default=os.cpu_count() or 1, help="games at once (default: all cores)")
    parser.add_argument("--scheduler", metavar="tcp://HOST:PORT",
                        help="play on a Dask cluster instead (needs the extra 'cluster')")
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress, only the report")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from armillary.match.config import MatchConfig, read_toml
    from armillary.match.runner import Progress, run_match
    from armillary.match.tune import TuneConfig, as_dict, as_text, tune
    config = TuneConfig.from_dict({**read_toml(args.config), "game": args.game})
    folder = Path(args.out) if args.out else Path(args.config).with_suffix("")

    def told(line: str) -> None:
        if not args.quiet:
            print(line, file=sys.stderr, flush=True)
    backend = None
    if args.scheduler:
        from armillary.match.cluster import cluster_backend
        backend = cluster_backend(args.scheduler)

    def play(match: MatchConfig, path: Path) -> Progress:
        return run_match(match, path, args.concurrency, None, backend)
    state = tune(config, folder, play, told)
    print(json.dumps(as_dict(state)) if args.json else as_text(state))
    return 0
