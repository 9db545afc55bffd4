"""`armillary bench`: the signature of every game, to see at once whether play has changed."""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from pathlib import Path

from armillary.bench import cases, signature, total, write_signatures
from armillary.commands._shared import progress
from armillary.games import game, game_names
from armillary_core.kernel.errors import ArmillaryError

HELP = "print the signatures of the games: seeded random games hashed to a number"
EXAMPLES = """\
  armillary bench                                 all games, and one number for all
  armillary bench hearts                          one game
  armillary bench --check tests/signatures.toml   exit status 1 if a signature differs
  armillary bench --write tests/signatures.toml   store them
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these (default: all)")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", metavar="FILE", help="compare with stored signatures")
    choice.add_argument("--write", metavar="FILE", help="store the signatures")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    for name in args.games:
        game(name)
    wanted = cases(args.games or game_names())
    stored = read(args.check) if args.check else {}
    found, differing = {}, []
    begun = time.perf_counter()
    for case in progress(wanted, "bench", len(wanted)):
        found[case] = signature(case)
        mark = ""
        if args.check and stored.get(case) != found[case]:
            differing.append(case)
            mark = f"  was {stored.get(case, 'not stored')}"
        print(f"{case:24} {found[case]}{mark}")
    print(f"{'all':24} {total(found)}  {time.perf_counter() - begun:.2f} s")
    if args.write:
        if args.games:
            raise ArmillaryError("--write stores all games; name none")
        try:
            write_signatures(Path(args.write), found)
        except OSError as problem:
            raise ArmillaryError(f"--write {args.write}: {problem}") from None
    if differing:
        print(f"armillary bench: {len(differing)} of {len(found)} signatures differ",
              file=sys.stderr)
    return 1 if differing else 0


def read(path: str) -> dict[str, str]:
    """The stored signatures."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))["signatures"]  # type: ignore[no-any-return]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as problem:
        raise ArmillaryError(f"--check {path}: {problem}") from None
