"""Players in the referee's own process, and what every player is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from armillary.engine import Engine, Limits
from armillary.match.config import EngineSpec
from armillary.position import Position
from armillary_core.kernel.position import Move


class Fault(Exception):
    """An engine broke the rules of the match; its game is forfeited.

    Kinds: illegal, time, crash, startup, protocol. `dead` says that the engine must be
    started anew.
    """

    def __init__(self, kind: str, text: str, dead: bool = False,
                 stderr: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.kind, self.text, self.dead, self.stderr = kind, text, dead, list(stderr)


@dataclass
class Clocks:
    """What each seat has left and gains a move, in ms; None for a seat without a clock."""

    left: list[float | None]
    increment: list[int]

    @classmethod
    def start(cls, specs: Sequence[EngineSpec]) -> Clocks | None:
        """The clocks of a game, by seat; None if nobody has one."""
        if not any(spec.time for spec in specs):
            return None
        return cls([spec.time for spec in specs], [spec.increment for spec in specs])

    def limits(self, base: Limits) -> Limits:
        """The limits with the clocks filled in."""
        return replace(
            base, clock={s: ms / 1000 for s, ms in enumerate(self.left) if ms is not None},
            increment={s: ms / 1000 for s, ms in enumerate(self.increment)
                       if self.left[s] is not None})


#: A move with what the engine says of it: the nodes it took, its own expected share. Last,
#: the ms it thought, where the player knows better than the referee who waited.
Choice = tuple[Move | str, int | None, float | None, float | None]


class Player(Protocol):
    """Sits in a seat. Every method may raise Fault."""

    def new_game(self, seed: int, start: str) -> None:
        """Forget the last game; `start` is the start of this one, without its seed."""

    def choose(self, position: Position, seat: int, clocks: Clocks | None) -> Choice:
        """A move. The position is the referee's: players show an engine only the view."""

    def close(self) -> None:
        """End everything that was started."""


class EnginePlayer:
    """Our own engine, in this process."""

    def __init__(self, spec: EngineSpec) -> None:
        self.engine = Engine(**spec.options)
        self.limits = spec.limits
        self.seeded = "seed" in spec.options

    def new_game(self, seed: int, start: str) -> None:
        """Forget the last game."""
        self.engine.clear()
        if not self.seeded:
            self.engine.configure(seed=seed)

    def choose(self, position: Position, seat: int, clocks: Clocks | None) -> Choice:
        """Search the seat's view, which holds nothing hidden, no seed and no history."""
        limits = self.limits if clocks is None else clocks.limits(self.limits)
        try:
            result = self.engine.search(position.view(seat), limits)
        except Exception as problem:
            raise Fault("crash", f"{type(problem).__name__}: {problem}", dead=True) from problem
        return result.move, result.stats.simulations, result.shares[seat], None

    def close(self) -> None:
        """Nothing was started."""


class RandomPlayer:
    """Plays on for a seat that has forfeited."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, position: Position, seat: int, clocks: Clocks | None) -> Choice:
        """Any legal move."""
        return self.rng.choice(position.legal_moves), None, None, None
