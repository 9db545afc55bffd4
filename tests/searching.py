"""What the search suites share."""

from __future__ import annotations

from typing import Any

from armillary import Engine, Limits, Position, Result
from helpers import Case, walk

HIDDEN_ALGORITHMS = ("so_ismcts", "mo_ismcts", "pimc", "greedy", "random")


def search(position: Position, nodes: int = 200, **options: Any) -> Result:
    """A small search with a fixed seed."""
    return Engine(**{"seed": 1, **options}).search(position, Limits(nodes=nodes))


def decisions(case: Case, count: int = 4, seed: int = 5) -> list[Position]:
    """Positions of a random game in which a seat has a choice, spread over the game."""
    found = [p.copy() for p in walk(case.start(), seed)
             if p.actor is not None and p.actor >= 0 and len(p.legal_moves) > 1]
    step = max(1, len(found) // count)
    return found[::step][:count]


def essence(result: Result) -> tuple[Any, ...]:
    """All of a result that does not depend on time."""
    return (result.move, result.visits, result.shares, result.error, result.scores, result.pv,
            result.lines, result.spread, result.proven, result.stats.nodes,
            result.stats.simulations, result.stats.seldepth)
