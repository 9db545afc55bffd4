"""Proves the error rates of the sequential test by simulation, for 2, 3 and 4 seats.

    python benchmarks/prove_sprt.py [--runs 2000] [--elo1 50]

Seats are worth unlike much, and in some rows the seed alone decides many blocks. Where elo0
is true the test must say elo1 in at most alpha of the runs, and the other way round; shown is
what happened, and the run fails where a rate exceeds 1.5 times nominal.
"""

from __future__ import annotations

import argparse
import sys
import time

from armillary.match.config import Sprt
from armillary.match.simulation import error_rates

BIAS = [0.4, 0.15, 0.0, -0.35]      # log worth of the seats


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--elo1", type=float, default=50.0)
    args = parser.parse_args()
    sprt = Sprt(0.0, args.elo1)
    worst = 0.0
    print(f"elo0 = 0, elo1 = {args.elo1:g}, alpha = beta = {sprt.alpha}, "
          f"{args.runs} runs of each kind")
    print("seats  seats worth              luck  wrong if elo0  wrong if elo1  blocks  seconds")
    for seats in (2, 3, 4):
        for bias, luck in (([0.0] * seats, 0.0), (BIAS[:seats], 0.0), (BIAS[:seats], 0.4)):
            begun = time.perf_counter()
            one, two, blocks = error_rates(sprt, seats, bias, args.runs, seed=11, luck=luck)
            worst = max(worst, one / sprt.alpha, two / sprt.beta)
            print(f"{seats:5}  {bias!s:24} {luck:4}  {one:13.4f}  {two:13.4f}  {blocks:6.0f}  "
                  f"{time.perf_counter() - begun:7.1f}", flush=True)
    print(f"the worst rate is {worst:.2f} times nominal; allowed 1.5")
    return 0 if worst <= 1.5 else 1


if __name__ == "__main__":
    sys.exit(main())
