"""Our search against OpenSpiel's MCTSBot and ISMCTSBot, head to head.

    python benchmarks/prove_versus_openspiel.py                       the whole table
    python benchmarks/prove_versus_openspiel.py connect_four --blocks 100 --simulations 500

First with the same number of simulations a move, where equal strength is the aim; then at
equal time a move, where ours should be clearly ahead. Uniformly random playouts and the
same exploration constant on both sides. OpenSpiel maximises its own returns, we maximise
our shares, which are a linear map of them, so the constant is scaled to each.
"""

from __future__ import annotations

import argparse
import random

import pyspiel

import armillary
from armillary import Limits, Move, Position
from matches import Player, engine_player, play_match
from peers import OPENSPIEL, openspiel_action

BLOCKS = {"connect_four": 100, "tic_tac_toe": 200, "kuhn_poker": 2000, "leduc_poker": 1500,
          "hearts": 150}


def openspiel_player(name: str, simulations: int, seconds: float) -> Player:
    """OpenSpiel's bot for that game: one for open games, the other for hidden ones."""
    game = pyspiel.load_game(OPENSPIEL[name])
    spread = (game.max_utility() - game.min_utility()) / 2
    hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    count = simulations if not seconds else 10**9
    wall = seconds if seconds else -1.0

    def make_bot(seed: int, evaluator: pyspiel.Evaluator) -> pyspiel.Bot:
        if hidden:
            return pyspiel.ISMCTSBot(seed, evaluator, 1.4 * spread, count, -1,
                                     pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
                                     wall)
        return pyspiel.MCTSBot(game, evaluator, 1.4 * spread, count, 1000, False, seed, False,
                               pyspiel.ChildSelectionPolicy.UCT, wall)

    def choose(position: Position, token: int) -> Move:
        state = game.new_initial_state()
        for move in position.moves:
            state.apply_action(openspiel_action(name, str(move), position.seats))
        while True:
            try:
                # The bot does not keep its evaluator alive; this name does.
                evaluator = pyspiel.RandomRolloutEvaluator(1, token % 2**31)
                action = make_bot(token % 2**31, evaluator).step(state)
                break
            except pyspiel.SpielError:
                pass            # its clock ran out before the first simulation: ask again
        for move in position.legal_moves:
            if openspiel_action(name, str(move), position.seats) == action:
                return move
        raise RuntimeError(f"{name}: OpenSpiel plays {action}, which is not legal here")
    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(BLOCKS), metavar="GAME")
    parser.add_argument("--blocks", type=int, help="default: by game")
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--movetime", type=float, default=0.005, help="seconds, equal time")
    args = parser.parse_args()
    random.seed(1)
    for name in args.games:
        start = armillary.new_game(name)
        if name == "hearts":            # OpenSpiel 2.0.2's ISMCTS crashes while cards are passed
            start.play("~direction:none")
        blocks = args.blocks or BLOCKS[name]
        equal = play_match(
            f"{name}, {args.simulations} simulations each", name,
            engine_player(Limits(nodes=args.simulations)),
            openspiel_player(name, args.simulations, 0), blocks, start=start)
        print(equal.line(), flush=True)
        timed = play_match(
            f"{name}, {args.movetime * 1000:g} ms each", name,
            engine_player(Limits(movetime=args.movetime), overhead=0),
            openspiel_player(name, 0, args.movetime), blocks, start=start)
        print(timed.line(), flush=True)


if __name__ == "__main__":
    main()
