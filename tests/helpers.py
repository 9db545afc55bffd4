"""What the suites share: the cases (game, seats, options), and seeded random games.

A suite that takes `case` runs over every game that is found, over its seat counts, and over
each of its options at another value; conftest.py hands the cases out.
"""

from __future__ import annotations

import functools
import itertools
import math
import os
import random
import sys
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import armillary
import armillary.games
from armillary import CHANCE, Game, Move, Option, Position
from armillary_core.kernel import probe

#: The kernel's own game at its bounds; no folder lists it, so it is registered here.
BOUNDS = "bounds"

#: The part of the random games and changes to make: less than all where each of them is dear.
EFFORT = float(os.environ.get("ARMILLARY_EFFORT", "1"))


@dataclass(frozen=True)
class Case:
    """One way to set a game up."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.seats}p", *(f"{k}={v}" for k, v in self.options)])

    @property
    def game(self) -> Game:
        return armillary.game(self.name)

    def start(self, seed: int | None = None) -> Position:
        return armillary.new_game(self.name, self.seats, seed, **dict(self.options))

    def revive(self, data: bytes) -> Position:
        """The position of these bytes: no seed, no history."""
        return Position.from_bytes(self.name, data, **dict(self.options))


# ---- Cases -----------------------------------------------------------------------------

def cases(names: Iterable[str]) -> list[Case]:
    """Every game with a few seat counts, then each option at another value."""
    found = []
    for name in names:
        game = armillary.game(name)
        found += [Case(name, seats) for seats in seat_counts(game)]
        for option in game.options:
            variants = [Case(name, game.min_seats, ((option.name, value),))
                        for value in other_values(option)]
            found += [case for case in variants if _can_start(case)]
    return found


def seat_counts(game: Game) -> list[int]:
    """All seat counts up to three of them, else the least, one in the middle and the most."""
    low, high = game.min_seats, game.max_seats
    return sorted({low, (low + high) // 2, high})


def other_values(option: Option) -> list[Any]:
    """One or two values of an option that are not its default."""
    if option.choices is not None:
        return [word for word in option.choices if word != option.default][:2]
    if isinstance(option.default, bool):
        return [not option.default]
    return [value for value in dict.fromkeys([option.low, option.high])
            if value != option.default]


def _can_start(case: Case) -> bool:
    try:
        case.start()
    except armillary.ArmillaryError:
        return False            # these options do not go together, and the game said so
    return True


def meets_chance(case: Case) -> bool:
    """Whether there are dice or decks. An option may end the game before the first of them."""
    return case.game.has_chance and (not case.options or any(
        position.actor == CHANCE for seed in range(3) for position in walk(case.start(), seed)))


def register_bounds() -> None:
    """Make the kernel's game known by name: to armillary.game, and to pickle."""
    texts = [(1 | n << 8, f"mark:{n}") for n in range(probe.BOUNDS["moves"])]
    texts += [(2, "keep")]
    for kind, word in ((3, "hide"), (4, "~deal")):
        texts += [(kind | n << 8, f"{word}:{n}") for n in range(probe.BOUNDS["cards"])]
        texts += [(kind | 0xFFFF << 8, f"{word}:?")]
    texts += [(5 | n << 8, f"~roll:{n}") for n in range(1, 7)]
    notation = types.ModuleType(f"armillary.games.{BOUNDS}")
    notation.move_text, notation.parse_move = armillary.games.enumerated(texts)
    notation.draw = lambda position: f"{position.seats} seats, key {position.key:016x}"
    probe.GAME.notation = notation
    armillary.games._LOADED[BOUNDS] = probe.GAME
    sys.modules[f"armillary_core.games.{BOUNDS}.rules"] = probe


# ---- Random games ----------------------------------------------------------------------

def choose(position: Position, rng: random.Random) -> Move:
    """A move as a random player would make it, an outcome as chance would."""
    if position.actor == CHANCE:
        moves, weights = zip(*position.chance_outcomes, strict=True)
        return rng.choices(moves, weights)[0]
    return rng.choice(position.legal_moves)


def walk(start: Position, seed: int) -> Iterator[Position]:
    """Play a random game on `start` itself: yields it before every move, and at the end."""
    rng = random.Random(seed)
    yield start
    for _ in range(start.game.max_plies):
        if start.is_over:
            return
        start.play(choose(start, rng))
        yield start
    assert start.is_over, f"{start.game.name} goes on after {start.game.max_plies} moves"


def finish(start: Position, seed: int) -> Position:
    """The position at the end of a random game."""
    for _ in walk(start, seed):
        pass
    return start


@functools.lru_cache(maxsize=1024)
def positions(case: Case, count: int = 24) -> tuple[Position, ...]:
    """Positions of a few random games: starts, ends, and some spread evenly between.

    They are shared between tests: copy one before you play on it.
    """
    found: list[Position] = []
    for seed in range(3):
        game = [position.copy() for position in walk(case.start(), seed)]
        step = max(1, math.ceil(len(game) / (count // 3)))
        found += game[::step]
        if found[-1] != game[-1]:
            found.append(game[-1])
    return tuple(found)


def effort(count: int) -> int:
    """So many repetitions, or the part of them that is asked for; at least one."""
    return max(1, round(count * EFFORT))


def sized(case: Case, budget: int) -> int:
    """How many games to play for about so many plies, at least two."""
    return max(2, min(200, effort(budget) // game_length(case)))


@functools.lru_cache(maxsize=1024)
def game_length(case: Case) -> int:
    """The moves of a typical random game."""
    return max(1, sum(len(finish(case.start(), seed).moves) for seed in range(2)) // 2)


def replay(case: Case, moves: Iterable[Move | str | int]) -> Position:
    """The position after these moves, outcomes included, from an unseeded start."""
    position = case.start()
    for move in moves:
        position.play(move)
    return position


def describe(position: Position) -> dict[str, Any]:
    """Everything that a position tells, to compare before and after."""
    return {
        "bytes": position.to_bytes(), "key": position.key, "actor": position.actor,
        "legal": [int(m) for m in position.legal_moves],
        "moves": [int(m) for m in position.moves], "json": position.to_json(),
        "outcome": position.outcome, "seed": position.seed_state, "view": position.view_of,
        "options": position.options,
    }


# ---- Exercise: nothing that a valid position offers may fail ---------------------------

def exercise(position: Position, seed: int, plies: int = 40) -> None:
    """Ask a valid position all there is, and play it on."""
    rng = random.Random(seed)
    game = position.game
    for ply in itertools.count():
        position.check()
        moves = position.legal_moves
        if position.is_over:
            shares, scores = position.returns()
            assert math.isclose(sum(shares), 1, abs_tol=1e-9)
            assert all(map(math.isfinite, scores))
            assert moves == []
            return
        assert 0 < len(moves) <= game.max_moves
        values = [int(m) for m in moves]
        assert values == sorted(set(values))
        assert all(str(m) for m in moves)
        if ply % 8 == 0:
            assert str(position)
            knowing = range(position.seats) if position.view_of is None else [position.view_of]
            for seat in knowing:
                position.observe(seat)
                position.view(seat).check()
                position.determinise(seat, seed).check()
        if ply >= plies:
            return
        position.play(choose(position, rng))


# ---- Statistics ------------------------------------------------------------------------

def chi_square_z(counts: dict[Any, int], expected: dict[Any, float]) -> float:
    """How many standard deviations the chi-square statistic lies from its mean.

    Above about 5 the counts do not fit. Cells that expect fewer than 5 are put together.
    """
    assert set(counts) <= set(expected), f"unexpected: {set(counts) - set(expected)}"
    big = [key for key in expected if expected[key] >= 5]
    cells = [(counts.get(key, 0), expected[key]) for key in big]
    rest = [key for key in expected if expected[key] < 5]
    if rest:
        cells.append((sum(counts.get(key, 0) for key in rest), sum(expected[k] for k in rest)))
    if len(cells) < 2:
        return 0.0
    total = sum((seen - wanted) ** 2 / wanted for seen, wanted in cells)
    freedom = len(cells) - 1
    # Wilson and Hilferty: the cube root is nearly normal.
    spread = 2 / (9 * freedom)
    return ((total / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
