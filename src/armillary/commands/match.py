"""`armillary match`: engines against engines."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from armillary.commands._shared import read_options, whole
from armillary_core.kernel.errors import ArmillaryError

HELP = "play a match, a round robin or a gauntlet between engines"
EXAMPLES = """\
  armillary match match.toml                           all from a file, see docs/matches.md
  armillary match --game hearts --engine name=new nodes=200 --engine name=old nodes=100
  armillary match --game connect_four --sprt elo0=0 elo1=30 --blocks 5000 \\
    --engine name=new nodes=200 level=20 --engine name=old nodes=200 level=15
  armillary match --game leduc_poker --engine name=ours nodes=50 \\
    --engine name=theirs movetime=50 "command=python -m armillary ugi"

The same command continues a match that was stopped or killed, and --blocks makes it longer.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("config", nargs="?", metavar="CONFIG.toml", help="flags override it")
    parser.add_argument("--game", metavar="GAME", help="name of the game (see: armillary games)")
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats (default: fewest)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                        help="a set-up option of the game; may be given several times")
    parser.add_argument("--engine", action="append", nargs="+", metavar="NAME=VALUE", default=[],
                        help="name=, command= (else in process), nodes= depth= movetime= time= "
                        "increment= (ms), and options of the engine; once for each engine")
    parser.add_argument("--tournament", choices=("match", "round_robin", "gauntlet"),
                        help="who meets whom (default: match)")
    parser.add_argument("--lineup", action="append", nargs="+", metavar="NAME", default=[],
                        help="who sits where, by seat, instead; once for each line-up (teams)")
    parser.add_argument("--blocks", type=whole(1, 10**9), metavar="N",
                        help="how many blocks of seat rotations on one seed (default: 100)")
    parser.add_argument("--seed", type=whole(0, 2**53), metavar="S", help="default: 1")
    parser.add_argument("--sprt", nargs="+", metavar="NAME=VALUE", default=[],
                        help="stop by a sequential test: elo0= elo1= [alpha= beta=]")
    parser.add_argument("--faults", nargs="+", metavar="NAME=VALUE", default=[],
                        help="what engines are allowed: margin= patience= startup= (ms) replays= "
                        "limit= check_keys=")
    parser.add_argument("--out", metavar="FILE.jsonl", help="the record (default: beside "
                        "CONFIG.toml, or match.jsonl)")
    parser.add_argument("--concurrency", type=whole(1, 1024), metavar="N",
                        default=os.cpu_count() or 1, help="games at once (default: all cores)")
    parser.add_argument("--scheduler", metavar="tcp://HOST:PORT",
                        help="play on a Dask cluster instead (needs the extra 'cluster')")
    parser.add_argument("--html", metavar="FILE.html", help="also write the report as a page")
    parser.add_argument("--quiet", action="store_true", help="no progress, only the report")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from armillary.match.display import make_display
    from armillary.match.report import as_text, report
    from armillary.match.runner import run_match
    config = build_config(args)
    path = Path(args.out or (Path(args.config).with_suffix(".jsonl") if args.config
                             else "match.jsonl"))
    if path.is_dir():
        raise ArmillaryError(f"--out {path}: is a folder, not a file")
    if args.html and not Path(args.html).absolute().parent.is_dir():
        raise ArmillaryError(f"--html {args.html}: no such folder")
    backend = None
    if args.scheduler:
        from armillary.match.cluster import cluster_backend
        backend = cluster_backend(args.scheduler)
    run_match(config, path, args.concurrency, make_display(path, quiet=args.quiet), backend)
    data = report(path)
    print(as_text(data))
    if args.html:
        from armillary.match.page import as_html
        Path(args.html).write_text(as_html(data), "utf-8")
    return 0


def build_config(args: argparse.Namespace) -> Any:
    """The file's configuration with the flags laid over it."""
    from armillary.match.config import MatchConfig, parse_engine, parse_table, read_toml
    data = read_toml(args.config) if args.config else {}
    flags = {"game": args.game, "seats": args.seats, "seed": args.seed,
             "tournament": args.tournament, "blocks": args.blocks}
    data.update({name: value for name, value in flags.items() if value is not None})
    if args.engine:
        data.pop("engines", None)
        data["engine"] = [parse_engine(words) for words in args.engine]
    if args.lineup:
        data["lineups"] = args.lineup
    tables = {"options": read_options(args.option), "sprt": parse_table(args.sprt, "--sprt"),
              "faults": parse_table(args.faults, "--faults")}
    for name, table in tables.items():
        known = data.get(name, {})
        if table and isinstance(known, dict):       # what is no table is complained of below
            data[name] = {**known, **table}
    if "game" not in data:
        raise ArmillaryError("give a CONFIG.toml, or --game and --engine")
    if "engine" not in data and "engines" not in data:
        raise ArmillaryError("give at least two engines: --engine name=a nodes=100")
    # The game's own reading of its options: "3" and 3 are one configuration.
    config = MatchConfig.from_dict(data)
    return replace(config, options=dict(config.start().options))
