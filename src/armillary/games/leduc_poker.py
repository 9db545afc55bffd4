"""Leduc poker: notation and table.

A move is `fold`, `call` or `raise`; the deck deals `~deal:p1:K2` and turns up `~public:Q1`.
A card is its rank and its suit, 1 or 2.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Leduc poker"
SUMMARY = "one card each, two rounds of bets and one public card"

FOLD, CALL, RAISE, DEAL, TURN = 1, 2, 3, 4, 5
UNKNOWN = 255
SEATS = 8
CARDS = dict(enumerate(rank + suit for rank in "56789TJQK" for suit in "12"))

move_text, parse_move = enumerated([
    (FOLD, "fold"), (CALL, "call"), (RAISE, "raise"),
    *((DEAL | seat << 8 | card << 16, f"~deal:p{seat + 1}:{name}")
      for seat in range(SEATS) for card, name in [*CARDS.items(), (UNKNOWN, "?")]),
    *((TURN | card << 8, f"~public:{name}") for card, name in CARDS.items()),
])


def draw(position: Position) -> str:
    """The cards of the seats, the public card, and what was bet in which order."""
    state = position.to_dict()["state"]
    cards = " ".join(f"p{seat}:{card}" for seat, card in enumerate(state["cards"], 1))
    words = {"f": "fold", "c": "call", "r": "raise"}
    bets = [" ".join(words[b] for b in part) or "-" for part in state["bets"]]
    lines = [f"cards  {cards or '-'}", f"public {state['public'] or '-'}"]
    # Eight seats bet so often that the two rounds need more than one line.
    lines += textwrap.wrap(" | ".join(bets), 100, initial_indent="bets   ",
                           subsequent_indent=" " * 7)
    return "\n".join(lines)
