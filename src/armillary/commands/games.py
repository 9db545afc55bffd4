"""`armillary games`: what can be played."""

from __future__ import annotations

import argparse
import json

from armillary.games import game, game_names

HELP = "list the games, their seats and options"
EXAMPLES = """\
  armillary games                 every game in a line
  armillary games pig             one game and its options
  armillary games --json          the same for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these, with their options")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    for name in args.names or game_names():
        the_game = game(name)
        notation = the_game.notation
        low, high = the_game.min_seats, the_game.max_seats
        traits = [word for word, holds in (("chance", the_game.has_chance),
                                           ("hidden", the_game.has_hidden)) if holds]
        if args.json:
            print(json.dumps({
                "name": name, "title": notation.TITLE, "summary": notation.SUMMARY,
                "min_seats": low, "max_seats": high, "traits": traits,
                "state_bytes": the_game.state_size, "max_moves": the_game.max_moves,
                "max_plies": the_game.max_plies,
                "options": [{"name": o.name, "default": o.default, "values": o.describe(),
                             "help": o.help} for o in the_game.options]}))
            continue
        seats = str(low) if low == high else f"{low}-{high}"
        print(f"{name:22} {seats:>4} seats  {', '.join(traits):15} {notation.SUMMARY}")
        if args.names:
            print(f"    {notation.TITLE}; a state of {the_game.state_size} bytes, "
                  f"at most {the_game.max_moves} moves to choose from")
            for option in the_game.options:
                print(f"    --option {option.name}={option.default}  "
                      f"({option.describe()})  {option.help}")
    return 0
