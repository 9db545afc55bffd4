"""What several commands share: arguments that name a position, and a progress bar."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from armillary.games import game
from armillary.position import Position
from armillary_core.kernel.errors import ArmillaryError

T = TypeVar("T")


def add_position_arguments(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """The arguments that say which game, and from where; `nargs="?"` lets the game be left out."""
    parser.add_argument("game", metavar="GAME", nargs=nargs,
                        help="name of the game (see: armillary games)")
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats (default: fewest)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                        help="a set-up option of the game; may be given several times")
    parser.add_argument("--moves", default="", metavar="'M1 M2 …'",
                        help="moves to play first, outcomes of chance included")
    parser.add_argument("--position", metavar="FILE.json",
                        help="begin here instead of at the start of the game ('-': standard input)")
    parser.add_argument("--data", metavar="DIR",
                        help="read the cards and rules of the game from this folder")


def read_position(args: argparse.Namespace) -> Position:
    """The position that the arguments name."""
    use_data(args.game, args.data)
    if args.position:
        if args.seats is not None or args.option:
            raise ArmillaryError("--position brings its own seats and options")
        try:
            text = (sys.stdin.read() if args.position == "-"
                    else Path(args.position).read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as problem:
            raise ArmillaryError(f"--position {args.position}: {problem}") from None
        position = Position.from_json(text)
        if position.game.name != args.game:
            raise ArmillaryError(f"{args.position} is a position of {position.game.name}, "
                                 f"not of {args.game}")
    else:
        position = Position(game(args.game), args.seats, None, read_options(args.option))
    for move in args.moves.split():
        position.play(move)
    return position


def use_data(name: str, folder: str | None) -> None:
    """Let the game read its data from another folder; before the game is loaded."""
    if folder is None:
        return
    if not Path(folder).is_dir():
        raise ArmillaryError(f"--data {folder}: no such folder")
    os.environ[f"ARMILLARY_DATA_{name.upper()}"] = folder


def read_options(words: Iterable[str], flag: str = "--option") -> dict[str, Any]:
    """NAME=VALUE words, given behind this flag, as a dict."""
    options = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise ArmillaryError(f"{flag} {word}: expected NAME=VALUE")
        options[name] = value
    return options


def whole(low: int, high: int) -> Any:
    """An argparse type: a whole number in a range."""
    def read(text: str) -> int:
        try:
            number = int(text.replace("_", ""))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{number} is not within {low} .. {high}")
        return number
    return read


def progress(steps: Iterable[T], title: str, total: int | None) -> Iterator[T]:
    """Walk through `steps` behind a progress bar, if somebody is watching (stderr)."""
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import track
    yield from track(steps, title, total, console=Console(stderr=True), transient=True)
