"""Block means, the Elo scale for any number of seats, and the sequential test.

The share of a player who is `elo` better than the N - 1 others, of whom all are alike:
p = w / (w + N - 1) with w = 10^(elo / 400). With k copies of it, p = k w / (k w + N - k).

The test is the generalised sequential probability ratio test that chess programmers use on
pairs of games, over block means: the likelihood of what was seen is maximised over all
distributions whose mean is that of elo0, and of elo1, and the logarithm of the ratio walks
between two bounds. For two seats it is the pentanomial test.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armillary.match.config import Sprt

Array = NDArray[np.float64]

#: Weight of the two extreme results, as if seen: keeps the likelihood finite before both
#: sides of a mean have been seen.
PSEUDO = 1e-3
#: No verdict on fewer blocks: the likelihood of a handful of results means little.
MIN_BLOCKS = 10


def expected_share(elo: float, seats: int, copies: int = 1) -> float:
    """The share of the win of `copies` players, each `elo` above the other seats.

    >>> expected_share(0, 4), round(expected_share(400, 2), 4)
    (0.25, 0.9091)
    """
    weight = copies * 10 ** (elo / 400)
    return weight / (weight + seats - copies)


def elo_of_share(share: float, seats: int, copies: int = 1) -> float:
    """The inverse; infinite at the ends, nan if nobody else is there to compare with.

    >>> round(elo_of_share(expected_share(35, 3), 3), 6)
    35.0
    """
    if not 0 < copies < seats:
        return math.nan
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share * (seats - copies) / (copies * (1 - share)))


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks with its standard error, and both on the Elo scale."""

    blocks: int
    mean: float
    error: float
    elo: float
    low: float                      # 95 % interval, Elo
    high: float


def estimate(means: Sequence[float] | Array, seats: int, copies: int = 1) -> Estimate:
    """What the block means say of the first engine."""
    values = np.asarray(means, float)
    count = len(values)
    mean = float(values.mean()) if count else math.nan
    error = float(values.std(ddof=1) / math.sqrt(count)) if count > 1 else math.nan
    low, high = (elo_of_share(mean + z * error, seats, copies) if count > 1 else math.nan
                 for z in (-1.96, 1.96))
    elo = elo_of_share(mean, seats, copies) if count else math.nan
    return Estimate(count, mean, error, elo, low, high)


# ---- The sequential test ---------------------------------------------------------------

def log_likelihood_ratio(values: Array, counts: Array, mean0: float, mean1: float) -> float:
    """ln of (likelihood at mean1 / likelihood at mean0), both maximised over distributions."""
    values = np.concatenate([values, (0.0, 1.0)])
    counts = np.concatenate([counts, (PSEUDO, PSEUDO)])
    weights = counts / counts.sum()
    # The best distribution of a given mean is weights / (1 + t (value - mean)).
    tilt0, tilt1 = (1 + _tilt(values - mean, weights) * (values - mean)
                    for mean in (mean0, mean1))
    return float(counts @ (np.log(tilt0) - np.log(tilt1)))


def _tilt(offsets: Array, weights: Array) -> float:
    """The root t of sum(w x / (1 + t x)): between the poles of the extreme offsets."""
    low, high = -1 / float(offsets.max()), -1 / float(offsets.min())
    t = 0.0
    for _ in range(200):
        inverse = 1 / (1 + t * offsets)
        value = float(weights @ (offsets * inverse))
        if value > 0:                   # decreasing in t
            low = t
        else:
            high = t
        step = value / float(weights @ (offsets * inverse) ** 2)
        t, last = t + step, t
        if not low < t < high:
            t = (low + high) / 2
        if abs(t - last) <= 1e-12 * (1 + abs(t)):
            break
    return t


class SequentialTest:
    """Fed block means one by one; `verdict` is None until it is decided, and then stays."""

    def __init__(self, sprt: Sprt, seats: int, copies: int = 1) -> None:
        self.mean0 = expected_share(sprt.elo0, seats, copies)
        self.mean1 = expected_share(sprt.elo1, seats, copies)
        self.lower = math.log(sprt.beta / (1 - sprt.alpha))
        self.upper = math.log((1 - sprt.beta) / sprt.alpha)
        self.blocks = 0
        self.llr = 0.0
        self.verdict: str | None = None         # "elo0", "elo1"
        self._counts: dict[float, int] = {}

    def add(self, mean: float) -> None:
        """One more block, in schedule order; nothing happens after the verdict."""
        if self.verdict is not None:
            return
        value = round(mean, 9)                  # equal results must be equal numbers
        self._counts[value] = self._counts.get(value, 0) + 1
        self.blocks += 1
        self.llr = log_likelihood_ratio(
            np.fromiter(self._counts, float, len(self._counts)),
            np.fromiter(self._counts.values(), float, len(self._counts)),
            self.mean0, self.mean1)
        if self.blocks >= MIN_BLOCKS:
            if self.llr >= self.upper:
                self.verdict = "elo1"
            elif self.llr <= self.lower:
                self.verdict = "elo0"

    def extend(self, means: Iterable[float]) -> SequentialTest:
        """Feed many."""
        for mean in means:
            self.add(mean)
        return self
