"""Pig: notation and score sheet. A move is `roll` or `stop`; the die shows `~roll:4`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Pig"
SUMMARY = "roll and bank points, or lose them to a 1; the first to 100 wins"

ROLL, STOP, FACE = 1, 2, 3
MAX_DICE = 20

move_text, parse_move = enumerated([
    (ROLL, "roll"), (STOP, "stop"),
    *((FACE | n << 8, f"~roll:{n}") for n in range(1, MAX_DICE + 1)),
])


def draw(position: Position) -> str:
    """One line a seat; the seat whose turn it is shows the points at risk."""
    state = position.to_dict()["state"]
    lines = []
    for seat, points in enumerate(state["scores"], 1):
        risk = f" + {state['pot']}" if seat == state["turn"] and not position.is_over else ""
        lines.append(f"p{seat} {points:4}{risk}")
    return "\n".join(lines)
