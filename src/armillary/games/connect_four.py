"""Connect Four: notation and board. A move is its column, `a` to `g`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Connect Four"
SUMMARY = "drop discs; four in a row win"

DROP = 1
COLUMNS = "abcdefg"

move_text, parse_move = enumerated((DROP | n << 8, name) for n, name in enumerate(COLUMNS))


def draw(position: Position) -> str:
    """The board, with the columns named below it."""
    rows = position.to_dict()["state"]["board"]
    return "\n".join([*(" ".join(row) for row in rows), " ".join(COLUMNS)])
