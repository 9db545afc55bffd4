"""Our random playouts against OpenSpiel's, alternately in one run, on one thread.

    python benchmarks/compare_playouts.py                   all games
    python benchmarks/compare_playouts.py hearts --rounds 20

OpenSpiel's C++ playouts are reached through MCTSBot with one simulation and an evaluator
that makes N rollouts: the bot then evaluates the root N times and does nothing else. Both
sides start from the same kind of position, the first decision (cards already dealt).

The second table drives both from a Python loop: ask for the legal moves, pick, play.
There every ply counts, the deal by chance included.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import pyspiel

import armillary
from armillary_core.search.playout import run_playouts
from peers import OPENSPIEL, compare

WANTED = {"connect_four": 15, "tic_tac_toe": 6, "leduc_poker": 4, "phantom_tic_tac_toe": 6,
          "hearts": 5}
WANTED_FROM_PYTHON = {"connect_four": 1, "hearts": 2}


def our_playouts(name: str) -> Callable[[int], float]:
    start = armillary.new_game(name, seed=1)

    def work(games: int) -> float:
        run_playouts(start, games, 7)
        return games
    return work


def their_playouts(name: str) -> Callable[[int], float]:
    game = pyspiel.load_game(OPENSPIEL[name])
    start = game.new_initial_state()
    dice = random.Random(1)
    while start.is_chance_node():
        start.apply_action(dice.choice(start.legal_actions()))

    def work(games: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 7)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 7, False).mcts_search(start)
        return games
    return work


def our_python_plies(name: str) -> Callable[[int], float]:
    def work(games: int) -> float:
        dice, plies = random.Random(1).random, 0
        for n in range(games):
            position = armillary.new_game(name, seed=n)
            while not position.is_over:
                moves = position.legal_moves
                position.play(moves[int(dice() * len(moves))])
            plies += len(position.moves)
        return plies
    return work


def their_python_plies(name: str) -> Callable[[int], float]:
    game = pyspiel.load_game(OPENSPIEL[name])

    def work(games: int) -> float:
        dice, plies = random.Random(1).random, 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                # Every chance event of these games is uniform: no need to ask for weights.
                moves = state.legal_actions()
                state.apply_action(moves[int(dice() * len(moves))])
                plies += 1
        return plies
    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(OPENSPIEL), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.3, help="a round, each side")
    args = parser.parse_args()
    for name in args.games:
        if name not in OPENSPIEL:
            parser.error(f"{name}: not a game of both (games: {', '.join(OPENSPIEL)})")
    print(f"playouts a second        ours, OpenSpiel, ratio [95 %]; {args.rounds} rounds")
    for name in args.games:
        result = compare(our_playouts(name), their_playouts(name), args.rounds, args.seconds)
        print(result.line(name, WANTED.get(name)), flush=True)
    print("plies a second from a Python loop")
    for name in args.games:
        result = compare(our_python_plies(name), their_python_plies(name), args.rounds,
                         args.seconds)
        print(result.line(name, WANTED_FROM_PYTHON.get(name)), flush=True)


if __name__ == "__main__":
    main()
