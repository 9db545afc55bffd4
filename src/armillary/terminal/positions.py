"""Positions from arguments, from START texts, and through lists of tokens."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from armillary.commands._shared import read_position
from armillary.position import CHANCE, Position
from armillary.protocol.grammar import Problem, parse_start
from armillary.protocol.table import begin
from armillary_core.kernel.errors import BadPosition


def open_position(args: argparse.Namespace, seed: int | None) -> Position:
    """What the position arguments name; a seed answers for dice and decks not listed."""
    bare = argparse.Namespace(**{**vars(args), "moves": ""})
    position = read_position(bare)
    if seed is None:
        seed = seed_of(position)
    position.sow(None)
    play_tokens(position, args.moves.split(), seed)
    return position


def seed_of(position: Position) -> int | None:
    """The seed that dice and decks answer from, or None where they wait."""
    return position.seed_state[0] if position.seed_state else None


def play_tokens(position: Position, tokens: Iterable[str], seed: int | None) -> None:
    """Play tokens on a position without a seed, and leave it with this one.

    Where chance decides, a token with `~` is taken; for any other the seed answers first.
    """
    for token in tokens:
        if seed is not None and position.actor == CHANCE and not token.startswith("~"):
            settle(position, seed)
        position.play(token)
    position.sow(seed)


def settle(position: Position, seed: int) -> None:
    """Let chance answer from this seed until a seat decides, and wait again from there."""
    position.sow(seed)
    position.sow(None)


def read_start(start: Any) -> tuple[Position, int | None]:
    """The position of a START (`game=pig;players=3;seed=5`, JSON text or object), and its seed.

    >>> position, seed = read_start("game=pig;players=3;seed=5;opt.winscore=50")
    >>> position.seats, position.options["winscore"], position.seed_state, seed
    (3, 50, None, 5)
    """
    if not isinstance(start, str | dict):
        raise BadPosition(f"START: {start!r} is neither a text nor an object")
    try:
        terms = parse_start(start)
        if terms.game is None:
            raise BadPosition("START: names no game")
        return begin(terms, terms.game), terms.seed
    except Problem as problem:
        raise BadPosition(f"START: {problem}" if isinstance(start, str) else str(problem)) from None
