"""`armillary play`: a person against the engine."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from armillary.commands._shared import add_position_arguments, whole
from armillary.games import game
from armillary.terminal.messages import catalogues
from armillary.terminal.player import Player, offer_to_resume, path_for
from armillary.terminal.positions import open_position, seed_of
from armillary.terminal.session import Session, Settings, unfinished
from armillary.terminal.thinking import seconds
from armillary_core.kernel.errors import ArmillaryError

HELP = "play a game against the engine in the terminal"
EXAMPLES = """\
  armillary play connect_four                       you begin
  armillary play hearts --as p3 --movetime 2        you are p3, the engine plays the others
  armillary play pig --seats 3 --level 5 --seed 7
  armillary play connect_four --resume              go on where you left, or were cut off
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position_arguments(parser)
    parser.add_argument("--as", dest="human", metavar="p1", help="your seat (default: p1)")
    parser.add_argument("--level", type=whole(1, 20), metavar="N",
                        help="strength of the engine, 1 .. 20 (default: 20)")
    parser.add_argument("--movetime", type=seconds, metavar="TIME",
                        help="the engine's time for a move: 2, 0.5, 500ms (default: 1)")
    parser.add_argument("--nodes", type=whole(1, 2**31 - 1), metavar="N",
                        help="simulations for a move instead of a time")
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="S",
                        help="of dice and decks (default: a new one)")
    parser.add_argument("--lang", choices=sorted(catalogues()), help="language (default: en)")
    parser.add_argument("--resume", nargs="?", const="", metavar="FILE",
                        help="go on with a saved game (default: the last unfinished one)")
    parser.add_argument("--save", metavar="FILE",
                        help="keep the game here (default: in the XDG state folder)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.movetime and args.nodes:
        raise ArmillaryError("give --movetime or --nodes, not both")
    game(args.game)
    fresh = any([args.seats, args.option, args.moves, args.position, args.human, args.save,
                 args.seed is not None])
    if args.resume is not None and fresh:
        raise ArmillaryError("--resume brings its own seats, options, moves, seed and file")
    path = (resumed_path(args) if args.resume is not None
            else None if fresh else offer_to_resume(args.game, args.lang or "en"))
    session = Session.load(path) if path else new_session(args)
    if session.position.game.name != args.game:
        raise ArmillaryError(f"{path} is a game of {session.position.game.name}, "
                             f"not of {args.game}")
    settings = session.settings
    settings.level = args.level or settings.level
    settings.lang = args.lang or settings.lang
    if args.movetime or args.nodes:
        settings.movetime, settings.nodes = args.movetime, args.nodes
    return Player(session).run()


def resumed_path(args: argparse.Namespace) -> Path:
    """The file to resume."""
    if args.resume:
        return Path(args.resume).expanduser()
    found = unfinished(args.game)
    if found is None:
        raise ArmillaryError(f"there is no unfinished game of {args.game} to resume")
    return found[0]


def new_session(args: argparse.Namespace) -> Session:
    """A game from its beginning, or from the position that the arguments name."""
    position = open_position(args, args.seed)
    seed = seed_of(position)
    if seed is None:
        seed = secrets.randbits(63)
    if args.moves or args.position:
        start = {**position.to_dict(), "seed": seed}
    else:
        start = {"game": args.game, "players": position.seats, "options": position.options,
                 "seed": seed}
    return Session(start, read_seat(args.human or "p1", position.seats), Settings(),
                   path_for(args.game, args.save))


def read_seat(text: str, seats: int) -> int:
    """`p2` or `2` as a seat."""
    number = text.removeprefix("p")
    if not (number.isdecimal() and 1 <= int(number[:9]) <= seats):
        raise ArmillaryError(f"--as {text}: the seats are p1 .. p{seats}")
    return int(number) - 1
