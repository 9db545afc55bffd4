"""The answers to `query …`: one line each, whatever is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from armillary.games import game_names
from armillary.position import CHANCE, Position
from armillary.protocol.grammar import MAX_SEATS, Problem
from armillary.protocol.table import Table
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.search.perft import perft

FEATURES = ("views", "chance", "seeds", "teams", "json", "searchmoves", "ponder", "perft")
PERFT_NODES = 1_000_000         # no depth is begun when the one before had more


def answer(table: Table, words: Sequence[str]) -> str:
    """What follows `response`. Problem if there is no answer."""
    what = words[0] if words else ""
    if what in _ASK and len(words) == 1:
        return _ASK[what](table)
    if what == "view" and len(words) == 2:
        return _view(table, words[1])
    if what == "perft" and len(words) == 2:
        return _perft(table, words[1])
    raise Problem("bad_argument", "expected: query " + "|".join([*_ASK, "view K", "perft D"]))


def _position(table: Table) -> Position:
    if table.position is None:
        raise Problem("bad_position", table.fault.text if table.fault else "there is no position")
    return table.position


def _turn(table: Table) -> str:
    actor = table.actor
    return "none" if actor is None else "chance" if actor == CHANCE else f"p{actor + 1}"


def _legal(table: Table) -> str:
    actor = table.actor
    if actor is None or actor == CHANCE:
        return "none"
    return " ".join(str(move) for move in _position(table).legal_moves)


def _chance(table: Table) -> str:
    if table.actor != CHANCE:
        return "none"
    return " ".join(f"{move} {p:.6g}" for move, p in _position(table).chance_outcomes)


def _view(table: Table, word: str) -> str:
    if word not in [str(seat + 1) for seat in range(MAX_SEATS)]:
        raise Problem("bad_argument", "view needs the number of a seat")
    _position(table)
    try:
        return table.view(int(word) - 1)
    except ArmillaryError as problem:
        raise Problem("unsupported", str(problem)) from None


def _perft(table: Table, word: str) -> str:
    if not word.isascii() or not word.isdecimal() or len(word) > 9:
        raise Problem("bad_argument", "perft needs a depth")
    position = _position(table)
    count = 1
    for depth in range(1, int(word) + 1):
        if count > PERFT_NODES:
            raise Problem("unsupported", f"perft {word}: depth {depth - 1} already has {count}")
        count = sum(row[1] for row in perft(position, depth)) if not table.is_over else 0
        if count == 0:
            break
    return str(count)


_ASK: dict[str, Callable[[Table], str]] = {
    "p1turn": lambda t: "true" if t.actor in t.first_side else "false",
    "gameover": lambda t: "true" if t.is_over else "false",
    "result": Table.result,
    "turn": _turn,
    "players": lambda t: str(_position(t).seats),
    "legal": _legal,
    "chance": _chance,
    "outcome": Table.outcome,
    "fen": lambda t: (_position(t), t.record())[1],
    "json": lambda t: (_position(t), t.to_json())[1],
    "key": lambda t: f"{_position(t).key:016x}",
    "games": lambda t: " ".join(game_names()),
    "features": lambda t: " ".join(FEATURES),
}
