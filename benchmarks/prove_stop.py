"""How soon a search ends after `stop`, in every game, on one and two threads.

    python benchmarks/prove_stop.py --times 20

Prints the median and the worst delay in milliseconds between the call of `stop` and the
return of `search` with its result made; and the most simulations that were still made after it,
which tell a search that did not heed from a machine that was elsewhere.
"""

from __future__ import annotations

import argparse
import threading
import time

import numpy as np

import armillary
from armillary import Engine, Limits


def delays(name: str, times: int, threads: int) -> tuple[list[float], int]:
    """Milliseconds of each stop, and the most simulations after one."""
    position = armillary.new_game(name, armillary.game(name).max_seats, seed=1)
    engine = Engine(threads=threads)
    found: list[float] = []
    most = 0
    for _ in range(times):
        asked: list[float] = []

        def end(asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            engine.stop()
            asked.append(engine._searcher.simulations)      # no public way, nor a need of one
        timer = threading.Timer(0.15, end)
        timer.start()
        made = engine.search(position, Limits(infinite=True)).stats.simulations
        found.append((time.perf_counter() - asked[0]) * 1000)
        timer.join()
        most = max(most, int(made - asked[1]))
    return found, most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--times", type=int, default=20)
    args = parser.parse_args()
    for name in args.games or armillary.game_names():
        for threads in (1, 2):
            found, most = delays(name, args.times, threads)
            print(f"{name:22} {threads} threads: median {np.median(found):6.2f} ms, "
                  f"worst {max(found):6.2f} ms; simulations after it: {most}", flush=True)


if __name__ == "__main__":
    main()
