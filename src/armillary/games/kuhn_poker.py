"""Kuhn poker: notation and table. A move is `pass` or `bet`; the deck deals `~deal:p1:K`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Kuhn poker"
SUMMARY = "one card each and one bet; the smallest poker"

PASS, BET, DEAL = 1, 2, 3
UNKNOWN = 255
SEATS = 8
CARDS = dict(enumerate("56789TJQK"))

move_text, parse_move = enumerated([
    (PASS, "pass"), (BET, "bet"),
    *((DEAL | seat << 8 | card << 16, f"~deal:p{seat + 1}:{name}")
      for seat in range(SEATS) for card, name in [*CARDS.items(), (UNKNOWN, "?")]),
])


def draw(position: Position) -> str:
    """The cards of the seats, and what was bet in which order."""
    state = position.to_dict()["state"]
    cards = " ".join(f"p{seat}:{card}" for seat, card in enumerate(state["cards"], 1))
    words = {"p": "pass", "b": "bet"}
    return f"cards {cards or '-'}\nbets  {' '.join(words[b] for b in state['bets']) or '-'}"
