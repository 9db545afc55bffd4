"""Searching while somebody watches: in a worker thread, so that Ctrl-C and the clock are heard."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Iterable
from typing import Any

from armillary.commands._shared import read_options, whole
from armillary.engine import Engine, Limits, Result
from armillary.options import read
from armillary.position import CHANCE, Position
from armillary_core.kernel.errors import ArmillaryError

POLL = 0.05         # seconds between two looks at whether Ctrl-C was pressed
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def think(engine: Engine, position: Position, limits: Limits,
          info: Callable[[Result], None] | None = None) -> tuple[Result, bool]:
    """Search; Ctrl-C ends it early and keeps what was found. (Result, whether interrupted.)"""
    found: list[Result] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            found.append(engine.search(position, limits, info))
        except BaseException as problem:
            failed.append(problem)
        finally:
            done.set()

    require_decision(position)
    # An event, because Thread.join takes a thread for ended when a signal interrupts it.
    done = threading.Event()
    threading.Thread(target=work, name="search", daemon=True).start()
    interrupted = False
    try:
        while not done.wait(POLL):
            pass
    except KeyboardInterrupt:
        interrupted = True
        while not done.is_set():        # again and again: the search may only just begin
            engine.stop()
            done.wait(POLL)
    if failed:
        raise failed[0]
    return found[0], interrupted


def require_decision(position: Position) -> None:
    """ArmillaryError where there is nothing to search."""
    if position.is_over:
        raise ArmillaryError("the game is over here")
    if position.actor == CHANCE:
        raise ArmillaryError("chance decides here: give its outcome among the moves, or a seed")


def read_engine_options(words: Iterable[str]) -> dict[str, Any]:
    """NAME=VALUE words as options of the engine; ArmillaryError names a bad one."""
    return typed_options(read_options(words, "--engine"))


def typed_options(given: dict[str, Any]) -> dict[str, Any]:
    """Options of the engine with texts turned into what the engine expects."""
    return {name: read(name, value) for name, value in given.items()}


def seconds(text: str) -> float:
    """An argparse type: a length of time such as 2, 0.5, 500ms, 3s, 1m.

    >>> seconds("2"), seconds("500ms"), seconds("1m")
    (2.0, 0.5, 60.0)
    """
    number = text.rstrip("hms")
    unit = text[len(number):] or "s"
    try:
        value = float(number) * UNITS[unit]
    except (ValueError, KeyError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a length of time (2, 0.5, 500ms, 1m)") from None
    if not 0 < value <= 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a length of time above zero")
    return value


def add_limit_arguments(parser: argparse.ArgumentParser, default: str) -> None:
    """The arguments that say how long to search, and with which engine."""
    parser.add_argument("--movetime", type=seconds, metavar="TIME",
                        help=f"search so long: 2, 0.5, 500ms, 1m (default: {default})")
    parser.add_argument("--nodes", type=whole(1, 2**31 - 1), metavar="N",
                        help="search so many simulations")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the engine, may be given several times: "
                             + ", ".join(option.name for option in Engine.OPTIONS))
