"""Phantom tic-tac-toe: notation and board. A move is a cell to try, `a3` (top left) to `c1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Phantom tic-tac-toe"
SUMMARY = "three in a row win, but nobody sees the other's marks"

TRY = 1
UNKNOWN = 255
CELLS = [f"{column}{row}" for row in "321" for column in "abc"]

move_text, parse_move = enumerated(
    (TRY | n << 8, name) for n, name in [*enumerate(CELLS), (UNKNOWN, "?")])


def draw(position: Position) -> str:
    """The board: three rows of cells; in a view, what the viewer knows of it."""
    state = position.to_dict()["state"]
    signs = dict.fromkeys(CELLS, ".")
    for own, other in (("x", "o"), ("o", "x")):
        for attempt in state[own]:
            if attempt != "?":
                signs[attempt.rstrip("!")] = other if attempt.endswith("!") else own
    return "\n".join(" ".join(signs[cell] for cell in CELLS[row:row + 3]) for row in (0, 3, 6))
