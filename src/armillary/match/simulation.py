"""Simulated matches: how often the sequential test errs, where the truth is known.

A game is a Plackett-Luce draw: every seat has the strength of who sits there times the worth
of the seat itself. Blocks turn the candidate once around the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armillary.match.config import Sprt
from armillary.match.statistics import SequentialTest, expected_share


def win_chances(elo: float, seats: int, bias: Sequence[float]) -> list[float]:
    """The candidate's chance to win from each seat; `bias` is the log worth of the seats."""
    worth = np.exp(np.asarray(bias))
    strength = 10 ** (elo / 400)
    return [float(strength * worth[s] / (strength * worth[s] + worth.sum() - worth[s]))
            for s in range(seats)]


def true_mean(elo: float, seats: int, bias: Sequence[float]) -> float:
    """The expected block mean."""
    return float(np.mean(win_chances(elo, seats, bias)))


def elo_for_mean(mean: float, seats: int, bias: Sequence[float]) -> float:
    """The elo of this model at which the block mean is so much."""
    low, high = -2000.0, 2000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if true_mean(middle, seats, bias) < mean else (low, middle)
    return (low + high) / 2


def error_rates(sprt: Sprt, seats: int, bias: Sequence[float], runs: int, seed: int,
                most: int = 100_000, luck: float = 0.0) -> tuple[float, float, float]:
    """(wrong where elo0 holds, wrong where elo1 holds, mean blocks to a verdict).

    `luck` is the share of blocks in which the seed alone decides, so that the same seat
    wins all games: then the candidate wins exactly one.
    """
    rng = np.random.default_rng(seed)
    wrong, blocks = [0, 0], 0
    for truth, elo in enumerate((sprt.elo0, sprt.elo1)):
        mean = expected_share(elo, seats)
        # Blocks that the seed decides have the mean 1/N; the others make up for it.
        mean = (mean - luck / seats) / (1 - luck)
        chances = np.array(win_chances(elo_for_mean(mean, seats, bias), seats, bias))
        for _ in range(runs):
            test = SequentialTest(sprt, seats)
            while test.verdict is None and test.blocks < most:
                wins = (rng.random((64, seats)) < chances).mean(axis=1)
                wins[rng.random(64) < luck] = 1 / seats
                test.extend(wins.tolist())
            blocks += test.blocks
            wrong[truth] += test.verdict != ("elo0", "elo1")[truth]
    return wrong[0] / runs, wrong[1] / runs, blocks / (2 * runs)
