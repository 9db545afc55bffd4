"""How soon a search ends after `stop`, in every game, on one and two threads.

    python benchmarks/prove_stop.py --times 20

Prints the median and the worst delay in milliseconds between the call of `stop` and the
return of `search` with its result made.
"""

from __future__ import annotations

import argparse
import threading
import time

import numpy as np

import armillary
from armillary import Engine, Limits


def delays(name: str, times: int, threads: int) -> list[float]:
    position = armillary.new_game(name, armillary.game(name).max_seats, seed=1)
    engine = Engine(threads=threads)
    found = []
    for _ in range(times):
        asked = []

        def end(asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            engine.stop()
        timer = threading.Timer(0.15, end)
        timer.start()
        engine.search(position, Limits(infinite=True))
        found.append((time.perf_counter() - asked[0]) * 1000)
        timer.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--times", type=int, default=20)
    args = parser.parse_args()
    for name in args.games or armillary.game_names():
        for threads in (1, 2):
            found = delays(name, args.times, threads)
            print(f"{name:22} {threads} threads: median {np.median(found):6.2f} ms, "
                  f"worst {max(found):6.2f} ms", flush=True)


if __name__ == "__main__":
    main()
