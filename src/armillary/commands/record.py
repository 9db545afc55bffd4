"""`armillary record`: look at the file of a match."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from armillary_core.kernel.errors import ArmillaryError

HELP = "verify, show, export, replay or report on the record of a match"
EXAMPLES = """\
  armillary record verify match.jsonl           replay every game; keys and scores must agree
  armillary record show match.jsonl             a line a game
  armillary record show match.jsonl 17          all about game 17
  armillary record replay match.jsonl 17        the board after every move
  armillary record export match.jsonl           the games in the manner of PGN
  armillary record report match.jsonl --html match.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("verify", "show", "export", "replay", "report"))
    parser.add_argument("file", metavar="FILE.jsonl")
    parser.add_argument("game", nargs="?", type=int, metavar="GAME",
                        help="show, export, replay: only this game")
    parser.add_argument("--json", action="store_true", help="report: as one JSON object")
    parser.add_argument("--html", metavar="FILE.html", help="report: as a page")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.game is not None and args.action in ("verify", "report"):
        raise ArmillaryError(f"record {args.action} is about the whole file: it takes no GAME")
    if (args.json or args.html) and args.action != "report":
        raise ArmillaryError(f"record {args.action} takes neither --json nor --html")
    actions = {"verify": verify, "show": show, "export": export, "replay": replay,
               "report": report}
    return actions[args.action](args)


def verify(args: argparse.Namespace) -> int:
    """Replay everything."""
    from armillary.match.verify import verify as check
    found = check(args.file)
    for problem in found.problems:
        print(problem)
    print(f"{found.games} games, {found.moves} moves, {found.complete} complete blocks, "
          f"{found.partial} partial: "
          + (f"{len(found.problems)} problems" if found.problems else "all is well"))
    return 1 if found.problems else 0


def show(args: argparse.Namespace) -> int:
    """A line a game, or one game in full."""
    from armillary.match.records import read_games
    games = _wanted(read_games(args.file), args.game)
    if args.game is not None:
        for key, value in games[0].items():
            print(f"{key:8} {value if isinstance(value, str) else json.dumps(value)}")
        return 0
    for game in games:
        seats = "  ".join(f"{name} {share:.3f}" for name, share in
                          zip(game["engines"], game["shares"], strict=True))
        print(f"{game['id']:6} block {game['block']:5}  {seats}  "
              f"{len(game['moves'].split())} moves, {game['end']}")
    return 0


def export(args: argparse.Namespace) -> int:
    """In the manner of PGN."""
    from armillary.match.records import final_games, read
    from armillary.match.verify import export as lines
    head, games = read(args.file)
    for line in lines(head, _wanted(final_games(games), args.game)):
        print(line)
    return 0


def replay(args: argparse.Namespace) -> int:
    """Every move with the board after it."""
    from armillary.match.records import config_of, final_games, read
    from armillary.match.verify import replay as steps
    head, games = read(args.file)
    for game in _wanted(final_games(games), args.game):
        print(f"game {game['id']}: {' '.join(game['engines'])}")
        for number, (token, position) in enumerate(steps(game, config_of(head))):
            print(f"\n{number}. {token or 'the start'}\n{position}")
        print(f"\n{game['end']}: shares {game['shares']} scores {game['scores']}")
    return 0


def report(args: argparse.Namespace) -> int:
    """Ratings and tables."""
    from armillary.match.page import as_html
    from armillary.match.report import as_text
    from armillary.match.report import report as make
    data = make(args.file)
    if args.html:
        Path(args.html).write_text(as_html(data), "utf-8")
    print(json.dumps(data) if args.json else as_text(data))
    return 0


def _wanted(games: list[dict[str, Any]], number: int | None) -> list[dict[str, Any]]:
    if number is None:
        return games
    found = [game for game in games if game["id"] == number]
    if not found:
        raise ArmillaryError(f"the record has no game {number}")
    return found
