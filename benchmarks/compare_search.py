"""Simulations a second: our search against OpenSpiel's C++ bots, alternately in one run.

    python benchmarks/compare_search.py                      the whole table
    python benchmarks/compare_search.py hearts --rounds 20

One thread, random playouts, the same exploration constant (scaled to shares of the win),
the same position: the first decision of a seeded game. Nothing ends early on either side:
no solver, no early stop. OpenSpiel has no ISMCTS for phantom tic-tac-toe.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pyspiel

import armillary
from armillary import Engine, Limits, Position
from peers import OPENSPIEL, compare, openspiel_action, rate, size_for

#: game -> how many times faster we want to be
WANTED = {"connect_four": 6, "tic_tac_toe": 3, "kuhn_poker": 2, "leduc_poker": 5, "hearts": 10}
C = 0.7                     # in shares of the win; OpenSpiel's values span max - min
ALGORITHMS = {"connect_four": ["uct"], "tic_tac_toe": ["uct"], "kuhn_poker": ["so_ismcts",
              "mo_ismcts"], "leduc_poker": ["so_ismcts", "mo_ismcts"], "hearts": ["so_ismcts",
              "mo_ismcts"], "phantom_tic_tac_toe": ["so_ismcts", "mo_ismcts"]}


def first_decision(name: str) -> Position:
    """The first decision; in hearts the first with a choice of cards to play."""
    position = armillary.new_game(name, seed=1)
    while name == "hearts" and (len(position.legal_moves) == 1
                                or str(position.legal_moves[0]).startswith("pass")):
        position.play(position.legal_moves[0])
    return position


def our_search(name: str, algorithm: str) -> Callable[[int], float]:
    position = first_decision(name)
    engine = Engine(algorithm=algorithm, c=C, early_stop=False, solver=False, reuse=False,
                    hash=1024, policy="uniform")

    def work(simulations: int) -> float:
        return engine.search(position, Limits(nodes=simulations)).stats.simulations
    return work


def their_search(name: str) -> Callable[[int], float]:
    game = pyspiel.load_game(OPENSPIEL[name])
    spread = game.max_utility() - game.min_utility()
    state = game.new_initial_state()
    position = first_decision(name)
    for move in position.moves:
        state.apply_action(openspiel_action(name, str(move), position.seats))
    hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def work(simulations: int) -> float:
        simulations = max(simulations, 8)       # its ISMCTS needs some
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        if hidden:
            bot = pyspiel.ISMCTSBot(7, evaluator, C * spread, simulations, -1,
                                    pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
        else:
            bot = pyspiel.MCTSBot(game, evaluator, C * spread, simulations, 1024, False, 7, False)
        bot.step(state)
        return simulations
    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(ALGORITHMS), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.3, help="a round, each side")
    args = parser.parse_args()
    for name in args.games:
        if name not in ALGORITHMS:
            parser.error(f"{name}: not a game of the table (games: {', '.join(ALGORITHMS)})")
    print(f"simulations a second             ours, OpenSpiel, ratio [95 %]; {args.rounds} rounds")
    for name in args.games:
        for algorithm in ALGORITHMS[name]:
            if name not in WANTED:
                work = our_search(name, algorithm)
                speed = rate(work, size_for(work, args.seconds))
                print(f"{name + ' ' + algorithm:22} {speed:>13,.0f}/s", flush=True)
                continue
            result = compare(our_search(name, algorithm), their_search(name), args.rounds,
                             args.seconds)
            print(result.line(f"{name} {algorithm}", WANTED[name]), flush=True)


if __name__ == "__main__":
    main()
