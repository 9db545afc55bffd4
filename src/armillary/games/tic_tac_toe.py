"""Tic-tac-toe: notation and board. A move is its cell, `a3` (top left) to `c1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Tic-tac-toe"
SUMMARY = "three in a row win"

MARK = 1
CELLS = [f"{column}{row}" for row in "321" for column in "abc"]

move_text, parse_move = enumerated((MARK | n << 8, name) for n, name in enumerate(CELLS))


def draw(position: Position) -> str:
    """The board: three rows of cells."""
    return "\n".join(" ".join(row) for row in position.to_dict()["state"]["board"])
