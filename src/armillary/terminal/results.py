"""What a search found, as a table for people and as plain data for programs."""

from __future__ import annotations

import math
from typing import Any

from armillary.engine import Line, Result
from armillary.position import CHANCE, Position

MOVE_WIDTH = 24     # of a table in a terminal; longer tokens are cut there, never in a file
SHORTEST = 12       # characters of variation below which the move column gives way


def turn(position: Position) -> str:
    """Who moves: `p3`, `chance` or `none`."""
    actor = position.actor
    return "none" if actor is None else "chance" if actor == CHANCE else f"p{actor + 1}"


def heading(position: Position) -> str:
    """Which position this is."""
    moves = len(position.legal_moves)
    return (f"{position.game.notation.TITLE}, {position.seats} seats, {turn(position)} to move, "
            f"{moves} legal move{'s' if moves != 1 else ''}")


def status(result: Result) -> str:
    """One line: how much was searched."""
    stats = result.stats
    speed = stats.simulations / stats.seconds if stats.seconds > 0 else 0
    return (f"{stats.simulations:,} simulations  {stats.nodes:,} nodes  "
            f"depth {stats.depth}/{stats.seldepth}  {stats.seconds:.1f} s  {speed:,.0f}/s"
            + ("  proven" if result.proven else ""))


def table(result: Result, seats: int, rows: int | None = None,
          width: int | None = None) -> list[str]:
    """The root moves, best first: win share of each seat, visits, variation.

    With a width every line fits into it, and the variation leaves out the move that stands before
    it; without one nothing is cut.
    """
    lines = result.lines[:rows]
    tokens = [str(line.move) for line in lines]
    room = max([4, *map(len, tokens)])
    visits = max(6, *(len(f"{line.visits:,}") for line in lines))
    fixed = 3 + 2 + visits + 1 + 6 * seats + 7 + 1      # all but move and variation
    if width is not None:
        room = min(room, MOVE_WIDTH, max(4, width - fixed - SHORTEST))
    titles = "".join(f"{f'p{seat + 1}':>6}" for seat in range(seats))
    found = [f"{'#':>3} {'move':{room}} {'visits':>{visits}} {titles} {'error':>6}  variation"]
    for number, (line, token) in enumerate(zip(lines, tokens, strict=True), 1):
        shares = "".join(f"{100 * share:6.1f}" for share in line.shares)
        pv = line.pv if width is None else line.pv[1:]
        found.append(f"{number:>3} {_cut(token, room):{room}} {line.visits:>{visits},} {shares} "
                     f"{100 * line.error:6.1f}  {' '.join(map(str, pv))}")
    return found if width is None else [_cut(line, width) for line in found]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[:width - 1] + "…"


def as_dict(result: Result, position: Position, rows: int | None = None) -> dict[str, Any]:
    """The same as plain data; moves are tokens, seats are `p1`, shares within 0 .. 1.

    It has no key `error`: that is what tells a refusal from a result.
    """
    stats = result.stats
    return {
        "turn": turn(position),
        "move": str(result.move), "visits": result.visits,
        "shares": _rounded(result.shares), "standard_error": _round(result.error),
        "scores": _rounded(result.scores), "pv": [str(move) for move in result.pv],
        "lines": [_line(line) for line in result.lines[:rows]],
        "spread": _round(result.spread), "proven": result.proven,
        "stats": {"nodes": stats.nodes, "simulations": stats.simulations, "depth": stats.depth,
                  "seldepth": stats.seldepth, "memory": stats.memory,
                  "hashfull": stats.hashfull, "seconds": round(stats.seconds, 3)},
    }


def _line(line: Line) -> dict[str, Any]:
    return {"move": str(line.move), "visits": line.visits, "shares": _rounded(line.shares),
            "standard_error": _round(line.error), "prior": _round(line.prior),
            "pv": [str(move) for move in line.pv]}


def _round(number: float) -> float | None:
    return round(number, 5) if math.isfinite(number) else None      # JSON knows no NaN


def _rounded(numbers: tuple[float, ...]) -> list[float | None]:
    return [_round(number) for number in numbers]
