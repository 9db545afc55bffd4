"""Looking back at a game: what each decision was worth, what would have been better.

Each decision is searched from the knowledge that its seat had. Where nothing is hidden, all
seats share one estimate, and each decision is a point on the line of every seat. Where
something is, the line of a seat runs through its own decisions only: what others believed of
its chances rests on other knowledge, and would make a zigzag of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from armillary.engine import Engine, Limits, Line, Result
from armillary.position import Position
from armillary.terminal.records import Record
from armillary.terminal.thinking import think

TURNS = 8           # turning points told
SWING = 0.05        # a smaller change of a share is no turning point
ALTERNATIVES = 3    # better moves told of a decision


@dataclass(frozen=True)
class Decision:
    """One choice of a seat, searched."""

    ply: int                        # index into the record's tokens
    seat: int
    played: Line                    # what was played, and what that was worth
    best: tuple[Line, ...]          # the best moves, the best first
    shares: tuple[float, ...]       # of the win, by seat, before the move

    @property
    def loss(self) -> float:
        """How much of the win the seat gave away."""
        return max(0.0, self.best[0].shares[self.seat] - self.played.shares[self.seat])

    @property
    def error(self) -> float:
        """Standard error of the loss."""
        return float((self.best[0].error**2 + self.played.error**2) ** 0.5)

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is more than noise, and worth a word."""
        return (self.best[0].move != self.played.move and self.loss >= SWING / 2
                and self.loss > 2 * self.error)


@dataclass(frozen=True)
class Point:
    """A seat's share of the win before a token; `decision` is what it was estimated for."""

    ply: int
    share: float
    decision: Decision | None


@dataclass(frozen=True)
class Turn:
    """A turning point: a seat's share changed much between two of its points."""

    seat: int
    before: Point
    after: Point

    @property
    def change(self) -> float:
        """What the seat gained, or lost."""
        return self.after.share - self.before.share


@dataclass(frozen=True)
class Annotation:
    """A record with what was found."""

    record: Record
    decisions: tuple[Decision, ...]

    def lines(self) -> list[list[Point]]:
        """The points of each seat's win share, the result last."""
        start, outcome = self.record.start, self.record.outcome
        found: list[list[Point]] = [[] for _ in range(start.seats)]
        for decision in self.decisions:
            for seat, line in enumerate(found):
                if not start.game.has_hidden or seat == decision.seat:
                    line.append(Point(decision.ply, decision.shares[seat], decision))
        if outcome:
            for seat, line in enumerate(found):
                line.append(Point(len(self.record.tokens), outcome.shares[seat], None))
        return found

    def turns(self) -> list[Turn]:
        """The greatest changes, in the order of the game; one for each stretch of moves."""
        greatest: dict[tuple[int, int], Turn] = {}
        for seat, line in enumerate(self.lines()):
            for before, after in itertools.pairwise(line):
                turn = Turn(seat, before, after)
                stretch = before.ply, after.ply
                known = greatest.get(stretch)
                if abs(turn.change) >= SWING and (
                        known is None or abs(turn.change) > abs(known.change) + 1e-9):
                    greatest[stretch] = turn
        best = sorted(greatest.values(), key=lambda turn: -abs(turn.change))[:TURNS]
        return sorted(best, key=lambda turn: (turn.before.ply, turn.after.ply))

    def mistakes(self) -> list[Decision]:
        """The decisions that gave something away, the dearest first."""
        return sorted((d for d in self.decisions if d.is_mistake), key=lambda d: -d.loss)


def count_decisions(record: Record) -> int:
    """How many choices there were to make."""
    return sum(1 for position, _ in record.walk()
               if (position.actor or 0) >= 0 and len(position.legal_moves) > 1)


def decisions(record: Record, engine: Engine, limits: Limits) -> Iterator[Decision]:
    """Search every choice of the game, one after the other. Ctrl-C ends it."""
    for ply, (position, token) in enumerate(record.walk()):
        seat = position.actor
        if seat is None or seat < 0 or len(position.legal_moves) == 1:
            continue
        view = position.view(seat)

        result = _search(engine, view, limits)
        played = result.lines[0]
        if str(played.move) != token:
            # A search looks little at what it thinks bad; give the move that was played as much.
            again = Limits(nodes=limits.nodes, movetime=limits.movetime, searchmoves=(token,))
            played = _search(engine, view, again).lines[0]
        yield Decision(ply, seat, played, result.lines[:ALTERNATIVES], result.shares)


def _search(engine: Engine, view: Position, limits: Limits) -> Result:
    """Search anew, whatever was found before."""
    engine.clear()
    result, interrupted = think(engine, view, limits)
    if interrupted:
        raise KeyboardInterrupt
    return result
