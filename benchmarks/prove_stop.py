"""How soon a search ends after `stop`, in every game, on one and two threads.

    python benchmarks/prove_stop.py --times 20

Prints the median and the worst delay in milliseconds between the call of `stop` and the
return of `search` with its result made; and the most simulations that were still made after it.
Exit status 1 if a delay was over the limit and the machine was not lent to another guest at that
moment (undisturbed.py), or if more than a tenth of all delays were over it.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from typing import NamedTuple

import numpy as np

import armillary
from armillary import Engine, Limits
from undisturbed import Watch

LIMIT = 10.0                # milliseconds


class Stops(NamedTuple):
    """What came of many stops; times in milliseconds."""

    kept: list[float]
    disturbed: list[float]
    simulations: int        # most after one stop

    @property
    def good(self) -> bool:
        late = sum(delay >= LIMIT for delay in self.disturbed)
        return max(self.kept, default=0.0) < LIMIT \
            and late * 10 <= len(self.kept) + len(self.disturbed)

    def __str__(self) -> str:
        text = f"simulations after it: {self.simulations}; "
        if self.kept:
            text += f"median {np.median(self.kept):5.2f}, worst {max(self.kept):5.2f} ms"
        if self.disturbed:
            text += f"; disturbed {len(self.disturbed)}, worst {max(self.disturbed):.0f} ms"
        return text + ("" if self.good else "; TOO SLOW")


def measure(name: str, times: int, threads: int) -> Stops:
    """Stop so many searches of this game."""
    position = armillary.new_game(name, armillary.game(name).max_seats, seed=1)
    engine = Engine(threads=threads)
    kept: list[float] = []
    disturbed: list[float] = []
    most = 0
    for _ in range(times):
        asked: list[float] = []
        watches: list[Watch] = []

        def end(asked: list[float] = asked, watches: list[Watch] = watches) -> None:
            watches.append(Watch())
            asked.append(time.perf_counter())
            engine.stop()
            asked.append(engine._searcher.simulations)      # no public way, nor a need of one
        timer = threading.Timer(0.15, end)
        timer.start()
        made = engine.search(position, Limits(infinite=True)).stats.simulations
        delay = (time.perf_counter() - asked[0]) * 1000
        timer.join()
        watches[0].end()
        (disturbed if watches[0].disturbed else kept).append(delay)
        most = max(most, int(made - asked[1]))
    return Stops(kept, disturbed, most)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--times", type=int, default=20)
    args = parser.parse_args()
    good = True
    for name in args.games or armillary.game_names():
        for threads in (1, 2):
            found = measure(name, args.times, threads)
            good = good and found.good
            print(f"{name:20} {threads} threads: {found}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
