"""Hearts: notation and table. Cards are `2C` to `AS`, rank before suit; the ten is `T`.

A seat passes `pass:QS` and plays `QS`; chance draws `~direction:left` and deals
`~deal:p1:QS`. A card that the reader cannot see is `?`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from armillary.games import enumerated

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Hearts"
SUMMARY = "avoid hearts and the queen of spades in thirteen tricks, or take them all"

PASS, PLAY, DIRECTION, DEAL = 1, 2, 3, 4
UNKNOWN = 255
RANKS = "23456789TJQKA"
SUITS = "CDHS"
DIRECTIONS = ("none", "left", "across", "right")


def _moves() -> Iterator[tuple[int, str]]:
    cards = [(16 * s + r, rank + suit) for s, suit in enumerate(SUITS)
             for r, rank in enumerate(RANKS)]
    yield from ((PLAY | n << 8, name) for n, name in cards)
    yield from ((DIRECTION | n << 8, f"~direction:{word}") for n, word in enumerate(DIRECTIONS))
    for n, name in [*cards, (UNKNOWN, "?")]:
        yield PASS | n << 8, f"pass:{name}"
        yield from ((DEAL | n << 8 | seat << 16, f"~deal:p{seat + 1}:{name}") for seat in range(4))


move_text, parse_move = enumerated(_moves())


def points(tricks: list[str]) -> list[int]:
    """The points that each seat took in these tricks, as `Position.to_dict` has them."""
    taken = [0] * 4
    for text in tricks:
        leader, _, names = text.partition(":")
        cards = names.split(",")
        if len(cards) == 4:
            led = cards[0][1]
            best = max(range(4), key=lambda i: (cards[i][1] == led, RANKS.index(cards[i][0])))
            worth = sum(1 if card[1] == "H" else 13 if card == "QS" else 0 for card in cards)
            taken[(int(leader[1]) - 1 + best) % 4] += worth
    return taken


def _hand(text: str) -> str:
    """The cards by suit, high ones first."""
    cards = text.split(",")
    hidden = cards.count("?")
    suits = [" ".join([suit, *(c[0] for c in reversed(cards) if c[1:] == suit)]) for suit in SUITS]
    return f"{hidden} cards" if hidden else "  ".join(f"{text:<8}" for text in suits).rstrip()


def draw(position: Position) -> str:
    """The hands, what was passed, the points so far and the tricks."""
    state = position.to_dict()["state"]
    if state["direction"] is None:
        return "the direction of the pass is not drawn yet"
    taken = points(state["tricks"])
    lines = [f"pass: {state['direction']}"]
    for seat in range(4):
        sign = ">" if position.actor == seat else " "
        lines.append(f"{sign}p{seat + 1} {taken[seat]:>2}  {_hand(state['hands'][seat])}")
        if state["passed"][seat]:
            lines.append(f"        passed {state['passed'][seat].replace(',', ' ')}")
    return "\n".join([*lines, *(trick.replace(",", " ") for trick in state["tricks"])])
