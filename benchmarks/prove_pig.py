"""The search's play of pig against the optimal policy.

    python benchmarks/prove_pig.py --nodes 100 1000 10000

For random states of a two-seat game: how often the search plays the better move, and what
its choices cost in win probability, on average and at worst. States where both moves are
worth the same within 0.001 count as right.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from armillary import Engine, Limits, Position
from exact import roll_values, solve_pig, stop_values
from peers import watched


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[100, 1000, 10000])
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--winscore", type=int, default=100)
    args = parser.parse_args()
    win = solve_pig(args.winscore)
    padded = np.concatenate([win, np.ones((*win.shape[:2], 7))], axis=2)
    roll, stop = roll_values(padded, 6), stop_values(padded)
    print(f"optimal play wins {win[0, 0, 0]:.4f} of the games for the first seat")
    dice = random.Random(1)
    states = []
    while len(states) < args.states:
        i, j, k = (dice.randrange(args.winscore) for _ in range(3))
        if 0 < k < min(40, args.winscore - i):
            states.append((i, j, k))
    for nodes in args.nodes:
        right, costs = 0, []
        for i, j, k in watched(states, f"{nodes} nodes"):
            position = Position.from_json({
                "game": "pig", "players": 2, "options": {"winscore": args.winscore},
                "state": {"scores": [i, j], "pot": k}})
            move = str(Engine(seed=i * 10007 + j * 101 + k).search(
                position, Limits(nodes=nodes)).move)
            values = {"roll": roll[i, j, k], "stop": stop[i, j, k]}
            cost = max(values.values()) - values[move]
            costs.append(cost)
            right += cost < 0.001
        print(f"{nodes:8} nodes: right {right / len(states):6.1%}, mean cost "
              f"{np.mean(costs):.5f}, worst {max(costs):.4f}", flush=True)


if __name__ == "__main__":
    main()
