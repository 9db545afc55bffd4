"""The engine: searches positions within limits. Owns the tree and the threads.

>>> import armillary
>>> engine = armillary.Engine(seed=1)
>>> position = armillary.new_game("tic_tac_toe")
>>> result = engine.search(position, armillary.Limits(nodes=200))
>>> result.move in position.legal_moves
True
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from armillary.position import Position
from armillary_core.kernel.errors import ArmillaryError
from armillary_core.kernel.game import Option
from armillary_core.kernel.position import Move
from armillary_core.search.playout import run_playouts


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit reached. Times are seconds.

    With none at all the engine's option `nodes` decides. `infinite` goes on until
    `Engine.stop`. `clock` and `increment` hold what each seat has left and gains a move.
    """

    nodes: int | None = None
    movetime: float | None = None
    depth: int | None = None
    infinite: bool = False
    clock: Mapping[int, float] = field(default_factory=dict)
    increment: Mapping[int, float] = field(default_factory=dict)
    searchmoves: Sequence[Move | str] = ()


@dataclass(frozen=True)
class Line:
    """One root move: how often it was tried, and what came of it."""

    move: Move
    visits: int
    shares: tuple[float, ...]       # of the win, by seat
    error: float                    # standard error of the mover's share
    prior: float
    pv: tuple[Move, ...]            # begins with the move


@dataclass(frozen=True)
class Stats:
    """What the search cost."""

    nodes: int                      # of the tree
    simulations: int
    depth: int                      # of the principal variation
    seldepth: int                   # the deepest node
    memory: int                     # bytes of tree
    hashfull: int                   # permille of the limit in MB
    seconds: float


@dataclass(frozen=True)
class Result:
    """What a search found."""

    move: Move
    visits: int                     # of that move
    shares: tuple[float, ...]       # expected share of the win, by seat
    error: float                    # its standard error for the seat to move
    scores: tuple[float, ...]       # expected final scores, by seat
    pv: tuple[Move, ...]
    lines: tuple[Line, ...]         # every root move, the best first
    spread: float                   # standard deviation of the value over hidden worlds
    proven: bool                    # the value is exact
    stats: Stats


class Engine:
    """A searcher with options; see `Engine.OPTIONS`. One search at a time; `stop` from any thread."""

    OPTIONS = (
        Option("algorithm", "auto", "how to search", choices=("auto", "uct", "so_ismcts",
               "mo_ismcts", "pimc", "flat", "greedy", "random")),
        Option("seed", 0, "of the search's own random numbers", low=0, high=2**63 - 1),
        Option("threads", 1, "worker threads", low=1, high=64),
        Option("hash", 64, "hard limit of tree memory in MB", low=1, high=65536),
        Option("nodes", 2000, "simulations of a search without limits", low=1, high=2**31 - 1),
        Option("level", 20, "strength, from 1 (beginner) to 20 (full)", low=1, high=20),
    )

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, Any] = {o.name: o.default for o in self.OPTIONS}
        self._stop = False
        self.configure(**options)

    def configure(self, **options: Any) -> None:
        """Change options; ArmillaryError names a bad one and changes nothing."""
        known = {o.name: o for o in self.OPTIONS}
        for name, value in options.items():
            if name not in known:
                raise ArmillaryError(f"the engine has no option {name!r} "
                                     f"(options: {', '.join(known)})")
            known[name].to_int(value)
        self.options.update(options)

    def clear(self) -> None:
        """Forget everything learned: a new game begins."""

    def stop(self) -> None:
        """End the search that is going on, from any thread."""
        self._stop = True

    def search(self, position: Position, limits: Limits | None = None,
               info: Callable[[Result], None] | None = None) -> Result:
        """Search for the seat to move; it sees only that seat's view of the position.

        `info` is told the state of things at most ten times a second. Blocks, without the
        GIL. ArmillaryError if nobody has to move.
        """
        limits = limits or Limits()
        self._stop = False
        seat = position.actor
        if seat is None or seat < 0:
            raise ArmillaryError("nobody has to move here")
        begun = told = time.perf_counter()
        moves = list(position.legal_moves)
        if limits.searchmoves:
            wanted = {str(m) for m in limits.searchmoves}
            moves = [m for m in moves if str(m) in wanted]
            if not moves:
                raise ArmillaryError("none of searchmoves is legal here")
        sums = [[0.0] * position.seats for _ in moves]
        visits = [0] * len(moves)
        total = 0

        def report() -> Result:
            rows = sorted(range(len(moves)), key=lambda i: -visits[i])
            rows.sort(key=lambda i: -sums[i][seat] / max(visits[i], 1))
            lines = tuple(Line(moves[i], visits[i],
                               tuple(x / max(visits[i], 1) for x in sums[i]), 0.5
                               / max(visits[i], 1) ** 0.5, 1 / len(moves), (moves[i],))
                          for i in rows)
            best = lines[0]
            return Result(best.move, best.visits, best.shares, best.error,
                          (0.0,) * position.seats, best.pv, lines, 0.0, False,
                          Stats(len(moves), total, 1, 1, 0, 0, time.perf_counter() - begun))
        nodes = limits.nodes or (None if limits.movetime or limits.infinite
                                 else self.options["nodes"])
        while not self._stop:
            i = total % len(moves)
            world = position.determinise(seat, self.options["seed"] * 1000003 + total)
            world.play(moves[i])
            _, shares = run_playouts(world, 1, self.options["seed"] + total)
            sums[i] = [a + b for a, b in zip(sums[i], shares, strict=True)]
            visits[i] += 1
            total += 1
            now = time.perf_counter()
            if info and now - told > 0.1:
                told = now
                info(report())
            if total >= len(moves) and ((nodes and total >= nodes) or (
                    limits.movetime and now - begun >= limits.movetime)):
                break
        return report()
