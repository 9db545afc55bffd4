"""Small matches between two players, for the proofs of the search.

A block is one seed and as many games as there are seats: the candidate once in each seat,
copies of the base in the others. Equal players share 1/N of the wins on average, whatever
the seats are worth, and common seeds take much of the luck out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import armillary
from armillary import Engine, Limits, Move, Position

#: Asked for a move; told of the position and of a number that names this game and seat.
Player = Callable[[Position, int], Move]


@dataclass
class Result:
    """The candidate's share of the win, by block, against the fair share 1/N."""

    name: str
    seats: int
    blocks: list[float]

    @property
    def mean(self) -> float:
        return float(np.mean(self.blocks))

    @property
    def error(self) -> float:
        return float(np.std(self.blocks, ddof=1) / len(self.blocks) ** 0.5)

    def verdict(self) -> str:
        low, high = self.mean - 1.96 * self.error, self.mean + 1.96 * self.error
        fair = 1 / self.seats
        return "better" if low > fair else "worse" if high < fair else "even"

    def line(self) -> str:
        low, high = self.mean - 1.96 * self.error, self.mean + 1.96 * self.error
        return (f"{self.name:44} share {self.mean:.3f} [{low:.3f}, {high:.3f}] fair "
                f"{1 / self.seats:.3f}  {len(self.blocks) * self.seats:5} games  {self.verdict()}")


def engine_player(limits: Limits, **options: object) -> Player:
    """An engine with these options; a fresh search seed for each game and seat."""
    engine = Engine(**options)

    def choose(position: Position, token: int) -> Move:
        engine.configure(seed=token)
        return engine.search(position, limits).move
    return choose


def play_game(start: Position, players: list[Player], seed: int) -> tuple[float, ...]:
    """One game; the shares of the win by seat."""
    position = start.copy()
    position.sow(seed)
    ply = 0
    while not position.is_over:
        seat = position.actor
        moves = position.legal_moves
        ply += 1
        if len(moves) == 1:
            position.play(moves[0])
            continue
        token = (seed * 1009 + seat * 101 + ply * 7919) % 2**63
        position.play(players[seat](position, token))
    return position.outcome.shares


def play_match(name: str, game: str, candidate: Player, base: Player, blocks: int,
               seats: int | None = None, first_seed: int = 1,
               start: Position | None = None) -> Result:
    """So many blocks, with a count of them on a terminal."""
    start = start or armillary.new_game(game, seats)
    means = []
    for n in range(blocks):
        shares = []
        for seat in range(start.seats):
            players = [base] * start.seats
            players[seat] = candidate
            shares.append(play_game(start, players, first_seed + n)[seat])
        means.append(float(np.mean(shares)))
        if sys.stderr.isatty():
            print(f"\r{name}: block {n + 1} of {blocks}, share {np.mean(means):.3f} ", end="",
                  file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 78 + "\r", end="", file=sys.stderr)
    return Result(name, start.seats, means)
