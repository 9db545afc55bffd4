"""The template game: notation and board. Moves are `play:raid`, `steal:p2`, `~roll:3`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary_core.games.template.tables import CARD_NAMES as NAMES

if TYPE_CHECKING:
    from armillary.position import Position

TITLE = "Template"
SUMMARY = "a tiny card game to copy, with a deck, hidden hands, dice and effects"

PLAY, VICTIM, DEALT, ROLLED = 1, 2, 3, 4
UNKNOWN = 255
CARD_NAMES: list[str] = NAMES


def move_text(value: int) -> str:
    """The move as a token."""
    kind, a, b = value & 0xFF, value >> 8 & 0xFF, value >> 16 & 0xFF
    if kind == PLAY:
        return f"play:{CARD_NAMES[a]}"
    if kind == VICTIM:
        return f"steal:p{a + 1}"
    if kind == DEALT:
        return f"~deal:p{a + 1}:{'?' if b == UNKNOWN else CARD_NAMES[b]}"
    return f"~roll:{a}"


def parse_move(text: str) -> int:
    """The move that a token stands for."""
    word, _, rest = text.partition(":")
    if word == "play":
        return PLAY | CARD_NAMES.index(rest) << 8
    if word == "steal" and rest[0] == "p":
        return VICTIM | int(rest[1:]) - 1 << 8
    if word == "~deal" and rest[0] == "p":
        seat, _, card = rest[1:].partition(":")
        kind = UNKNOWN if card == "?" else CARD_NAMES.index(card)
        return DEALT | int(seat) - 1 << 8 | kind << 16
    if word == "~roll":
        return ROLLED | int(rest) << 8
    raise ValueError(f"{text!r} is no move")


def draw(position: Position) -> str:
    """A line a seat, and what lies in the discard pile."""
    state = position.to_dict()["state"]
    lines = []
    for seat, (score, hand) in enumerate(zip(state["scores"], state["hands"], strict=True)):
        mark = ">" if position.actor == seat else " "
        lines.append(f"{mark} p{seat + 1} {score:3}  {' '.join(hand)}".rstrip())
    return "\n".join([*lines, f"discard: {' '.join(state['discard'])}".rstrip()])
