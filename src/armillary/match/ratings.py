"""Ratings: Plackett-Luce fitted to all rankings at once, with intervals by bootstrap.

Each player has a weight w; the winner of a game is drawn in proportion to the weights, the
second from the rest, and so on. Ties are averaged over the orders that they leave open, so
a draw of two is half a win for each. The bootstrap draws whole rounds, for the games on one
seed are no independent witnesses.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from armillary.match.statistics import Array

T = TypeVar("T")

#: A weak pull to the mean, in games won and lost against an average player: keeps a player
#: who has won everything finite.
PRIOR = 0.5
ELO = 400 / math.log(10)
#: Log weights as near as this are equal but for rounding.
SAME = 1e-6


@dataclass(frozen=True)
class Rating:
    """An engine on the Elo scale; the mean of all engines is 0."""

    name: str
    elo: float
    low: float                      # 95 % interval; nan where all rounds went alike, for then
    high: float                     # the bootstrap does not know how else they might have gone
    above: float                    # share of the bootstrap in which it beats the next below


#: (round, engine by seat, rank by seat)
Ranked = tuple[int, Sequence[str], Sequence[int]]


#: (round, engine by seat, share of the win by seat)
Shared = tuple[int, Sequence[str], Sequence[float]]


def rate(games: Iterable[Ranked], names: Sequence[str], bootstrap: int = 300,
         seed: int = 1) -> list[Rating]:
    """The ratings, best first."""
    return _rate(_Rounds(((which, _ranked(engines, ranks)) for which, engines, ranks in games),
                         names), names, bootstrap, seed)


def rate_shares(games: Iterable[Shared], names: Sequence[str], bootstrap: int = 0,
                seed: int = 1) -> list[Rating]:
    """The same by shares of the win: only the first place counts, and by how much.

    In a game for points this tells what ranks do not: to win often is not to win much.
    """
    return _rate(_Rounds(((which, _shared(engines, shares)) for which, engines, shares in games),
                         names), names, bootstrap, seed)


def _rate(table: _Rounds, names: Sequence[str], bootstrap: int, seed: int) -> list[Rating]:
    rounds = len(table.chosen)
    point = table.fit(np.ones(rounds))
    rng = np.random.default_rng(seed)
    even = np.full(rounds, 1 / max(rounds, 1))
    draws = np.array([table.fit(rng.multinomial(rounds, even).astype(float), point)
                      for _ in range(bootstrap if rounds else 0)])
    if not len(draws):
        draws = point[None, :]
    low, high = np.where(np.ptp(draws, axis=0) > SAME, np.quantile(draws, (0.025, 0.975), axis=0),
                         math.nan)
    order = sorted(range(len(names)), key=lambda n: -point[n])
    below = [*order[1:], order[-1]]
    return [Rating(names[n], float(point[n] * ELO), float(low[n] * ELO), float(high[n] * ELO),
                   math.nan if n == m or math.isnan(low[n])
                   else float((draws[:, n] > draws[:, m]).mean()))
            for n, m in zip(order, below, strict=True)]


class _Rounds:
    """What the likelihood needs of each round: who was chosen, and from which companies.

    A choice is a winner drawn from a company, the engines still without a place (as counts,
    for an engine may sit in several seats). The log likelihood is the sum of the log weights
    of those chosen, less, for every choice, the log of its company's weight together.
    """

    def __init__(self, games: Iterable[tuple[int, Iterable[Choice]]],
                 names: Sequence[str]) -> None:
        number = {name: n for n, name in enumerate(names)}
        rounds: dict[int, int] = {}
        companies: dict[tuple[int, ...], int] = {}
        chosen: dict[tuple[int, int], float] = {}       # (round, engine)
        choices: dict[tuple[int, int], float] = {}      # (round, company)
        for which, made in games:
            row = rounds.setdefault(which, len(rounds))
            for name, company, weight in made:
                rest = tuple(sorted(number[one] for one in company))
                column = companies.setdefault(rest, len(companies))
                cell = (row, number[name])
                chosen[cell] = chosen.get(cell, 0.0) + weight
                choices[row, column] = choices.get((row, column), 0.0) + weight
        self.chosen = _dense(chosen, len(rounds), len(names))
        self.choices = _dense(choices, len(rounds), len(companies))
        self.members = np.zeros((len(companies), len(names)))
        for rest, column in companies.items():
            np.add.at(self.members[column], list(rest), 1)

    def fit(self, times: Array, start: Array | None = None) -> Array:
        """The log weights of the engines, mean 0, each round counted so many times."""
        wins, counts = times @ self.chosen + PRIOR, times @ self.choices
        count = len(wins)
        theta = np.zeros(count) if start is None else start.copy()
        for _ in range(100):
            strength = np.exp(theta)
            within = self.members * strength
            within /= within.sum(axis=1, keepdims=True)
            expected = counts @ within
            ghost = strength / (strength + 1)           # the average player of the prior
            slope = wins - expected - 2 * PRIOR * ghost
            bend = (np.diag(expected + 2 * PRIOR * ghost * (1 - ghost))
                    - within.T @ (counts[:, None] * within))
            step = np.linalg.solve(bend, slope)
            theta = theta + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
            if np.abs(step).max() < 1e-9:
                break
        return np.asarray(theta - theta.mean())


#: Who was chosen, from whom (with copies), and how much of a choice it was.
Choice = tuple[str, Sequence[str], float]


def _ranked(engines: Sequence[str], ranks: Sequence[int]) -> Iterator[Choice]:
    groups = [sorted(e for e, r in zip(engines, ranks, strict=True) if r == rank)
              for rank in sorted(set(ranks))]
    for order, weight in open_orders(groups):
        for place, engine in enumerate(order[:-1]):
            yield engine, order[place:], weight


def _shared(engines: Sequence[str], shares: Sequence[float]) -> Iterator[Choice]:
    for engine, share in zip(engines, shares, strict=True):
        if share:
            yield engine, engines, share


def _dense(cells: dict[tuple[int, int], float], rows: int, columns: int) -> Array:
    table = np.zeros((rows, columns))
    for cell, value in cells.items():
        table[cell] = value
    return table


def open_orders(groups: Sequence[Sequence[T]]) -> list[tuple[tuple[T, ...], float]]:
    """The orders that ties leave open, each with its share; turns only of a large tie."""
    ways = []
    for group in groups:
        if len(group) <= 5:
            ways.append(list(itertools.permutations(group)))
        else:
            ways.append([tuple(group[n:]) + tuple(group[:n]) for n in range(len(group))])
    found: dict[tuple[T, ...], float] = {}
    total = math.prod(len(way) for way in ways)
    for parts in itertools.product(*ways):
        order = tuple(itertools.chain.from_iterable(parts))
        found[order] = found.get(order, 0.0) + 1 / total
    return list(found.items())
