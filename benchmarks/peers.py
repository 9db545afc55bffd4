"""What the comparisons share: the same games at OpenSpiel, and honest ratios.

Both programs are run alternately in one process on one thread, so that a busy machine
slows both; a round gives one ratio, and the interval is a bootstrap over the rounds. A round in
which the machine was lent to another guest (undisturbed.py) is made again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from undisturbed import stolen

AWAY = 0.025                # share of a round that a processor may be elsewhere
PATIENCE = 5                # so many times the rounds are begun

#: Our name -> OpenSpiel's.
OPENSPIEL = {
    "connect_four": "connect_four",
    "tic_tac_toe": "tic_tac_toe",
    "pig": "pig",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "phantom_tic_tac_toe": "phantom_ttt",
    "hearts": "hearts",
}

#: Options that have another name there; `seats` is `players` where a game has a choice.
OPTIONS = {"dice": "diceoutcomes"}

T = TypeVar("T")

CELLS = [f"{column}{row}" for row in "321" for column in "abc"]
WORDS = {
    "pig": {"roll": 0, "stop": 1},
    "kuhn_poker": {"pass": 0, "bet": 1},
    "leduc_poker": {"fold": 0, "call": 1, "raise": 2},
    "hearts": {"~direction:none": 0, "~direction:left": 1, "~direction:across": 2,
               "~direction:right": 3},
    "tic_tac_toe": {cell: n for n, cell in enumerate(CELLS)},
    "phantom_tic_tac_toe": {cell: n for n, cell in enumerate(CELLS)},
    "connect_four": {column: n for n, column in enumerate("abcdefg")},
}


def openspiel_name(game: str, seats: int | None = None, **options: object) -> str:
    """What to ask `pyspiel.load_game` for."""
    terms = {OPTIONS.get(name, name): value for name, value in options.items()}
    if seats is not None and game in ("pig", "kuhn_poker", "leduc_poker"):
        terms["players"] = seats
    return f"{OPENSPIEL[game]}({','.join(f'{name}={value}' for name, value in terms.items())})"


def openspiel_action(game: str, text: str, seats: int = 2) -> int:
    """The number that OpenSpiel gives to the move with this text."""
    if text in WORDS[game]:
        return WORDS[game][text]
    name = text.rpartition(":")[2]
    if game == "pig":
        return int(name) - 1
    if game == "kuhn_poker":            # the highest card has the number `seats`
        return "56789TJQK".index(name) - 8 + seats
    if game == "leduc_poker":
        return 2 * ("56789TJQK".index(name[0]) - 8 + seats) + "12".index(name[1])
    return 4 * "23456789TJQKA".index(name[0]) + "CDHS".index(name[1])


def watched(steps: Collection[T], title: str) -> Iterator[T]:
    """The steps, counted on the terminal if there is one."""
    for n, step in enumerate(steps):
        if sys.stderr.isatty():
            print(f"\r{title}: {n + 1} of {len(steps)} ", end="", file=sys.stderr, flush=True)
        yield step
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


@dataclass
class Ratio:
    """Ours over theirs: the median of the rounds, with a 95 % interval of it."""

    ours: float             # per second, median
    theirs: float
    ratio: float
    low: float
    high: float
    disturbed: int = 0      # rounds that were taken though they were not quiet

    def line(self, name: str, wanted: float | None = None) -> str:
        """A row of a table."""
        goal = ""
        if wanted is not None:
            goal = f"   wanted {wanted:g}x: {'yes' if self.low >= wanted else 'NO'}"
        return (f"{name:34} {self.ours:>13,.0f}/s {self.theirs:>13,.0f}/s "
                f"{self.ratio:7.2f}x  [{self.low:.2f}, {self.high:.2f}]{goal}"
                + (f"   ({self.disturbed} rounds disturbed)" if self.disturbed else ""))


Clock = Callable[[], float]


def rate(work: Callable[[int], float], units: int, clock: Clock = time.perf_counter) -> float:
    """What `work(units)` did (it answers how many) per second."""
    begun = clock()
    done = work(units)
    return done / (clock() - begun)


def size_for(work: Callable[[int], float], seconds: float) -> int:
    """How many units fill about so many seconds."""
    units = 1
    while True:
        begun = time.perf_counter()
        work(units)
        spent = time.perf_counter() - begun
        if spent > seconds / 8:
            return max(1, int(units * seconds / spent))
        units *= 4


def compare(ours: Callable[[int], float], theirs: Callable[[int], float],
            rounds: int, seconds: float, clock: Clock = time.perf_counter) -> Ratio:
    """Run both alternately, `rounds` times for about `seconds` each; rates by this clock."""
    our_units, their_units = size_for(ours, seconds), size_for(theirs, seconds)
    quiet: list[tuple[float, float]] = []
    noisy: list[tuple[float, float]] = []
    for n in range(rounds * PATIENCE):
        pair = [(ours, our_units), (theirs, their_units)]
        results = {}
        begun, away = time.perf_counter(), stolen()
        for work, units in pair if n % 2 == 0 else pair[::-1]:
            results[work] = rate(work, units, clock)
        away = (stolen() - away) / (time.perf_counter() - begun)
        (noisy if away > AWAY else quiet).append((results[ours], results[theirs]))
        if len(quiet) == rounds:
            break
    disturbed = rounds - len(quiet)
    table = np.array(quiet + noisy[:disturbed])
    ratios = table[:, 0] / table[:, 1]
    draws = np.random.default_rng(1).choice(ratios, (4000, rounds))
    low, high = np.quantile(np.median(draws, axis=1), [0.025, 0.975])
    return Ratio(float(np.median(table[:, 0])), float(np.median(table[:, 1])),
                 float(np.median(ratios)), float(low), float(high), disturbed)
